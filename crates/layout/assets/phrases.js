// Phrases to read aloud, the browser's voices, and the letters of blocks. Reading pages load this before reader.js.
"use strict";
(() => {
  if (!window.openshelf) return;
  // Some browsers stop without a report after some fifteen seconds of one utterance, so a long sentence is said in parts:
  // up to the last pause, or else the last space. Letters that are syllables or words take longer to say.
  const maxLetters = (words) => (/[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/.test(words.slice(0, 180)) ? 60 : 180);
  const firstPart = (words) => {
    const most = maxLetters(words);
    if (words.length <= most) return words.length;
    const head = words.slice(0, most);
    const last = (pause) => [...head.matchAll(pause)].map((one) => one.index + one[0].length).filter((at) => at >= most / 3).at(-1);
    const whole = most - (/[\uD800-\uDBFF]$/.test(head) ? 1 : 0);
    return last(/[،؛、，；：]|[,;:–—]\s/g) ?? last(/\s/g) ?? whole;
  };
  const phrasesOf = (block) => {
    const phrases = [];
    const segmenter = window.Intl?.Segmenter ? new Intl.Segmenter(block.lang, { granularity: "sentence" }) : null;
    const sentences = segmenter ? [...segmenter.segment(block.words)] : [{ index: 0, segment: block.words }];
    for (const { index, segment } of sentences) {
      let [from, rest] = [index, segment];
      while (rest) {
        const words = rest.slice(0, firstPart(rest));
        if (words.trim()) phrases.push({ block, from, to: from + words.length, words: words.replace(/\s+/g, " ") });
        from += words.length;
        rest = rest.slice(words.length);
      }
    }
    return phrases;
  };

  // A voice for a language: the one that the reader has chosen; the variety that the book names; otherwise the system's
  // own voice, or the reader's variety. The first of a system's voices may be a joke, or have an accent that the reader
  // does not understand.
  const VOICES = "openshelf-voices";
  const { stored, store } = window.openshelf;
  const tagOf = (one) => one.lang.replaceAll("_", "-").toLowerCase();
  const primary = (tag) => tag.toLowerCase().split("-")[0];
  const voicesFor = (lang) => speechSynthesis.getVoices().filter((one) => primary(tagOf(one)) === primary(lang));
  const voiceFor = (lang) => {
    const able = voicesFor(lang);
    const chosen = stored(VOICES, {})[primary(lang)];
    const own = (navigator.languages ?? []).map((one) => one.toLowerCase());
    const exact = lang.includes("-") ? able.filter((one) => tagOf(one) === lang.toLowerCase()) : [];
    return able.find((one) => one.voiceURI === chosen) ?? exact.find((one) => one.default) ?? exact[0] ??
      able.find((one) => one.default) ?? able.find((one) => own.includes(tagOf(one))) ?? able[0];
  };
  // The choice is among the voices for the language of the text, if there are several. Browsers load them later.
  const select = document.getElementById("system-voice");
  const lang = document.getElementById("text")?.closest("[lang]")?.lang ?? "";
  const offerVoices = () => {
    const voices = voicesFor(lang);
    if (voices.length < 2) return;
    select.replaceChildren(select.options[0], ...voices.map((one) => new Option(one.name, one.voiceURI)));
    select.value = stored(VOICES, {})[primary(lang)] ?? "";
    if (select.selectedIndex < 0) select.value = "";
    document.getElementById("system-voices").hidden = false;
  };
  if (select && window.speechSynthesis) {
    offerVoices();
    speechSynthesis.addEventListener?.("voiceschanged", offerVoices);
    select.addEventListener("change", () => store(VOICES, { ...stored(VOICES, {}), [primary(lang)]: select.value }));
  }

  // Places in a block are counted in letters, without white space, from its beginning: the server finds the same letters
  // in the book. What the page writes itself is not counted: its own words, and those for pictures and formulas.
  const OWN_WORDS = ".b-abbreviations, .b-enlarge, .b-page, [role=doc-backlink], summary";
  const MADE = `${OWN_WORDS}, .b-described, .b-drawn, .b-formula, .b-image, math`;
  const lettersBefore = (block, container, offset) => {
    const before = document.createRange();
    before.setStart(block, 0);
    before.setEnd(container, offset);
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    let count = 0;
    for (let node = walker.nextNode(); node && before.intersectsNode(node); node = walker.nextNode()) {
      if (node.parentElement.closest(MADE)) continue;
      const words = node === container ? node.data.slice(0, offset) : node.data;
      count += words.replace(/\s/g, "").length;
    }
    return count;
  };
  // The words of a range without those that the page adds to the book.
  const wordsOf = (range) => {
    const copy = range.cloneContents();
    for (const own of copy.querySelectorAll(OWN_WORDS)) own.remove();
    return copy.textContent;
  };
  // The place before a letter of a block, or after its last one.
  const letterOf = (block, letters) => {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    let [count, last] = [0, null];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement.closest(MADE)) continue;
      for (const { index } of node.data.matchAll(/\S/g)) {
        if (count === letters) return { node, offset: index };
        count += 1;
        last = { node, offset: index + 1 };
      }
    }
    return last;
  };

  window.openshelf = { ...window.openshelf, phrasesOf, voiceFor, lettersBefore, letterOf, wordsOf };
})();
