// Reads a chapter along: phrase by phrase, with its recordings or with the voice of the browser. The page is whole
// without it. Nothing is loaded from other hosts.
"use strict";
(() => {
  const player = document.getElementById("player");
  const text = document.getElementById("text");
  if (!player || !text) return;
  const $ = (id) => document.getElementById(id);
  const said = player.dataset;
  const status = $("status");
  const signedIn = said.signed === "true";
  const QUEUE = "openshelf-writes";
  const SETTINGS = "openshelf-reader";

  const say = (words) => { status.textContent = words; };

  // What is kept in this browser.
  const stored = (key, otherwise) => {
    try { return JSON.parse(localStorage.getItem(key)) ?? otherwise; } catch { return otherwise; }
  };
  const store = (key, value) => {
    try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* Storage is full or not allowed. */ }
  };

  // Writes go to the server, or wait until there is a connection. Places of one book replace each other. A write is
  // only sent for the session that made it: the token says which.
  const queued = () => stored(QUEUE, []);
  const send = async (write) => {
    const body = new URLSearchParams({ ...write.fields, token: said.token });
    return fetch(write.path, { method: "POST", body, credentials: "same-origin", redirect: "manual", keepalive: true });
  };
  const write = async (path, fields, onDone) => {
    const one = { path, fields, token: said.token };
    try {
      const response = await send(one);
      onDone?.(response.status === 204 ? "saved" : "failed");
    } catch {
      const rest = path.endsWith("/place") ? queued().filter((other) => other.path !== path) : queued();
      store(QUEUE, [...rest, one].slice(-200));
      onDone?.("offline");
    }
  };
  const flush = async () => {
    const mine = queued().filter((one) => one.token === said.token);
    store(QUEUE, []);
    for (const [n, one] of mine.entries()) {
      try { await send(one); } catch { store(QUEUE, [...mine.slice(n), ...queued()].slice(-200)); return; }
    }
  };
  if (signedIn) { flush(); addEventListener("online", flush); }

  // Phrases: parts of blocks of text, in reading order.
  const BLOCKS = "p, h1, h2, h3, h4, h5, h6, li, dt, dd, td, th, caption, figcaption, pre, summary, div, blockquote";
  const inNote = (node) => node.parentElement?.closest("[role=note]");
  const inDescription = (node) => node.parentElement?.closest(".b-description, .b-described");
  const isPage = (node) => node.parentElement?.closest(".b-page");
  const skipped = (node) =>
    ($("skip-notes").checked && (inNote(node) || node.parentElement?.closest("[role=doc-noteref]"))) ||
    ($("skip-descriptions").checked && inDescription(node)) ||
    ($("skip-pages").checked && isPage(node)) ||
    node.parentElement?.closest("[role=doc-backlink]");
  const blockOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement).closest(BLOCKS);
  const languageOf = (node) =>
    (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement).closest("[lang]")?.lang || document.documentElement.lang;

  // Letters of a block with the nodes that they come from; pictures and formulas speak by their words.
  const spokenBlocks = () => {
    const blocks = [];
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
      if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
      if (node.localName === "math" || node.localName === "img") return NodeFilter.FILTER_ACCEPT;
      return NodeFilter.FILTER_SKIP;
    });
    let formula = null;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (formula?.contains(node)) continue;
      let words = node.data;
      if (node.localName === "math") { formula = node; words = node.getAttribute("alttext"); }
      if (node.localName === "img") words = node.alt;
      if (!words || skipped(node)) continue;
      const block = blockOf(node);
      const lang = languageOf(node);
      let last = blocks.at(-1);
      if (!last || last.block !== block || last.lang !== lang) {
        if (!words.trim()) continue;
        last = { block, lang, words: "", pieces: [] };
        blocks.push(last);
      }
      last.pieces.push({ node, at: last.words.length, length: words.length });
      last.words += words;
    }
    return blocks;
  };

  const idOf = (node) => {
    for (let one = node; one && one !== text.parentElement; one = one.parentElement) {
      if (one.id?.startsWith("b.")) return one.id;
    }
    return "";
  };

  let phrases = [];
  const phrasesOf = (block) => {
    const parts = [];
    const segmenter = window.Intl?.Segmenter ? new Intl.Segmenter(block.lang, { granularity: "sentence" }) : null;
    const sentences = segmenter ? [...segmenter.segment(block.words)] : [{ index: 0, segment: block.words }];
    for (const { index, segment } of sentences) {
      if (segment.trim()) parts.push({ block, from: index, to: index + segment.length, words: segment.replace(/\s+/g, " ") });
    }
    return parts;
  };
  const collect = () => {
    const place = phrases[current];
    phrases = spokenBlocks().flatMap(phrasesOf);
    if (place) {
      const same = phrases.findIndex((one) => one.block.block === place.block.block && one.from >= place.from);
      current = Math.max(same, 0);
    }
  };
  const rangeOf = (phrase) => {
    const range = document.createRange();
    let begun = false;
    for (const piece of phrase.block.pieces) {
      if (piece.at + piece.length <= phrase.from || piece.at >= phrase.to) continue;
      const isText = piece.node.nodeType === Node.TEXT_NODE;
      if (!begun) {
        if (isText) range.setStart(piece.node, Math.max(phrase.from - piece.at, 0)); else range.setStartBefore(piece.node);
        begun = true;
      }
      if (isText) range.setEnd(piece.node, Math.min(phrase.to - piece.at, piece.length)); else range.setEndAfter(piece.node);
    }
    return range;
  };

  // Highlighting without a change of the text, so that screen readers keep their place.
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const show = (range) => {
    if (window.Highlight && CSS.highlights) CSS.highlights.set("reading", new Highlight(range));
    const box = range.getBoundingClientRect();
    if (box.top < 80 || box.bottom > innerHeight - 80) {
      scrollBy({ top: box.top - innerHeight / 3, behavior: calm ? "auto" : "smooth" });
    }
  };

  let current = 0;
  let playing = false;
  let turn = 0;
  let read = 0;
  let savedAt = 0;
  let sleepAt = 0;
  const rateOf = () => {
    const rate = Number.parseFloat(String($("rate").value).replace(",", "."));
    return Math.min(3.5, Math.max(0.5, Number.isFinite(rate) ? rate : 1));
  };

  const save = (at, now) => {
    if (!signedIn || !at) return;
    read += 1;
    if (!now && Date.now() - savedAt < 10_000) return;
    savedAt = Date.now();
    write(`${said.read}/place`, { chapter: said.chapter, at, read });
    read = 0;
  };
  const here = () => {
    if (clips.length > 0) return clips[clip]?.id || "";
    const phrase = phrases[current];
    return phrase ? idOf(phrase.block.block) : "";
  };

  const label = () => { $("play").textContent = playing ? $("play").dataset.pause : $("play").dataset.play; };
  const stop = (words) => {
    playing = false;
    turn += 1;
    window.speechSynthesis?.cancel();
    audio?.pause();
    label();
    if (words) say(words);
    save(here(), true);
  };
  const tired = () => {
    if (!sleepAt || Date.now() < sleepAt) return false;
    sleepAt = 0;
    $("sleep").value = "0";
    stop(said.asleep);
    return true;
  };
  const ended = () => {
    stop(said.ended);
    CSS.highlights?.delete("reading");
    current = 0;
    clip = 0;
  };

  // The voice of the browser.
  const speak = () => {
    const phrase = phrases[current];
    if (!phrase) return ended();
    if (tired()) return;
    const mine = ++turn;
    const utterance = new SpeechSynthesisUtterance(phrase.words);
    utterance.lang = phrase.block.lang;
    utterance.rate = rateOf();
    const voice = speechSynthesis.getVoices().find((one) => one.lang.split("-")[0] === utterance.lang.split("-")[0]);
    if (voice) utterance.voice = voice;
    utterance.onstart = () => { if (mine === turn) { show(rangeOf(phrase)); save(idOf(phrase.block.block)); } };
    utterance.onend = () => { if (mine === turn && playing) { current += 1; speak(); } };
    utterance.onerror = (event) => {
      if (mine === turn && playing && !["canceled", "interrupted"].includes(event.error)) stop(said.voiceless);
    };
    speechSynthesis.cancel();
    speechSynthesis.speak(utterance);
  };

  // Recordings, by the times of their clips.
  let clips = [];
  let clip = 0;
  let audio = null;
  let source = "";
  const clipped = (one) => (one.id ? document.getElementById(one.id) : null);
  const heard = (one) => {
    const element = clipped(one);
    if (!element) return true;
    const inside = element.firstChild ?? element;
    return !(skipped(inside) || ($("skip-pages").checked && element.matches(".b-page")) ||
      ($("skip-notes").checked && element.matches("[role=note], [role=doc-noteref]")));
  };
  const playClip = async () => {
    while (clips[clip] && !heard(clips[clip])) clip += 1;
    const one = clips[clip];
    if (!one) return ended();
    if (tired()) return;
    const mine = ++turn;
    const address = `${said.read}/${one.audio}`;
    audio ??= new Audio();
    audio.preservesPitch = true;
    if (source !== address) { audio.src = address; source = address; }
    audio.playbackRate = rateOf();
    const element = clipped(one);
    if (element) { const range = document.createRange(); range.selectNodeContents(element); show(range); save(one.id); }
    const next = () => { if (mine === turn && playing) { clip += 1; playClip(); } };
    // Clips that follow each other are played without a gap.
    if (Math.abs(audio.currentTime - one.begin) > 0.2) audio.currentTime = one.begin;
    audio.onended = next;
    audio.ontimeupdate = () => { if (one.end !== null && audio.currentTime >= one.end) next(); };
    audio.onerror = () => { if (mine === turn) { clips = []; start(); } };
    try { await audio.play(); } catch { if (mine === turn && playing) stop(said.paused); }
  };

  const start = () => {
    const minutes = Number($("sleep").value);
    sleepAt = minutes ? Date.now() + minutes * 60_000 : 0;
    if (clips.length === 0) {
      if (!window.speechSynthesis) return say(said.voiceless);
      collect();
    }
    playing = true;
    label();
    say(said.playing);
    if (clips.length > 0) playClip(); else speak();
  };
  const toggle = () => (playing ? stop(said.paused) : start());
  const step = (by) => {
    if (clips.length > 0) {
      clip = Math.min(Math.max(clip + by, 0), clips.length - 1);
      while (by < 0 && clip > 0 && !heard(clips[clip])) clip -= 1;
      if (playing) playClip();
      return;
    }
    if (phrases.length === 0) collect();
    current = Math.min(Math.max(current + by, 0), Math.max(phrases.length - 1, 0));
    if (playing) speak();
    else if (phrases[current]) { show(rangeOf(phrases[current])); say(phrases[current].words); }
  };
  const faster = (by) => {
    $("rate").value = String(Math.round(Math.min(3.5, Math.max(0.5, rateOf() + by)) * 10) / 10);
    $("rate").dispatchEvent(new Event("change"));
    say($("rate").value);
  };

  // Highlights and notes. Whole blocks are kept; the selected words are kept with them.
  const kept = () => {
    if (!window.Highlight || !CSS.highlights) return;
    const ranges = [];
    for (const one of JSON.parse(said.highlights || "[]")) {
      const from = document.getElementById(one.from);
      const to = document.getElementById(one.to);
      if (!from || !to) continue;
      const range = document.createRange();
      range.setStartBefore(from);
      range.setEndAfter(to);
      ranges.push(wordsIn(range, one.text) ?? range);
    }
    CSS.highlights.set("kept", new Highlight(...ranges));
  };
  const wordsIn = (range, words) => {
    if (!words) return null;
    const walker = document.createTreeWalker(range.commonAncestorContainer, NodeFilter.SHOW_TEXT);
    let all = "";
    const nodes = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (range.intersectsNode(node)) { nodes.push([node, all.length]); all += node.data; }
    }
    const at = all.indexOf(words);
    if (at < 0) return null;
    const found = document.createRange();
    for (const [node, begin] of nodes) {
      const end = begin + node.data.length;
      if (at >= begin && at < end) found.setStart(node, at - begin);
      if (at + words.length > begin && at + words.length <= end) found.setEnd(node, at + words.length - begin);
    }
    return found;
  };
  // A click on the form ends the selection in some browsers, so the last one in the text is remembered.
  let selected = null;
  document.addEventListener("selectionchange", () => {
    const selection = getSelection();
    if (selection?.rangeCount && !selection.isCollapsed && text.contains(selection.anchorNode) && text.contains(selection.focusNode)) {
      selected = selection.getRangeAt(0).cloneRange();
    }
  });
  const highlight = () => {
    const words = selected?.toString();
    if (!words?.trim()) return say(said.nothing);
    const node = (one) => (one.nodeType === Node.ELEMENT_NODE ? one : one.parentElement);
    const from = idOf(node(selected.startContainer));
    const to = idOf(node(selected.endContainer));
    const fields = { chapter: said.chapter, from, to, text: words.slice(0, 4000), note: $("note").value };
    write(`${said.read}/highlights`, fields, (result) => {
      if (result !== "failed") {
        said.highlights = JSON.stringify([...JSON.parse(said.highlights || "[]"), { from, to, text: words }]);
        kept();
        $("note").value = "";
      }
      say(result === "saved" ? said.saved : result === "offline" ? said.offline : said.failed);
    });
  };

  // A bookmark is set where the reader is.
  $("mark")?.addEventListener("submit", () => {
    const at = here() || visible();
    if (at) $("mark").elements.at.value = at;
  });
  const visible = () => {
    const blocks = [...text.querySelectorAll("[id^='b.']")];
    const first = blocks.find((one) => one.getBoundingClientRect().bottom > 0 && one.matches("p, h1, h2, h3, h4, h5, h6, li"));
    return first?.id ?? "";
  };

  // The settings are those of this browser.
  const settings = stored(SETTINGS, {});
  if (settings.rate) $("rate").value = settings.rate;
  const boxes = ["skip-notes", "skip-pages", "skip-descriptions"];
  for (const id of boxes) if (id in settings) $(id).checked = settings[id];
  const changed = () => {
    store(SETTINGS, { rate: String(rateOf()), ...Object.fromEntries(boxes.map((id) => [id, $(id).checked])) });
    if (audio) audio.playbackRate = rateOf();
    if (playing && clips.length === 0) { collect(); speak(); }
  };
  for (const id of ["rate", ...boxes]) $(id).addEventListener("change", changed);
  $("sleep").addEventListener("change", () => {
    const minutes = Number($("sleep").value);
    sleepAt = minutes ? Date.now() + minutes * 60_000 : 0;
  });

  $("play").addEventListener("click", toggle);
  $("back").addEventListener("click", () => step(-1));
  $("forward").addEventListener("click", () => step(1));
  $("highlight")?.addEventListener("click", highlight);
  const keys = {
    KeyP: toggle,
    KeyB: () => step(-1),
    KeyN: () => step(1),
    Period: () => faster(0.1),
    Comma: () => faster(-0.1),
    KeyH: () => { if (signedIn) highlight(); },
  };
  addEventListener("keydown", (event) => {
    if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey || !keys[event.code]) return;
    event.preventDefault();
    keys[event.code]();
  });
  addEventListener("pagehide", () => { if (playing) stop(""); });

  // Reading begins where the address leads.
  const begin = () => {
    const at = said.at && document.getElementById(said.at);
    if (!at) return;
    if (clips.length > 0) {
      const found = clips.findIndex((one) => one.id && (at.compareDocumentPosition(document.getElementById(one.id) ?? text) & Node.DOCUMENT_POSITION_FOLLOWING || one.id === at.id));
      clip = Math.max(found, 0);
    } else {
      collect();
      const follows = (block) => at === block || at.contains(block) || at.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING;
      current = Math.max(phrases.findIndex((one) => follows(one.block.block)), 0);
    }
  };
  const ready = async () => {
    if (said.clips === "true") {
      try {
        const response = await fetch(`${said.read}/${said.chapter}/clips`, { credentials: "same-origin" });
        if (response.ok) clips = await response.json();
      } catch { clips = []; }
    }
    begin();
    if (signedIn) kept();
    player.hidden = false;
  };
  ready();
})();
