// What reading pages keep in this browser, and what they send to the server: places and highlights. Nothing is sent to
// other hosts.
"use strict";
(() => {
  const player = document.getElementById("player");
  if (!player) return;
  const said = player.dataset;
  const QUEUE = "openshelf-writes";

  // What is kept in this browser; for as long as the page is open, if storage is full or not allowed.
  const held = {};
  const stored = (key, otherwise) => {
    try { return JSON.parse(localStorage.getItem(key)) ?? held[key] ?? otherwise; } catch { return held[key] ?? otherwise; }
  };
  const store = (key, value) => {
    try { localStorage.setItem(key, JSON.stringify(value)); delete held[key]; } catch { held[key] = value; }
  };

  // Writes wait in a queue until the server has them, and reach it in the order in which they were made. A place replaces
  // the earlier ones of its book and reader, but for one that is under way. A write is only sent for the reader who made
  // it, and waits until that reader has signed in again if the session has ended: then the server leads to the sign-in.
  const queued = () => stored(QUEUE, []);
  const LATER = [429, 502, 503, 504];
  const waiting = new Map();
  let sending = Promise.resolve();
  let underWay = "";
  const post = ({ path, fields, made }) => {
    const body = new URLSearchParams({ ...fields, ago: Math.max(Date.now() - made, 0), token: said.token });
    return fetch(path, { method: "POST", body, credentials: "same-origin", redirect: "manual", keepalive: true });
  };
  const joined = (queue) => queue.filter((one, at) => {
    if (!one.path.endsWith("/place") || one.key === underWay) return true;
    const next = queue.slice(at + 1).find(({ path, reader }) => path === one.path && reader === one.reader);
    if (next) next.fields.read += one.fields.read;
    return !next;
  });
  const settle = (key, result) => { waiting.get(key)?.(result); waiting.delete(key); };
  const sendAll = async () => {
    const next = () => queued().find((one) => one.reader === said.reader);
    let result = "offline";
    for (let one = next(); one; one = next()) {
      underWay = one.key;
      const response = await post(one).catch(() => null);
      underWay = "";
      if (!response || LATER.includes(response.status)) {
        store(QUEUE, joined(queued()));
        break;
      }
      if (response.type === "opaqueredirect" || response.status === 401) {
        result = "expired";
        break;
      }
      store(QUEUE, queued().filter((other) => other.key !== one.key));
      settle(one.key, response.status === 204 ? "saved" : "failed");
    }
    for (const key of [...waiting.keys()]) settle(key, result);
  };
  const flush = () => { sending = sending.then(sendAll); };
  const write = (path, fields, onDone) => {
    const one = { key: `${Date.now()}.${Math.random()}`, path, fields, made: Date.now(), reader: said.reader };
    if (onDone) waiting.set(one.key, onDone);
    store(QUEUE, joined([...queued(), one]).slice(-200));
    flush();
  };
  if (said.signed === "true") { flush(); addEventListener("online", flush); }

  window.openshelf = { stored, store, write };
})();
