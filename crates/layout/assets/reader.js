// Reads a chapter along: phrase by phrase, with its recordings, with the library's own voice or with the browser's.
"use strict";
(() => {
  const player = document.getElementById("player");
  const text = document.getElementById("text");
  if (!player || !text) return;
  const $ = (id) => document.getElementById(id);
  const said = player.dataset;
  const status = $("status");
  const signedIn = said.signed === "true";
  const SETTINGS = "openshelf-reader";
  const ONWARD = "openshelf-onward";

  // The same words again are another text, or else screen readers stay silent.
  const say = (words) => { status.textContent = words && status.textContent === words ? `${words}\u00A0` : words; };
  const { stored, store, write, phrasesOf, voiceFor, lettersBefore, letterOf, wordsOf } = window.openshelf;

  // Phrases: parts of blocks of text, in reading order.
  const BLOCKS = "p, h1, h2, h3, h4, h5, h6, li, dt, dd, td, th, caption, figcaption, pre, summary, div, blockquote";
  const inNote = (node) => node.parentElement?.closest("[role=note]");
  const inDescription = (node) => node.parentElement?.closest(".b-description, .b-described");
  const isPage = (node) => node.parentElement?.closest(".b-page");
  const skipped = (node) =>
    ($("skip-notes").checked && (inNote(node) || node.parentElement?.closest("[role=doc-noteref]"))) ||
    ($("skip-descriptions").checked && inDescription(node)) ||
    ($("skip-pages").checked && isPage(node)) ||
    node.parentElement?.closest("[role=doc-backlink], .b-enlarge, .b-abbreviations");
  const blockOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement).closest(BLOCKS);
  const languageOf = (node) =>
    (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement).closest("[lang]")?.lang || document.documentElement.lang;

  // Letters of a block with the nodes that they come from; pictures and formulas speak by their words.
  const spokenBlocks = () => {
    const blocks = [];
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
      if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
      if (node.matches(".b-drawn")) return NodeFilter.FILTER_REJECT;
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
  let [selected, seen] = [null, null];
  const framed = (picture) => { seen?.classList.remove("b-spoken"); seen = picture; seen?.classList.add("b-spoken"); };
  // A reader who scrolls looks for something: the page stays where it is for some seconds.
  let [shownAt, lookedAt] = [performance.now(), -Infinity];
  const isLooking = ({ key, target }) => !key || (/^(Page|Arrow)(Up|Down)$|^(Home|End)$/.test(key) && !player.contains(target));
  const lookAround = (event) => { if (isLooking(event)) lookedAt = performance.now(); };
  for (const kind of ["wheel", "touchmove", "keydown"]) addEventListener(kind, lookAround, { passive: true });
  const show = (range) => {
    shownAt = performance.now();
    reached = "";
    if (getSelection()?.isCollapsed) selected = null;
    // A highlight would cover a picture; it gets a frame.
    const picture = range.toString().trim() ? null : range.startContainer.childNodes[range.startOffset];
    framed(picture?.classList ? picture : null);
    if (window.Highlight && CSS.highlights) CSS.highlights.set("reading", new Highlight(...(picture ? [] : [range])));
    const around = range.startContainer.parentElement?.closest("details");
    if (around) around.open = true;
    const box = range.getBoundingClientRect();
    if ((box.top < 80 || box.bottom > innerHeight - 80) && shownAt - lookedAt > 10_000) {
      scrollBy({ top: box.top - innerHeight / 3, behavior: calm ? "auto" : "smooth" });
    }
  };

  let [current, playing] = [0, false];
  let [turn, read] = [0, 0];
  let [savedPlace, savedAt] = ["", 0];
  let sleepAt = 0;
  const rateOf = () => {
    const rate = Number.parseFloat(String($("rate").value).replace(",", "."));
    return Math.min(3.5, Math.max(0.5, Number.isFinite(rate) ? rate : 1));
  };

  const save = (at, now) => {
    if (!signedIn || !at) return;
    if (at !== savedPlace) read += 1;
    savedPlace = at;
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

  const label = () => {
    $("play-label").textContent = playing ? $("play").dataset.pause : $("play").dataset.play;
    player.classList.toggle("playing", playing);
  };
  const stop = (words) => {
    playing = false;
    turn += 1;
    sleepAt = 0;
    window.speechSynthesis?.cancel();
    clearTimeout(timer);
    audio?.pause();
    label();
    if (words) say(words);
    save(here(), true);
  };
  const tired = () => {
    if (!sleepAt || Date.now() < sleepAt) return false;
    $("sleep").value = "0";
    stop(said.asleep);
    return true;
  };
  const ended = () => {
    const isEnough = $("sleep").value === "chapter";
    const goesOn = playing && said.next && !isEnough;
    const until = sleepAt;
    if (isEnough) $("sleep").value = "0";
    stop(isEnough ? said.asleep : said.ended);
    CSS.highlights?.delete("reading"); framed(null);
    [current, clip] = [0, 0];
    if (!goesOn) return;
    // Reading continues in the next chapter, until the same moment.
    try { sessionStorage.setItem(ONWARD, JSON.stringify({ address: said.next, until, sleep: $("sleep").value })); } catch { return; }
    location.assign(said.next);
  };

  // The voice of the browser. Browsers forget an utterance that nothing refers to, and its end is then never reported.
  let utterance = null;
  const speak = () => {
    const phrase = phrases[current];
    if (!phrase) return ended();
    if (tired()) return;
    const mine = ++turn;
    utterance = new SpeechSynthesisUtterance(phrase.words);
    utterance.lang = phrase.block.lang;
    utterance.rate = rateOf();
    const voice = voiceFor(utterance.lang);
    if (voice) utterance.voice = voice;
    utterance.onstart = () => { if (mine === turn) { show(rangeOf(phrase)); save(idOf(phrase.block.block)); } };
    utterance.onend = () => { if (mine === turn && playing) { current += 1; speak(); } };
    utterance.onerror = (event) => {
      if (mine !== turn || !playing || ["canceled", "interrupted"].includes(event.error)) return;
      stop(event.error === "not-allowed" ? said.paused : said.voiceless);
    };
    speechSynthesis.cancel();
    speechSynthesis.speak(utterance);
  };

  // Recordings and the library's voice, by the times of their clips. The reader's choice reads, if it can, or else the
  // first of them that can; the voice of the browser has no clips.
  const lists = { recorded: [], library: [], browser: [] };
  let chosen = "";
  const voiceNow = () => {
    const able = (one) => one === "browser" || lists[one]?.length > 0;
    return [chosen, "recorded", "library", "browser"].find(able);
  };
  let [clips, clip] = [lists.browser, 0];
  const showVoice = () => {
    if (!$("voice")) return;
    $("voice").value = chosen;
    if ($("voice").selectedIndex < 0) $("voice").value = voiceNow();
  };
  let [audio, source, timer] = [null, "", 0];
  const clipped = (one) => (one.id ? document.getElementById(one.id) : null);
  const heard = (one) => {
    if (one.between) return isHeardBetween(one.between);
    const element = clipped(one);
    if (!element) return true;
    const inside = ("letters" in one ? rangeOfClip(one).startContainer : element.firstChild) ?? element;
    return !(skipped(inside) || ($("skip-pages").checked && element.matches(".b-page")) ||
      ($("skip-notes").checked && element.matches("[role=note], [role=doc-noteref]")));
  };
  const rangeOfClip = (one) => {
    const element = one.between ? one.between[0] : clipped(one);
    if (!element) return null;
    const range = document.createRange();
    if (one.between) range.selectNode(element); else range.selectNodeContents(element);
    if (!("letters" in one)) return range;
    // A sentence ends where the next one begins, or with its block.
    const from = letterOf(element, one.letters);
    if (!from) return range;
    const block = blockOf(from.node) ?? element;
    const after = one.next && clipped(one.next);
    const to = after && letterOf(after, one.next.letters);
    range.setStart(from.node, from.offset);
    if (to && block.contains(to.node)) range.setEnd(to.node, to.offset); else range.setEnd(block, block.childNodes.length);
    if (range.collapsed) range.selectNodeContents(element);
    return range;
  };
  // What the library's voice says besides sentences: numbers of pages, references to notes, images with their
  // descriptions, which have no places of their own. It is skipped if the reader skips it.
  const BETWEEN = ".b-page, [role=doc-noteref], .b-description, .b-described, img";
  const isHeardBetween = (elements) => {
    const [pages, notes, descriptions] = ["pages", "notes", "descriptions"].map((one) => $(`skip-${one}`).checked);
    if (descriptions && elements.some((one) => one.matches(".b-description, .b-described"))) return false;
    const isSkipped = (one) => (pages && one.matches(".b-page")) || (notes && one.matches("[role=doc-noteref]"));
    return elements.length === 0 || !elements.every(isSkipped);
  };
  // The clips of the library's voice, from its sentences in reading order, with what its files have around them.
  const clipsOf = (sentences) => {
    const marks = [...text.querySelectorAll(BETWEEN)];
    for (let n = sentences.length - 2; n >= 0; n -= 1) {
      const [one, after] = [sentences[n], sentences[n + 1]];
      one.next = one.id === after.id && one.letters === after.letters ? after.next : after;
    }
    const marksBetween = (one, after) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const [from, to] = [one, after].map((clip) => (clip ? rangeOfClip(clip) : range));
      if (!from || !to) return null;
      range.setStart(from.startContainer, from.startOffset);
      if (after) range.setEnd(to.startContainer, to.startOffset);
      return marks.filter((mark) => range.intersectsNode(mark));
    };
    const opening = (one, before) => {
      const between = one.opens && one.begin >= 0.05 && marksBetween(before, one);
      return between ? [{ id: before?.id ?? "", audio: one.audio, begin: 0, end: one.begin, between }] : [];
    };
    const closing = (one, after) => {
      const between = one.closes && marksBetween(one, after);
      return between?.length > 0 ? [{ id: one.id, audio: one.audio, begin: one.end, end: null, between }] : [];
    };
    return sentences.flatMap((one, n) => {
      const after = sentences[n + 1];
      const first = sentences[n - 1]?.audio === one.audio ? [] : opening(one, sentences[n - 1]);
      if (after?.audio !== one.audio) return [...first, one, ...closing(one, after)];
      const isInside = (other) => other.audio === one.audio && other.begin > one.begin && other.begin < after.begin;
      const between = after.begin - one.end >= 0.05 && !sentences.some(isInside) && marksBetween(one, after);
      return [...first, one, ...(between ? [{ id: one.id, audio: one.audio, begin: one.end, end: after.begin, between }] : [])];
    });
  };
  // The voice of the browser continues where a recording cannot be played.
  const voiceless = () => {
    const at = clips[clip]?.id;
    lists.recorded = [];
    lists.library = [];
    clips = lists.browser;
    showVoice();
    phrases = [];
    collect();
    current = firstFrom(at && document.getElementById(at));
    if (!window.speechSynthesis) return stop(said.voiceless);
    speak();
  };
  // `before` is the clip that has just been heard. Clips that follow each other are played without a gap: there the
  // recording is not moved, because it is already a little further at high speeds.
  const playClip = async (before) => {
    while (clips[clip] && !heard(clips[clip])) clip += 1;
    const one = clips[clip];
    if (!one) return ended();
    if (tired()) return;
    const mine = ++turn;
    const address = `${said.read}/${one.audio}`;
    audio ??= new Audio();
    audio.preservesPitch = true;
    const moved = source !== address;
    if (moved) { audio.src = address; source = address; }
    audio.defaultPlaybackRate = rateOf();
    audio.playbackRate = rateOf();
    const range = rangeOfClip(one);
    if (range) { show(range); save(one.id); }
    const next = () => {
      if (mine !== turn || !playing) return;
      clearTimeout(timer);
      clip += 1;
      playClip(one);
    };
    const follows = !moved && before?.end !== null && Math.abs((before?.end ?? -1) - one.begin) < 0.05 &&
      audio.currentTime >= one.begin - 0.05 && (one.end === null || audio.currentTime < one.end + 1);
    if (!follows) audio.currentTime = one.begin;
    // The event comes four times a second, which is more than a word at high speeds; the timer is exact.
    const check = () => {
      if (mine !== turn || !playing || tired() || one.end === null) return;
      const left = one.end - audio.currentTime;
      if (left <= 0.01) return next();
      clearTimeout(timer);
      if (!audio.paused && !audio.seeking) timer = setTimeout(check, Math.max(left / audio.playbackRate * 1000, 10));
    };
    audio.onended = next;
    audio.ontimeupdate = check;
    audio.onratechange = check;
    audio.onerror = () => { if (mine === turn && playing) voiceless(); };
    // Keys of a headset, a phone call and other programs pause a recording, too.
    audio.onpause = () => { if (mine === turn && playing && audio.paused && !audio.ended) stop(said.paused); };
    try {
      await audio.play();
      check();
    } catch (error) {
      // A recording that cannot be played is reported as an error of its own, and one that was replaced is not an error.
      if (mine === turn && playing && error.name === "NotAllowedError") stop(said.paused);
    }
  };

  const start = () => {
    if (!sleepAt) setSleep();
    if (clips.length === 0) {
      if (!window.speechSynthesis) return say(said.voiceless);
      collect();
    }
    playing = true;
    label();
    say(said.playing);
    if (clips.length > 0) { takeMediaKeys(); playClip(); } else speak();
  };
  const setSleep = () => {
    const minutes = Number($("sleep").value);
    sleepAt = minutes ? Date.now() + minutes * 60_000 : 0;
  };
  // Keys of keyboards, headsets and locked screens for recordings.
  const takeMediaKeys = () => {
    const session = navigator.mediaSession;
    if (!session || !window.MediaMetadata) return;
    session.metadata = new MediaMetadata({ title: document.title });
    const actions = {
      play: () => { if (!playing) start(); },
      pause: () => { if (playing) stop(said.paused); },
      previoustrack: () => step(-1),
      nexttrack: () => step(1),
    };
    for (const [action, act] of Object.entries(actions)) {
      try { session.setActionHandler(action, act); } catch { /* This browser has no such key. */ }
    }
  };
  // Before the times of recordings are there, the key for reading aloud is only remembered.
  let [wanted, isReady] = [false, false];
  const toggle = () => {
    lookedAt = -Infinity;
    if (!isReady) wanted = !wanted;
    else if (playing) stop(said.paused);
    else start();
  };
  const step = (by) => {
    lookedAt = -Infinity;
    if (clips.length > 0) {
      let other = clip + by;
      while (clips[other] && (clips[other].between || !heard(clips[other]))) other += by;
      if (!clips[other]) return;
      clip = other;
      if (playing) return playClip();
      const range = rangeOfClip(clips[clip]);
      if (range) { show(range); say(range.toString().replace(/\s+/g, " ").trim()); }
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
  // Highlights and notes. Those of the server are marked in the page; new ones are shown without a change of the text.
  const added = window.Highlight && CSS.highlights ? new Highlight() : null;
  if (added) CSS.highlights.set("kept", added);
  // A click on the form ends the selection in some browsers, so the last one in the text is remembered, until reading
  // continues. Without a selection, the phrase that is being read is meant.
  document.addEventListener("selectionchange", () => {
    const selection = getSelection();
    if (selection?.rangeCount && !selection.isCollapsed && text.contains(selection.anchorNode) && text.contains(selection.focusNode)) {
      selected = selection.getRangeAt(0).cloneRange();
    }
  });
  const rangeHere = () => {
    if (clips.length > 0) return clips[clip] ? rangeOfClip(clips[clip]) : null;
    return phrases[current] ? rangeOf(phrases[current]) : null;
  };
  const phraseHere = () => (turn === 0 ? null : rangeHere());
  const blockAround = (node) => document.getElementById(idOf(node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement));
  const highlight = () => {
    const range = selected ?? phraseHere();
    const words = range && wordsOf(range);
    const from = range && blockAround(range.startContainer);
    const to = range && blockAround(range.endContainer);
    if (!words?.trim() || !from || !to) return say(said.nothing);
    const first = lettersBefore(from, range.startContainer, range.startOffset);
    const last = lettersBefore(to, range.endContainer, range.endOffset);
    const note = $("note").value;
    const fields = { chapter: said.chapter, from: from.id, first, to: to.id, last, text: words.trim().slice(0, 4000), note };
    write(`${said.read}/highlights`, fields, (result) => {
      if (result !== "failed") {
        added?.add(range.cloneRange());
        selected = null;
        $("note").value = "";
      }
      say(said[result]);
    });
  };
  // A bookmark is set at what is read aloud, or else where the page was scrolled to before the form came into view.
  let [reached, scrollTimer] = ["", 0];
  const mark = $("mark");
  mark?.addEventListener("submit", () => {
    const at = (turn === 0 && reached) || here() || visible();
    if (at) mark.elements.at.value = at;
  });
  const visible = () => {
    const bar = player.parentElement.getBoundingClientRect();
    // The last line of a paragraph above is not where the reader is.
    const edge = (bar.top <= 0 ? Math.max(bar.bottom, 0) : 0) + 40;
    const blocks = [...text.querySelectorAll("[id^='b.']")];
    const first = blocks.find((one) => one.getBoundingClientRect().bottom > edge && one.matches("p, h1, h2, h3, h4, h5, h6, li"));
    return first?.id ?? "";
  };
  // The place of a reader who reads by eye or with a screen reader is saved when the page rests.
  const rest = () => {
    if (turn !== 0 || !mark || mark.getBoundingClientRect().top <= innerHeight) return;
    reached = visible();
    scrollTimer = setTimeout(() => { if (turn === 0 && reached !== savedPlace) save(reached, true); }, 2_000);
  };
  addEventListener("scroll", () => {
    clearTimeout(scrollTimer);
    if (performance.now() - shownAt > 1_500) scrollTimer = setTimeout(rest, 300);
  }, { passive: true });
  // The settings are those of this browser.
  const settings = stored(SETTINGS, {});
  if (settings.rate) $("rate").value = settings.rate;
  if (settings.voice in lists) chosen = settings.voice;
  const boxes = ["skip-notes", "skip-pages", "skip-descriptions"];
  for (const id of boxes) if (id in settings) $(id).checked = settings[id];
  const remember = () =>
    store(SETTINGS, { rate: String(rateOf()), voice: chosen, ...Object.fromEntries(boxes.map((id) => [id, $(id).checked])) });
  const changed = () => {
    // What was typed may be more than there is.
    if ($("rate").value !== String(rateOf())) $("rate").value = String(rateOf());
    remember();
    if (audio) { audio.defaultPlaybackRate = rateOf(); audio.playbackRate = rateOf(); }
    if (playing && clips.length === 0) { collect(); speak(); }
  };
  for (const id of ["rate", "system-voice", ...boxes]) $(id).addEventListener("change", changed);
  $("sleep").addEventListener("change", setSleep);
  const buttons = { play: toggle, back: () => isReady && step(-1), forward: () => isReady && step(1), highlight };
  for (const [id, action] of Object.entries(buttons)) $(id)?.addEventListener("click", action);
  const keys = {
    KeyP: toggle,
    KeyB: () => step(-1),
    KeyN: () => step(1),
    Period: () => faster(0.1),
    Comma: () => faster(-0.1),
    KeyH: () => { if (signedIn) highlight(); },
  };
  addEventListener("keydown", (event) => {
    // Letters are those that the keyboard writes, if it writes Latin ones with these keys. Point and comma are other keys
    // on other keyboards: on a French one, with Shift, those that say so.
    const letter = /^[a-z]$/i.test(event.key) ? `Key${event.key.toUpperCase()}` : event.code;
    const code = { ".": "Period", ",": "Comma" }[event.key] ?? (event.code === "KeyM" && event.key === "?" ? "Comma" : letter);
    if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey || !keys[code]) return;
    event.preventDefault();
    if (isReady || code === "KeyP") keys[code]();
  });
  addEventListener("pagehide", () => { if (playing) stop(""); });
  // Reading begins where the address leads.
  const isFrom = (at, element) =>
    at === element || element.contains(at) || Boolean(at.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
  const firstFrom = (at) => (at ? Math.max(phrases.findIndex((one) => isFrom(at, one.block.block)), 0) : 0);
  const begin = () => {
    const at = said.at && document.getElementById(said.at);
    if (!at) return;
    if (clips.length > 0) {
      clip = Math.max(clips.findIndex((one) => clipped(one) && isFrom(at, clipped(one))), 0);
    } else {
      collect();
      current = firstFrom(at);
    }
  };
  // The voice that can read now takes over where the reader is.
  const takeVoice = () => {
    showVoice();
    const list = lists[voiceNow()];
    if (list === clips) return;
    const at = rangeHere()?.cloneRange();
    if (playing) turn += 1;
    window.speechSynthesis?.cancel();
    clearTimeout(timer);
    audio?.pause();
    clips = list;
    if (clips.length === 0) collect();
    const lastUpTo = (count, rangeAt) => {
      const isUpTo = (range) => range && range.compareBoundaryPoints(Range.START_TO_START, at) <= 0;
      for (let n = count - 1; n > 0; n -= 1) if (isUpTo(rangeAt(n))) return n;
      return 0;
    };
    if (!at) begin();
    else if (clips.length > 0) clip = lastUpTo(clips.length, (n) => rangeOfClip(clips[n]));
    else current = lastUpTo(phrases.length, (n) => rangeOf(phrases[n]));
    if (!playing) return;
    if (clips.length > 0) playClip(); else if (window.speechSynthesis) speak(); else stop(said.voiceless);
  };
  // The library's voice is used as soon as it is ready. Until then it is offered; while it is made, the page looks again.
  let [state, looks, lookTimer] = ["", 0, 0];
  const isWanted = () => said.speech === "true" && (chosen === "library" || (!chosen && lists.recorded.length === 0));
  const stands = (heard) => {
    const was = state;
    state = heard.state;
    if (heard.clips.length > 0) lists.library = clipsOf(heard.clips);
    $("offer").hidden = !isWanted() || !["absent", "failed"].includes(state);
    if (state === "failed") $("offer-text").textContent = said.unmade;
    clearTimeout(lookTimer);
    if (state === "making") lookTimer = setTimeout(look, looks++ < 12 ? 5_000 : 15_000);
    if (was === "making" && state !== was) say(state === "ready" ? said.ready : said.unmade);
  };
  const look = async () => {
    const address = `${said.read}/${said.chapter}/speech`;
    const response = await fetch(address, { credentials: "same-origin" }).catch(() => null);
    if (response?.ok) stands(await response.json());
    else if (state === "making") lookTimer = setTimeout(look, 15_000);
    takeVoice();
  };
  $("offer")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const sent = { method: "POST", body: new URLSearchParams({ token: said.token }), credentials: "same-origin", redirect: "manual" };
    const response = await fetch($("offer").action, sent).catch(() => null);
    if (!response?.ok) return say(said.unmade);
    stands(await response.json());
    if (state === "ready") return look();
    $("play").focus();
    say(state === "making" ? said.making : said.unmade);
  });
  $("voice")?.addEventListener("change", () => {
    chosen = $("voice").value;
    remember();
    if ($("offer")) $("offer").hidden = !isWanted() || !["absent", "failed"].includes(state);
    if (isWanted() && lists.library.length === 0) look(); else takeVoice();
  });
  // A chapter that the one before has led to is read aloud immediately.
  const continued = () => {
    try {
      const onward = JSON.parse(sessionStorage.getItem(ONWARD));
      sessionStorage.removeItem(ONWARD);
      if (onward?.address !== location.pathname + location.search) return;
      $("sleep").value = onward.sleep;
      sleepAt = onward.until;
      start();
    } catch { /* Without storage, each chapter is started by itself. */ }
  };
  const ready = async () => {
    if (said.clips === "true") {
      try {
        const response = await fetch(`${said.read}/${said.chapter}/clips`, { credentials: "same-origin" });
        if (response.ok) lists.recorded = await response.json();
      } catch { /* Another voice reads. */ }
    }
    if (isWanted()) await look(); else takeVoice();
    if (clips.length === 0) begin();
    [isReady, player.dataset.ready] = [true, "true"];
    continued();
    if (wanted && !playing) start();
  };
  ready();
})();
