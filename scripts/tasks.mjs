#!/usr/bin/env node
// What readers come to the library for, from end to end, in a real browser by keyboard alone: only the home page is opened
// by its address.
//
//   node scripts/tasks.mjs PLAN.json      (or - for standard input)
//
// PLAN.json:
//   { "base": "http://127.0.0.1:8080",
//     "username", "password",    of a reader who may have all books
//     "closed": "TITLE",         a title that guests may not have
//     "scripted": true,          whether the browser runs scripts
//     "open": "TITLE",           a title that everybody may have
//     "narrated": "TITLE",       a title with recordings
//     "narratedChapter": "NAME",     a chapter of it that has them
//     "periodical": "TITLE",
//     "document": "BASE64" }         a PDF
//
// A plan with "staff" and "rounds" is for the tasks of staff-tasks.mjs, which says what is in it.
//
// Standard output is one JSON object:
//   { "done": { "TASK": what it found, or null },
//     "heard": { "TASK": ["line"] },    with script, and of staff also without: what a screen reader says on the way, from
//                                       the top of each page to what is used there; without dates and what differs from
//                                       run to run
//     "faults": ["a sentence for everything that is wrong"] }
// Exit code 0 when "faults" is empty. Environment as in shared.mjs.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { heard, inScreenReader, input, launch, painted } from './shared.mjs'
import { STAFF_TASKS } from './staff-tasks.mjs'

const plan = input()
const report = { done: {}, heard: {}, faults: [] }
const PATIENCE = 30_000
/** More stops of the Tab key than any page has. */
const STOPS = 600

/** What has the focus, by its accessible name. Runs in the page. */
const focused = () => {
  const at = document.activeElement
  if (!at || at === document.body) return null
  const words = (element) => element?.textContent.replace(/\s+/g, ' ').trim() ?? ''
  const labels = at.labels?.length ? [...at.labels] : [document.getElementById(at.getAttribute('aria-labelledby'))]
  const label = labels.map(words).join(' ')
  const style = getComputedStyle(at)
  return {
    kind: at.localName === 'input' ? at.type : at.localName,
    name: at.getAttribute('aria-label') || label || words(at),
    group: words(at.closest('fieldset')?.querySelector('legend')),
    visible: (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none',
  }
}

/** The passwords that are typed. */
const PASSWORDS = [plan, ...Object.values(plan.staff ?? {})].map((one) => one.password).filter(Boolean)

/** What differs from run to run, in other words. */
const stable = (line) => PASSWORDS.reduce((text, one) => text.replaceAll(one, '••••'), line)
  .replaceAll(plan.base, 'http://library.example')
  .replace(/\b(\d{1,2} [A-Z][a-z]+|[A-Z][a-z]+ \d{1,2},) 20\d\d\b|\b20\d\d-\d\d-\d\d\b/g, 'DATE')
  .replace(/\b\d\d:\d\d\b/g, 'TIME')
  // What happens twice in a minute is numbered.
  .replace(/TIME UTC \(\d+\)/g, 'TIME UTC')
  .replace(/\b\d+ KB\b/g, 'SIZE')
  .replace(/The copy is (being made|ready)\./g, 'The copy is ordered.')
  .replace(/(^|signs in as )[a-z]+-\d\d(?=$|,)/, '$1NAME')

/** The lines without recommendations, which follow what is read elsewhere at the same time. */
const withoutRecommendations = (lines) => {
  let skipped = false
  return lines.filter((line) => {
    if (/^region,/.test(line)) skipped = line === 'region, Recommended for me'
    return !skipped
  })
}

/** A reader at the keyboard. */
class Reader {
  constructor(page, lines) { Object.assign(this, { page, lines }) }

  /** Notes what a screen reader says from the top of the page, or from the words `from`, to what has the focus; to the
   * words `until`, or to the end, if nothing in the main part has it or if it is `whole`. The focus stays. */
  async hear({ from = '', until = '', whole = false } = {}) {
    if (!this.lines || this.isPassingBy) return
    const { phrases, secrets } = await inScreenReader(this.page, `(async () => {
      const main = document.querySelector('main')
      const focus = document.activeElement
      const target = ${whole} || focus === document.body || focus === main ? null : focus
      const secrets = [...main.querySelectorAll('code')].map((one) => one.textContent)
      // What is folded away is not heard.
      const folded = [...document.querySelectorAll('details:not([open]) > :not(summary)')]
      folded.forEach((one) => one.setAttribute('aria-hidden', 'true'))
      // A chapter has parts before its main part, which are heard on the way to the text.
      const whole = !!document.getElementById('player') || (target && !main.contains(target))
      const container = whole ? document.body : main
      await screenReader.start({ container })
      const last = container === main ? 'end of main' : 'end of document'
      for (let steps = 0; steps < 2000; steps += 1) {
        const said = await screenReader.lastSpokenPhrase()
        const at = screenReader.activeNode
        if (said === last || (target && (at === target || target.contains(at)))) break
        if (${JSON.stringify(until)} && said.includes(${JSON.stringify(until)})) break
        await screenReader.next()
      }
      const all = await screenReader.spokenPhraseLog()
      const phrases = document.getElementById('player') ? all.slice(all.indexOf('end of banner') + 1) : all
      await screenReader.stop()
      folded.forEach((one) => one.removeAttribute('aria-hidden'))
      return { phrases, secrets }
    })()`)
    // A sign alone, such as the dot of a name that is spelled, is no secret.
    const hidden = secrets.filter((one) => one.length > 1 && !one.startsWith('http'))
    // A code may be a part of a password.
    hidden.sort((one, other) => other.length - one.length)
    const known = (line) => hidden.reduce((text, one) => text.replaceAll(one, 'SECRET'), line)
    const first = Math.max(phrases.findIndex((one) => one.includes(from)), 0)
    const lines = withoutRecommendations(heard(phrases.slice(first))).map(known).map(stable)
    this.lines.push(`## ${stable(await this.page.title())}`, ...lines, '')
  }

  /** What a screen reader says by itself while something happens. */
  async announced(act) {
    if (!this.lines) return act()
    await inScreenReader(this.page, 'screenReader.start({ container: document.body })')
    const result = await act()
    const log = await inScreenReader(this.page, `(async () => {
      await new Promise((done) => setTimeout(done, 50))
      const log = await screenReader.spokenPhraseLog()
      await screenReader.stop()
      return log
    })()`)
    this.lines.push(...log.filter((line) => /^(polite|assertive): ./.test(line)).filter((line, n, all) => line !== all[n - 1]))
    return result
  }

  /** What has the focus when a page opens is what a screen reader says first. */
  async arrives() {
    if (!this.lines) return
    // The browser moves the focus when it draws the page, which may be after it was loaded. The page itself has no timers
    // where it runs no scripts.
    const isThere = () => {
      const wanted = document.querySelector('[autofocus]')
      return !wanted || wanted.contains(document.activeElement)
    }
    const end = performance.now() + PATIENCE
    while (!(await this.page.evaluate(isThere)) && performance.now() < end) await this.page.waitForTimeout(20)
    const at = await this.page.evaluate(focused)
    if (at) this.lines.push(`(the focus is on: ${stable(at.name)})`)
  }

  /** Presses Tab until something of a kind has the focus that has this name. */
  async reach(kinds, name, { from = 'here' } = {}) {
    const wanted = (one) => one && kinds.includes(one.kind) && name.test(one.name)
    if (from === 'here' && wanted(await this.page.evaluate(focused))) return
    for (let presses = 0; presses < STOPS; presses += 1) {
      await this.page.keyboard.press('Tab')
      const one = await this.page.evaluate(focused)
      if (one && !one.visible) throw new Error(`the focus cannot be seen on ${one.kind} “${one.name}”`)
      if (wanted(one)) return
    }
    throw new Error(`${this.page.url()}: the Tab key does not reach ${kinds.join(' or ')} ${name}`)
  }

  async leads(act) {
    await this.hear()
    const before = this.page.waitForEvent('framenavigated', { predicate: (frame) => frame === this.page.mainFrame() })
    await Promise.all([before, act()])
    await this.page.waitForLoadState('load')
    // A chapter is whole when its script has found out which voices there are.
    const isWhole = () => document.getElementById('player')?.dataset.ready !== undefined || !document.getElementById('player')
    if (plan.scripted) await this.page.waitForFunction(isWhole, null, { timeout: PATIENCE })
    await this.arrives()
  }

  /** Chooses a file in the window of the system that the key opens. */
  async file(name, file) {
    await this.reach(['file'], name)
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.page.keyboard.press('Enter')])
    await chooser.setFiles(file)
  }

  async link(name) {
    await this.reach(['a'], name, { from: 'next' })
    await this.leads(() => this.page.keyboard.press('Enter'))
  }

  async button(name) {
    await this.reach(['button'], name)
    await this.leads(() => this.page.keyboard.press('Enter'))
  }

  async field(name, text) {
    await this.reach(['text', 'search', 'password', 'number', 'email', 'textarea'], name)
    await this.page.keyboard.press('Control+A')
    await this.page.keyboard.type(text)
  }

  async check(name) {
    await this.reach(['checkbox'], name)
    await this.page.keyboard.press('Space')
  }

  /** One of several choices: Tab reaches the chosen one or the first, arrow keys the others. */
  async choose(group, name) {
    for (let presses = 0; presses < STOPS; presses += 1) {
      const one = await this.page.evaluate(focused)
      if (one?.kind === 'radio' && group.test(one.group)) break
      await this.page.keyboard.press('Tab')
    }
    await this.page.keyboard.press('Space')
    for (let presses = 0; presses < 200; presses += 1) {
      const one = await this.page.evaluate(focused)
      if (one?.kind === 'radio' && name.test(one.name)) return
      await this.page.keyboard.press('ArrowDown')
    }
    throw new Error(`${this.page.url()}: no choice ${name}`)
  }

  /** One of the options of a list that stays closed. */
  async select(name, option) {
    await this.reach(['select'], name)
    const chosen = () => this.page.evaluate(() => document.activeElement.selectedOptions[0].textContent.trim())
    await this.page.keyboard.press('Home')
    for (let presses = 0; presses < 200; presses += 1) {
      const before = await chosen()
      if (option.test(before)) return
      await this.page.keyboard.press('ArrowDown')
      if (await chosen() === before) break
    }
    throw new Error(`${this.page.url()}: no option ${option}`)
  }

  async opens(summary) {
    await this.reach(['summary'], summary)
    await this.page.keyboard.press('Enter')
  }

  async text() { return (await this.page.locator('#status, main').allInnerTexts()).join('\n') }

  async reads(words) {
    const text = await this.text()
    if (!text.includes(words)) throw new Error(`${this.page.url()} does not say “${words}”: ${text.slice(0, 400)}`)
  }

  /** Passes pages that were heard before, or that say what nobody else may know: only what has the focus when they open
   * is noted. */
  async passesBy(act) {
    this.isPassingBy = true
    const result = await act()
    this.isPassingBy = false
    return result
  }

  async signIn({ username, password } = plan) {
    await this.field(/user name/i, username)
    await this.field(/password/i, password)
    await this.leads(() => this.page.keyboard.press('Enter'))
  }

  async home() {
    await this.page.goto(plan.base)
    await painted(this.page)
  }

  async homeSignedIn(user = plan) {
    await this.home()
    await this.link(/^Sign in$/)
    await this.signIn(user)
  }

  async find(title) {
    await this.link(/^Home$/)
    await this.field(/.*/, title)
    await this.leads(() => this.page.keyboard.press('Enter'))
    await this.link(new RegExp(`^${title}`))
  }

  /** Opens the book that is shown; its page loads itself until the book is prepared. */
  async read() {
    await this.link(/^Read/)
    await this.page.getByRole('heading', { name: 'Contents' }).waitFor()
  }

  /** Asks for a copy, waits for it as the page does, and returns the name of the file and a hash of what is in it. */
  async download(name) {
    const file = this.page.waitForEvent('download')
    await this.reach(['button'], name)
    await this.hear()
    await this.page.keyboard.press('Enter')
    // The file comes immediately, or the page of the copy loads itself until there is a link.
    const link = this.page.locator('main a[download]')
    await Promise.race([file, link.waitFor().catch(() => {})])
    if (await link.isVisible()) {
      await this.reach(['a'], /^Save the file$/, { from: 'next' })
      await this.page.keyboard.press('Enter')
    }
    const got = await file
    return { name: got.suggestedFilename(), hash: createHash('sha256').update(readFileSync(await got.path())).digest('hex') }
  }
}

const TASKS = {
  async 'find a book in braille by accessibility'(reader) {
    await reader.home()
    await reader.link(/more|all filters|accessib/i)
    await reader.check(/^All of it/)
    await reader.check(/^Braille \(BRF\)/)
    await reader.button(/^(Show|Apply|Search)/)
    await reader.link(new RegExp(`^${plan.open}`))
    await reader.reads('Braille (BRF)')
    await reader.hear({ until: 'Download as Braille (BRF)' })
  },

  async 'learn why a book is closed, and open it'(reader) {
    await reader.home()
    await reader.find(plan.closed)
    await reader.reads('Sign in to get this book.')
    await reader.hear({ until: 'Get this book' })
    await reader.reach(['a'], /^Home$/)
    await reader.reach(['a'], /^Sign in$/, { from: 'next' })
    await reader.link(/^Sign in$/)
    await reader.signIn()
    await reader.reads(plan.closed)
    await reader.read()
  },

  async 'download in DAISY'(reader) {
    await reader.homeSignedIn()
    await reader.find(plan.open)
    const { name } = await reader.download(/DAISY text/)
    if (!name.endsWith('.zip')) throw new Error(`${name} is not a DAISY book`)
  },

  async 'change the braille grade, and get the other file'(reader) {
    await reader.homeSignedIn()
    const files = []
    for (const grade of [/^Uncontracted|grade 1/i, /^Contracted|grade 2/i]) {
      await reader.link(/account/i)
      await reader.link(/preferences/i)
      await reader.choose(/grade|contract/i, grade)
      await reader.button(/^Save/)
      await reader.find(plan.open)
      files.push((await reader.download(/BRF/)).hash)
    }
    if (files[0] === files[1]) throw new Error('the file is the same')
  },

  async 'read a chapter, and continue elsewhere'(reader, { another }) {
    await reader.homeSignedIn()
    await reader.find(plan.open)
    await reader.read()
    await reader.link(/^Read from the beginning$/)
    await reader.link(/^Next chapter/)
    await reader.link(/^Next chapter/)
    const chapter = new URL(reader.page.url()).pathname
    const other = await another()
    await other.homeSignedIn()
    await other.find(plan.open)
    await other.read()
    await other.link(/^Continue with/)
    const found = new URL(other.page.url()).pathname
    await other.hear({ until: 'heading,' })
    if (found !== chapter) throw new Error(`the other browser continues at ${found}, not at ${chapter}`)
  },

  async 'read along at 1.5'(reader, { scripted }) {
    await reader.homeSignedIn()
    await reader.find(plan.narrated)
    await reader.read()
    await reader.link(new RegExp(`^${plan.narratedChapter}$`))
    if (!scripted) {
      // Reading aloud is of the script; without it the chapter is there to be read.
      if (await reader.page.locator('#player').isVisible()) throw new Error('there are buttons that do nothing')
      return
    }
    await reader.opens(/^Voice/)
    await reader.field(/^Speed/, '1.5')
    await reader.page.keyboard.press('Tab')
    await reader.hear({ until: 'Forward one sentence' })
    await reader.announced(async () => {
      await reader.page.keyboard.press('Alt+Shift+KeyP')
      await reader.page.waitForFunction(() => window.recordings.at(-1)?.currentTime > 0.1)
    })
    const rate = await reader.page.evaluate(() => window.recordings.at(-1).playbackRate)
    if (rate !== 1.5) throw new Error(`the speed is ${rate}`)
    await reader.reads('Reading aloud.')
  },

  async 'make a highlight'(reader, { scripted }) {
    await reader.homeSignedIn()
    await reader.find(plan.narrated)
    await reader.read()
    await reader.link(new RegExp(`^${plan.narratedChapter}$`))
    if (scripted) {
      await reader.page.keyboard.press('Alt+Shift+KeyP')
      await reader.page.waitForFunction(() => window.recordings.at(-1)?.currentTime > 0.1)
      await reader.page.keyboard.press('Alt+Shift+KeyP')
      await reader.announced(async () => {
        await reader.page.keyboard.press('Alt+Shift+KeyH')
        await reader.page.locator('#status', { hasText: 'The highlight is saved.' }).waitFor()
      })
      return reader.page.evaluate(() => String([...CSS.highlights.get('kept')][0]).trim())
    }
    await reader.link(/^Highlight a paragraph$/)
    await reader.choose(/^Paragraph$/, /.{40}/)
    const { name } = await reader.page.evaluate(focused)
    const words = name.split(' ').slice(1, 4).join(' ')
    await reader.field(/^Words$/, words)
    await reader.button(/^Save the highlight$/)
    await reader.reads('The highlight is saved.')
    return words
  },

  async 'follow a periodical'(reader) {
    await reader.homeSignedIn()
    await reader.link(/^Periodicals$/)
    await reader.link(new RegExp(`^${plan.periodical}`))
    await reader.button(/^Follow$/)
    await reader.reads('You follow this periodical.')
    const at = await reader.page.evaluate(focused)
    if (!at?.name.startsWith('You follow')) throw new Error(`the focus is not on what was done, but on ${at?.name}`)
    await reader.link(/^My shelf$/)
    await reader.reads(plan.periodical)
    await reader.hear({ until: 'My documents' })
    await reader.link(/^Latest edition:/)
    await reader.reads('Get this edition')
  },

  async 'upload a document, and get the book'(reader) {
    await reader.homeSignedIn()
    await reader.link(/^My shelf$/)
    await reader.link(/^My documents$/)
    await reader.field(/^Name of the document$/, 'Letter from the school')
    const buffer = Buffer.from(plan.document, 'base64')
    await reader.file(/^File$/, { name: 'letter.pdf', mimeType: 'application/pdf', buffer })
    await reader.button(/^Upload the file$/)
    await reader.reads('Letter from the school')
    // The page looks again by itself until there is a book.
    await reader.page.locator('#standing', { hasText: 'The book is ready.' }).waitFor()
    const { name } = await reader.download(/EPUB/)
    if (!name.endsWith('.epub')) throw new Error(`${name} is not an EPUB`)
    return name
  },

  async 'revoke a device'(reader, { scripted }) {
    const device = scripted ? 'Kobo' : 'Tolino'
    await reader.homeSignedIn()
    await reader.link(/account/i)
    await reader.link(/devices/i)
    await reader.field(/name/i, device)
    await reader.button(/^Add the device$/)
    await reader.reads(`${device} is ready`)
    await reader.link(/^Back to the devices$/)
    await reader.button(new RegExp(`^Revoke ${device}$`))
    await reader.button(/^Revoke the device$/)
    await reader.hear({ whole: true })
    if ((await reader.text()).includes(`Revoke ${device}`)) throw new Error('the device is still there')
  },
}

const browser = await launch()

/** What recordings do is seen by those that the page makes. Runs in the page. */
function record() {
  const Recording = window.Audio
  window.recordings = []
  window.Audio = function () {
    const recording = new Recording()
    window.recordings.push(recording)
    return recording
  }
}

/** Does a task in windows of its own. The round says whether they run scripts. */
async function perform(task, act, round) {
  const { scripted } = round
  const contexts = []
  const lines = scripted || plan.staff ? [] : null
  const another = async () => {
    const context = await browser.newContext({ javaScriptEnabled: scripted, locale: 'en', viewport: { width: 1280, height: 800 } })
    contexts.push(context)
    context.setDefaultTimeout(PATIENCE)
    await context.addInitScript(record)
    const page = await context.newPage()
    // From now on the browser hands over its windows for files; asking only when one opens can be too late.
    page.on('filechooser', () => {})
    return new Reader(page, lines)
  }
  try {
    report.done[task] = await act(await another(), { scripted, another, plan, round }) ?? null
    if (lines) report.heard[task] = lines
  } catch (error) {
    report.faults.push(`${task}: ${error.message}`)
  }
  for (const context of contexts) await context.close()
}

const tasks = Object.entries(plan.staff ? STAFF_TASKS : TASKS)
for (const round of plan.rounds ?? [plan]) {
  const isRepeated = plan.rounds && !round.scripted
  for (const [task, act] of tasks) await perform(isRepeated ? `${task}, without script` : task, act, round)
}
await browser.close()
console.log(JSON.stringify(report, null, 1))
process.exitCode = report.faults.length ? 1 : 0
