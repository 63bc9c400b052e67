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

  // Writes wait in a queue until the server has them, and reach it in the order in which they were made. Places of one
  // book replace each other. A write is only sent for the session that made it: the token says which.
  const queued = () => stored(QUEUE, []);
  const LATER = [429, 502, 503, 504];
  const waiting = new Map();
  let sending = Promise.resolve();
  let underWay = "";
  const post = ({ path, fields, made }) => {
    const body = new URLSearchParams({ ...fields, ago: Math.max(Date.now() - made, 0), token: said.token });
    return fetch(path, { method: "POST", body, credentials: "same-origin", redirect: "manual", keepalive: true });
  };
  const settle = (key, result) => { waiting.get(key)?.(result); waiting.delete(key); };
  const sendAll = async () => {
    store(QUEUE, queued().filter((one) => one.token === said.token));
    for (let one = queued()[0]; one; one = queued()[0]) {
      underWay = one.key;
      const response = await post(one).catch(() => null);
      underWay = "";
      if (!response || LATER.includes(response.status)) break;
      store(QUEUE, queued().filter((other) => other.key !== one.key));
      settle(one.key, response.status === 204 ? "saved" : "failed");
    }
    for (const key of [...waiting.keys()]) settle(key, "offline");
  };
  const flush = () => { sending = sending.then(sendAll); };
  const write = (path, fields, onDone) => {
    const one = { key: `${Date.now()}.${Math.random()}`, path, fields, made: Date.now(), token: said.token };
    let rest = queued();
    if (path.endsWith("/place")) {
      const replaced = (other) => other.path === path && other.key !== underWay;
      for (const other of rest.filter(replaced)) one.fields.read += other.fields.read;
      rest = rest.filter((other) => !replaced(other));
    }
    if (onDone) waiting.set(one.key, onDone);
    store(QUEUE, [...rest, one].slice(-200));
    flush();
  };
  if (said.signed === "true") { flush(); addEventListener("online", flush); }

  window.openshelf = { stored, store, write };
})();
