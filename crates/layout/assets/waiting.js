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

  // Puts what another look has found into the page.
  const show = (found) => {
    const words = found.querySelector("#standing").textContent;
    if (status.textContent !== words) status.textContent = words;
    const [old, fresh] = [rest(place), rest(found)];
    const isDone = !found.dataset.next;
    if (isDone || old.length !== fresh.length || old.some((one, n) => one.textContent !== fresh[n].textContent)) {
      const hadFocus = old.some((one) => one.contains(document.activeElement));
      old.forEach((one) => one.remove());
      place.append(...fresh.map((one) => document.importNode(one, true)));
      if (hadFocus) (place.querySelector("a[href], button") ?? status).focus();
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
