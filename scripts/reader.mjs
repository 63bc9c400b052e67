#!/usr/bin/env node
// Reads along in a real browser, by keyboard alone: with recordings, with the library's voice and the browser's, without
// a connection.
//
//   node scripts/reader.mjs PLAN.json      (or - for standard input)
//
// PLAN.json:
//   { "base": "http://127.0.0.1:8080",
//     "cookies": [ { "name", "value" } ],    of a session
//     "narrated": "/read/1008/2",    a chapter with recordings
//     "silent": "/read/1001/2",      a chapter without; another one follows it
//     "notes": "/read/1012/2",       a chapter with notes
//     "pages": "/read/1015/2",       a chapter with numbers of pages
//     "spoken": "/read/1020/2" }     a chapter without recordings, for which the library makes its voice; null if it
//                                    cannot
//
// Standard output is one JSON object:
//   { "heard": { what each scenario found, by its name },
//     "faults": ["a sentence for everything that is wrong"] }
// Exit code 0 when "faults" is empty.
//
// Headless browsers have no voices, so speech is an object of this script that keeps what it is given to say. Environment
// as in shared.mjs.

import { input, launch, painted } from './shared.mjs'

const plan = input()
const report = { heard: {}, faults: [] }
const PATIENCE = 20_000

let scenario = ''
const fault = (sentence) => report.faults.push(`${scenario}: ${sentence}`)
const same = (what, found, wanted) => {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) fault(`${what} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`)
}
const holds = (what, found) => { if (!found) fault(what) }

/** What the page is given in place of voices, and what can be seen of its recordings. Runs in the page. */
function listen() {
  const spoken = []
  let saying = null
  class Utterance {
    constructor(text) { this.text = text; this.rate = 1; this.lang = '' }
  }
  const synthesis = {
    getVoices: () => [],
    speak(utterance) {
      saying = utterance
      spoken.push({ text: utterance.text.trim(), rate: utterance.rate, lang: utterance.lang })
      setTimeout(() => utterance.onstart?.(), 0)
    },
    cancel() { saying = null },
  }
  Object.defineProperty(window, 'speechSynthesis', { value: synthesis })
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance })
  const recordings = []
  const Recording = window.Audio
  window.Audio = function () {
    const recording = new Recording()
    recordings.push(recording)
    return recording
  }
  // Time that passes only here.
  const now = Date.now
  let later = 0
  Date.now = () => now() + later
  window.test = {
    spoken,
    recordings,
    /** The voice has said what it was given. */
    finish() { const one = saying; saying = null; one?.onend?.() },
    isSpeaking: () => saying !== null,
    pass(milliseconds) { later += milliseconds },
    highlighted: () => [...(CSS.highlights.get('reading') ?? [])].map(String).join('').replace(/\s+/g, ' ').trim(),
    recording() {
      const one = recordings.at(-1)
      return one && { time: one.currentTime, rate: one.playbackRate, pitch: one.preservesPitch, paused: one.paused }
    },
  }
}

const browser = await launch()

/** Opens a page in a window of its own, whose storage is empty, and closes it behind the scenario. */
async function inWindow(name, path, act, { prepare, early, viewport = { width: 1280, height: 800 } } = {}) {
  scenario = name
  const context = await browser.newContext({ viewport })
  context.setDefaultTimeout(PATIENCE)
  await context.addCookies(plan.cookies.map((cookie) => ({ ...cookie, url: plan.base })))
  await context.addInitScript(listen)
  const page = await context.newPage()
  const writes = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== plan.base) fault(`a request to ${url.origin}`)
  })
  page.on('response', async (response) => {
    const request = response.request()
    if (request.method() === 'POST') {
      writes.push({ path: new URL(request.url()).pathname, status: response.status(), fields: Object.fromEntries(new URLSearchParams(request.postData())) })
    }
  })
  page.on('pageerror', (error) => fault(String(error)))
  page.on('console', (message) => {
    // What the network refuses is part of some scenarios.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) fault(message.text())
  })
  try {
    await prepare?.(context, page)
    await page.goto(plan.base + path)
    await early?.(page)
    await page.locator('#player[data-ready]').waitFor()
    await painted(page)
    report.heard[name] = await act({ context, page, writes }) ?? null
  } catch (error) {
    fault(String(error))
  }
  await context.close()
}

const press = (page, key) => page.keyboard.press(`Alt+Shift+${key}`)
const status = (page) => page.locator('#status').textContent()
const said = (page, name) => page.locator('#player').getAttribute(`data-${name}`)
const until = (page, condition, argument) => page.waitForFunction(condition, argument, { polling: 20 })
const spoken = (page) => page.evaluate(() => test.spoken.map(({ text }) => text))
const highlighted = (page) => page.evaluate(() => test.highlighted())
/** The voice says phrase after phrase to the end of the chapter. Returns what it said. */
const toTheEnd = async (page) => {
  for (let n = 0; n < 3000 && await page.evaluate(() => test.isSpeaking()); n += 1) await page.evaluate(() => test.finish())
  return spoken(page)
}

/** Presses Tab until an element has the focus. */
async function tabTo(page, selector) {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not reach ${selector}`)
}

/** What is wrong in how the highlight followed the recording. Runs in the page. */
const follow = async ({ clips, changes }) => {
  const seen = []
  let [last, time] = ['', -1]
  const wanted = (one) => (one.id && document.getElementById(one.id)?.textContent.replace(/\s+/g, ' ').trim()) ?? ''
  const deadline = performance.now() + 30_000
  while (seen.length < changes && performance.now() < deadline) {
    const { currentTime } = test.recordings.at(-1)
    const words = test.highlighted()
    if (currentTime < time - 0.001) return { seen, wrong: `the recording goes back from ${time} to ${currentTime}` }
    time = currentTime
    if (words !== last) {
      last = words
      const one = clips.find((clip) => wanted(clip) === words && clip.begin <= currentTime + 0.06)
      if (!one) return { seen, wrong: `“${words}” is highlighted at ${currentTime}` }
      seen.push({ words, begin: one.begin })
    }
    await new Promise(requestAnimationFrame)
  }
  return { seen, wrong: null }
}

await inWindow('a recording that is not there', plan.narrated, async ({ page }) => {
  await press(page, 'KeyP')
  await until(page, () => test.spoken.length > 0)
  await page.evaluate(() => test.finish())
  await until(page, () => test.spoken.length > 1)
  same('the status', await status(page), await said(page, 'playing'))
  const first = await page.evaluate(() => document.getElementById('text').innerText.replace(/\s+/g, ' ').trim())
  const [words] = await spoken(page)
  holds(`the voice begins with “${words}”`, first.startsWith(words))
}, { prepare: (context) => context.route('**/files/**', (route) => route.abort()) })

/** How far the page has moved by itself, whether the first line of the text is in the window, and the most letters of a
 * line. Runs in the page. */
const stillness = async () => {
  const shifts = []
  const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  for (let frames = 0; frames < 5; frames += 1) await new Promise(requestAnimationFrame)
  shifts.push(...observer.takeRecords())
  const moved = shifts.filter((one) => !one.hadRecentInput).reduce((sum, one) => sum + one.value, 0)
  const paragraphs = [...document.querySelectorAll('#text p')].filter((one) => one.textContent.trim())
  const range = document.createRange()
  let longest = 0
  for (const paragraph of paragraphs.slice(0, 20)) {
    const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
    let [line, count] = [null, 0]
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (let at = 0; at < node.length; at += 1) {
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const box = range.getClientRects()[0]
        if (!box?.width) continue
        if (line === null || box.top > line + 8) [line, count] = [box.top, 0]
        count += 1
        longest = Math.max(longest, count)
      }
    }
  }
  range.selectNodeContents(paragraphs[0])
  const first = range.getClientRects()[0]
  return { moved, bottom: first.bottom, height: innerHeight, longest }
}
for (const viewport of [{ width: 1280, height: 720 }, { width: 360, height: 640 }]) {
  for (const [name, path] of [['silent', plan.silent], ['narrated', plan.narrated]]) {
    await inWindow(`a ${name} page that keeps still in ${viewport.width} x ${viewport.height}`, path, async ({ page }) => {
      const { moved, bottom, height, longest } = await page.evaluate(stillness)
      holds(`the page moves by ${moved}`, moved <= 0.02)
      holds(`the text begins at ${bottom} of ${height}`, bottom <= height)
      holds(`a line has ${longest} letters`, longest <= 80)
      return { moved, bottom, longest }
    }, {
      viewport,
      // The page is drawn before its script arrives.
      prepare: (context) => context.route('**/assets/reader.js*', async (route) => {
        await new Promise((done) => setTimeout(done, 300))
        await route.continue()
      }),
    })
  }
}

let pressed = () => {}
const hasPressed = new Promise((resolve) => { pressed = resolve })
await inWindow('a key before the times are there', plan.narrated, async ({ page }) => {
  await until(page, () => test.recording()?.time > 0)
  same('what the voice said', await spoken(page), [])
}, {
  prepare: (context) => context.route('**/clips', async (route) => {
    await hasPressed
    await route.continue()
  }),
  early: async (page) => {
    await press(page, 'KeyP')
    pressed()
  },
})

await inWindow('recordings', plan.narrated, async ({ page, writes }) => {
  const clips = await page.evaluate(async (path) => (await fetch(`${path}/clips`)).json(), plan.narrated)
  await press(page, 'KeyP')
  await until(page, () => test.recording()?.time > 0)
  same('the status', await status(page), await said(page, 'playing'))
  same('the pitch that is kept', (await page.evaluate(() => test.recording())).pitch, true)
  for (let n = 0; n < 30; n += 1) await press(page, 'Period')
  same('the highest speed', (await page.evaluate(() => test.recording())).rate, 3.5)
  const followed = await page.evaluate(follow, { clips, changes: 5 })
  same('what is wrong with the highlight', followed.wrong, null)
  const order = followed.seen.map(({ begin }) => begin)
  same('the order of clips', order, [...order].sort((a, b) => a - b))
  for (let n = 0; n < 40; n += 1) await press(page, 'Comma')
  same('the lowest speed', (await page.evaluate(() => test.recording())).rate, 0.5)
  const before = await page.evaluate(() => test.recording().time)
  await press(page, 'KeyB')
  await until(page, (time) => test.recording().time < time, before)
  await press(page, 'KeyP')
  await until(page, () => test.recording().paused)
  same('the status', await status(page), await said(page, 'paused'))
  const at = await highlighted(page)
  await press(page, 'KeyN')
  const next = await highlighted(page)
  holds('forward does not move', next !== at)
  same('what forward says', await status(page), next)
  await press(page, 'KeyB')
  same('the phrase after forward and back', await highlighted(page), at)
  same('what the voice said', await spoken(page), [])
  await page.waitForFunction(() => (localStorage['openshelf-writes'] ?? '[]') === '[]')
  const places = writes.filter(({ path }) => path.endsWith('/place'))
  holds('no place was saved', places.length > 0)
  holds(`places are refused: ${JSON.stringify(places)}`, places.every((one) => one.status === 204))
  // The settings are those of this browser.
  await page.reload()
  same('the speed that is kept', await page.locator('#rate').inputValue(), '0.5')
  return { place: places.at(-1)?.fields.at, words: at }
})

await inWindow('the voice of the browser', plan.silent, async ({ page }) => {
  // By the button, then by keys.
  await tabTo(page, '#play')
  await page.keyboard.press('Enter')
  await until(page, () => test.highlighted() !== '')
  const [first] = await page.evaluate(() => test.spoken)
  same('what is highlighted', await highlighted(page), first.text)
  same('the speed', first.rate, 1)
  holds('an utterance has no language', first.lang !== '')
  same('the button', await page.locator('#play-label').textContent(), await page.locator('#play').getAttribute('data-pause'))
  for (let n = 0; n < 3; n += 1) await page.evaluate(() => test.finish())
  const four = await spoken(page)
  same('phrases', new Set(four).size, 4)
  await press(page, 'KeyB')
  same('the phrase after going back', (await spoken(page)).at(-1), four[2])
  await press(page, 'KeyN')
  same('the phrase after going forward', (await spoken(page)).at(-1), four[3])
  await press(page, 'Period')
  same('the phrase that is said faster', await page.evaluate(() => test.spoken.at(-1)), { ...first, text: four[3], rate: 1.1 })
  await press(page, 'Comma')
  await press(page, 'Comma')
  same('the rate of the slower one', (await page.evaluate(() => test.spoken.at(-1))).rate, 0.9)
  // Numbers that are typed stay between the limits.
  await tabTo(page, '#play')
  await tabTo(page, '#settings summary')
  await page.keyboard.press('Enter')
  for (const [typed, used] of [['9', '3.5'], ['0.1', '0.5'], ['1.5', '1.5']]) {
    await tabTo(page, '#rate')
    await page.keyboard.press('Control+A')
    await page.keyboard.type(typed)
    await page.keyboard.press('Tab')
    same(`the speed for ${typed}`, await page.locator('#rate').inputValue(), used)
    await page.keyboard.press('Shift+Tab')
  }
  same('the rate that was typed', (await page.evaluate(() => test.spoken.at(-1))).rate, 1.5)
  await press(page, 'KeyP')
  same('the voice after a pause', await page.evaluate(() => test.isSpeaking()), false)
  // At the end, the next chapter follows.
  const next = await said(page, 'next')
  await press(page, 'KeyP')
  const chapter = page.url()
  await Promise.all([page.waitForURL((url) => url.href !== chapter), toTheEnd(page).catch(() => {})])
  same('the chapter that follows', new URL(page.url()).pathname, next)
  await until(page, () => test.spoken.length > 0)
})

/** What the library's voice is to say: each sentence with its time, as the page has its words. Runs in the page. */
const sentences = async (path) => {
  const { state, clips } = await (await fetch(`${path}/speech`)).json()
  const bare = (id) => document.getElementById(id).textContent.replace(/\s+/g, '')
  return { state, clips: clips.map((one, n) => {
    const next = clips[n + 1]?.id === one.id ? clips[n + 1].letters : undefined
    return { begin: one.begin, end: one.end, closes: one.closes, words: bare(one.id).slice(one.letters, next) }
  }) }
}
/** Which sentences are highlighted while they are heard. Runs in the page. */
const followVoice = async ({ clips, changes }) => {
  const [seen, wrong] = [[], []]
  const deadline = performance.now() + 30_000
  while (seen.length < changes && performance.now() < deadline) {
    const { currentTime } = test.recordings.at(-1)
    const words = test.highlighted().replace(/\s+/g, '')
    const one = clips.find((clip) => clip.words === words)
    if (words && words !== seen.at(-1)?.words) {
      seen.push({ words, begin: one?.begin })
      if (!one || currentTime < one.begin - 0.06 || currentTime > one.end + 0.06) wrong.push(`“${words}” at ${currentTime}`)
    }
    await new Promise(requestAnimationFrame)
  }
  return { seen, wrong }
}
if (plan.spoken) {
  await inWindow('the voice of the library', plan.spoken, async ({ page }) => {
    same('an offer before anybody asks for settings', await page.locator('#offer').isVisible(), false)
    await page.locator('#settings summary').press('Enter')
    await page.locator('#offer').waitFor()
    // The browser reads until the library's voice is made.
    await press(page, 'KeyP')
    await until(page, () => test.highlighted() !== '')
    await page.evaluate(() => test.finish())
    await tabTo(page, '#make')
    await page.keyboard.press('Enter')
    await until(page, (words) => document.getElementById('status').textContent === words, await said(page, 'making'))
    same('the focus', await page.evaluate(() => document.activeElement.id), 'play')
    same('the offer', await page.locator('#offer').isVisible(), false)
    const before = (await spoken(page)).at(-1)
    // It takes over at the same sentence.
    await until(page, () => test.recording()?.time > 0)
    same('the status', await status(page), await said(page, 'ready'))
    same('the sentence that the library begins with', await highlighted(page), before)
    same('the voice of the browser', await page.evaluate(() => test.isSpeaking()), false)
    same('the sound', (await page.evaluate(() => new URL(test.recordings.at(-1).src).pathname)).replace(/\d+\/speech\/speech\d+/, 'n/speech/speech'), '/read/n/speech/speech.mp3')
    for (let n = 0; n < 5; n += 1) await press(page, 'Period')
    const { rate, pitch } = await page.evaluate(() => test.recording())
    same('the speed and the pitch that is kept', [rate, pitch], [1.5, true])
    const { clips } = await page.evaluate(sentences, plan.spoken)
    // What is said between sentences has no words here: the picture of this chapter.
    const followed = await page.evaluate(followVoice, { clips, changes: 3 })
    same('what is wrong with the highlight', followed.wrong, [])
    const order = followed.seen.map(({ begin }) => begin)
    same('the order of sentences', order, [...order].sort((a, b) => a - b))
    // Back and forward go from sentence to sentence.
    await press(page, 'KeyP')
    await until(page, () => test.recording().paused)
    const here = await highlighted(page)
    await press(page, 'KeyB')
    same('what back says', await status(page), await highlighted(page))
    holds('back does not move', await highlighted(page) !== here)
    // What the chapter has after its last sentence is heard, too. The reading of this chapter ends with it.
    await page.evaluate(() => { document.getElementById('player').dataset.next = '' })
    const last = clips.at(-1)
    same('the last sentence closes its sound file', last.closes, true)
    for (let n = 0; n < clips.length; n += 1) await press(page, 'KeyN')
    await press(page, 'KeyP')
    await until(page, (end) => test.recording()?.time > end + 0.3, last.end)
    await until(page, (words) => document.getElementById('status').textContent === words, await said(page, 'ended'))
    // The choice of a voice is kept in this browser.
    await page.reload()
    await page.locator('#player[data-ready]').waitFor()
    same('the voice of the page', await page.locator('#voice').inputValue(), 'library')
    same('the offer of an existing voice', await page.locator('#offer').isVisible(), false)
    await page.locator('#settings summary').press('Enter')
    await page.locator('#voice').selectOption('browser')
    await press(page, 'KeyP')
    await until(page, () => test.spoken.length > 0)
    await page.reload()
    await page.locator('#player[data-ready]').waitFor()
    same('the voice that was chosen', await page.locator('#voice').inputValue(), 'browser')
  })
}

/** Gives a chapter a described image, as the pages of books have them. */
const describe = (context, path) => context.route(`**${path}`, async (route) => {
  const response = await route.fetch()
  const description = '<details class="b-description"><summary>Description</summary><p id="b.t">A bell lies in the mud.</p></details>'
  await route.fulfill({ response, body: (await response.text()).replace('</article>', `${description}</article>`) })
})
const SKIPPED = { notes: '[role=note] > p', pages: '.b-page', descriptions: '.b-description > p' }
for (const [name, path] of [['notes', plan.notes], ['pages', plan.pages], ['descriptions', plan.silent]]) {
  await inWindow(`skipping ${name}`, path, async ({ page }) => {
    // The reading of this chapter ends with it.
    await page.evaluate(() => { document.getElementById('player').dataset.next = '' })
    const words = await page.locator(`#text ${SKIPPED[name]}`).first().textContent()
    const begin = words.replace(/\s+/g, ' ').trim().slice(0, 30)
    const hear = async (skips) => {
      await page.locator(`#skip-${name}`).evaluate((box, wanted) => { if (box.checked !== wanted) box.click() }, skips)
      await page.evaluate(() => { test.spoken.length = 0 })
      await press(page, 'KeyP')
      // The voice may begin a moment later.
      await until(page, () => test.spoken.length > 0)
      return (await toTheEnd(page)).join(' ')
    }
    const [all, less] = [await hear(false), await hear(true)]
    holds(`“${begin}” is not read`, all.includes(begin))
    const times = (text) => text.split(begin).length - 1
    holds(`“${begin}” is read although it is skipped`, times(less) < times(all))
    same('the status at the end', await status(page), await said(page, 'ended'))
  }, { prepare: (context) => name === 'descriptions' && describe(context, path) })
}

await inWindow('the sleep timer', plan.silent, async ({ page }) => {
  await page.locator('#settings summary').press('Enter')
  await tabTo(page, '#sleep')
  await page.keyboard.press('ArrowDown')
  same('the minutes', await page.locator('#sleep').inputValue(), '5')
  await press(page, 'KeyP')
  await page.evaluate(() => { test.pass(4 * 60_000); test.finish() })
  same('speaking after four minutes', await page.evaluate(() => test.isSpeaking()), true)
  await page.evaluate(() => { test.pass(61_000); test.finish() })
  same('speaking after five minutes', await page.evaluate(() => test.isSpeaking()), false)
  same('the status', await status(page), await said(page, 'asleep'))
  same('the timer', await page.locator('#sleep').inputValue(), '0')
  // At the end of the chapter, the next one does not follow.
  await page.locator('#sleep').selectOption('chapter')
  await press(page, 'KeyP')
  await until(page, () => test.isSpeaking())
  const chapter = page.url()
  await toTheEnd(page)
  same('the status at the end', await status(page), await said(page, 'asleep'))
  same('the timer at the end', await page.locator('#sleep').inputValue(), '0')
  same('the chapter at the end', page.url(), chapter)
})

await inWindow('without a connection', plan.silent, async ({ context, page, writes }) => {
  await Promise.all([page.waitForResponse((response) => response.url().endsWith('/place')), press(page, 'KeyP')])
  await until(page, () => localStorage['openshelf-writes'] === '[]')
  await context.setOffline(true)
  for (let n = 0; n < 3; n += 1) {
    await page.evaluate(() => { test.pass(11_000); test.finish() })
    await until(page, () => JSON.parse(localStorage['openshelf-writes'] ?? '[]').length > 0)
  }
  await press(page, 'KeyP')
  // A place whose sending has not failed yet is kept next to the newest until it has.
  await until(page, () => JSON.parse(localStorage['openshelf-writes']).length === 1)
  const kept = await page.evaluate(() => JSON.parse(localStorage['openshelf-writes']))
  const before = writes.length
  const sent = page.waitForResponse((response) => response.url().endsWith('/place'))
  await context.setOffline(false)
  await sent
  await until(page, () => localStorage['openshelf-writes'] === '[]')
  same('the status of what was sent', writes.at(-1)?.status, 204)
  same('how many were sent', writes.length - before, 1)
  same('the place that was sent', writes.at(-1)?.fields.at, kept[0].fields.at)
  return { place: kept[0].fields.at }
})

await inWindow('highlights', plan.silent, async ({ page, writes }) => {
  const sent = () => page.waitForResponse((response) => response.url().endsWith('/highlights'))
  const shown = () => page.evaluate(() => [...(CSS.highlights.get('kept') ?? [])].map(String))
  const marked = () => page.evaluate(() => [...document.querySelectorAll('#text mark.b-kept')].map((one) => one.textContent))
  await press(page, 'KeyH')
  same('the status without words', await status(page), await said(page, 'nothing'))
  // Words inside a paragraph, as a screen reader selects them.
  const words = await page.evaluate(() => {
    const paragraph = [...document.querySelectorAll('#text p[id]')].find((one) => one.childNodes.length === 1 && one.textContent.length > 80)
    const node = paragraph.firstChild
    const begin = node.data.indexOf(' ', 10) + 1
    getSelection().setBaseAndExtent(node, begin, node, node.data.indexOf(' ', begin + 20))
    return getSelection().toString()
  })
  await tabTo(page, '#notes > summary')
  await page.keyboard.press('Enter')
  await tabTo(page, '#note')
  await page.keyboard.type('look again')
  await Promise.all([sent(), press(page, 'KeyH')])
  await until(page, (wanted) => document.getElementById('status').textContent === wanted, await said(page, 'saved'))
  same('what is highlighted', await shown(), [words])
  same('the note that is left', await page.locator('#note').inputValue(), '')
  // The sentence that is read aloud.
  await page.evaluate(() => getSelection().removeAllRanges())
  await press(page, 'KeyP')
  for (let n = 0; n < 3; n += 1) await page.evaluate(() => test.finish())
  const sentence = (await spoken(page)).at(-1)
  await until(page, (wanted) => test.highlighted() === wanted, sentence)
  await Promise.all([sent(), press(page, 'KeyH')])
  await until(page, () => CSS.highlights.get('kept').size === 2)
  same('refused', writes.filter(({ status }) => status !== 204), [])
  // The server shows the same words.
  await page.reload()
  same('what the page marks', (await marked()).map((one) => one.trim()).sort(), [words, sentence].sort())
  return { words, sentence }
})

await browser.close()
console.log(JSON.stringify(report, null, 1))
process.exitCode = report.faults.length ? 1 : 0
