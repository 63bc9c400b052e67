// A page about work in progress looks again without loading itself: only what has changed is put in place, so a screen
// reader hears the new status, and the focus and the reading position stay where they are. Without this script the
// page loads itself again.
"use strict";
(() => {
  const place = document.getElementById("waiting");
  const status = document.getElementById("standing");
  if (!place || !status) return;
  const LATER = [429, 502, 503, 504];
  let timer = 0;

  const rest = (element) => [...element.children].filter((child) => child.id !== status.id);

  // Replaces elements by others. What had the focus gives it to the first link or button after it.
  const replace = (old, fresh) => {
    const hadFocus = old.some((one) => one.contains(document.activeElement));
    const made = fresh.map((one) => document.importNode(one, true));
    if (old.length) old[0].before(...made); else place.append(...made);
    old.forEach((one) => one.remove());
    const links = "a[href], button";
    const link = made.map((one) => (one.matches(links) ? one : one.querySelector(links))).find((one) => one);
    if (hadFocus) (link ?? place.querySelector(links) ?? status).focus();
  };

  // Puts what another look has found into the page.
  const show = (found) => {
    const words = found.querySelector("#standing").textContent;
    if (status.textContent !== words) status.textContent = words;
    const [old, fresh] = [rest(place), rest(found)];
    if (!found.dataset.next || old.length !== fresh.length) replace(old, fresh);
    else {
      // How much is done changes often, and the links after it keep the focus.
      old.forEach((one, n) => {
        if (one.textContent !== fresh[n].textContent) replace([one], [fresh[n]]);
      });
    }
    Object.assign(place.dataset, { next: found.dataset.next ?? "", seconds: found.dataset.seconds ?? "" });
  };

  const look = async (asked) => {
    clearTimeout(timer);
    // A visitor who asks hears the status again, even if it is the same.
    const before = status.textContent;
    if (asked) status.textContent = "";
    const response = await fetch(place.dataset.next, { credentials: "same-origin" }).catch(() => null);
    if (response && !LATER.includes(response.status)) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const found = page.getElementById("waiting");
      // Another page is there now: the book itself, the sign-in, or what went wrong.
      if (!found?.querySelector("#standing")) return location.replace(place.dataset.here);
      document.title = page.title;
      show(found);
    } else if (asked) status.textContent = before;
    later();
  };
  const later = () => {
    if (place.dataset.next) timer = setTimeout(look, Number(place.dataset.seconds) * 1000, false);
  };

  place.addEventListener("click", (event) => {
    if (!event.target.closest("#look") || !place.dataset.next) return;
    event.preventDefault();
    look(true);
  });
  later();
})();
