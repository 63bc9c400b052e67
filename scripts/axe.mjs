#!/usr/bin/env node
// Tries the pages of a running server in a real browser: axe's rules, narrow and zoomed windows, and a whole
// sign-in by keyboard with scripts turned off.
//
//   node scripts/axe.mjs PLAN.json      (or - for standard input)
//
// PLAN.json:
//   { "authorize": "http://127.0.0.1:8080/oauth/authorize?response_type=code&...",   optional
//     "redirect": "http://127.0.0.1:8765/callback",    where the server sends the browser; need not exist
//     "username": "...", "password": "...",
//     "pages": ["http://127.0.0.1:8080/docs", ...],     optional: other pages to check; each an address, or
//              { "address", "name", "status", "cookies": [ { "name", "value" } ], "spoken": true, "narrow": true: in the
//                smallest window alone,
//                "sent": { "status", "body", "headers": { "name": "value" } }: what the server has sent earlier at this
//                address, for a state that has passed,
//                "unscripted": true: as a browser shows it that runs no script (axe itself is one),
//                "window": { what playwright's newContext takes: "locale", "colorScheme", "forcedColors",
//                            "javaScriptEnabled" } }
//     "forms": [ { "address": "...", "fill": { "FIELD": "text" | true } } ],    optional: pages with a form, which is
//              sent empty and then filled in, by keyboard; each page on the way is checked
//     "walks": [ { "name": "...", "address": "...", "steps": [ { "name": "...", "fill": { "FIELD": "text" },
//              "press": "CSS SELECTOR", "status": 200 } ] } ],    optional: from page to page in one window, each step
//              fills fields in and presses a button or link by keyboard; each page on the way is checked, but those with
//              "passed": true, which another entry has checked already
//     "screenshots": "FOLDER" }                         optional
//
// Standard output is one JSON object:
//   { "pages": [ { "name": "sign-in" | "wrong-password" | "consent" | address,
//                  "url", "status", "title", "lang",
//                  "violations": [ { "id", "impact", "help", "window", "nodes": ["selector: html"] } ],
//                  "incomplete": ["rule id", ...],      what axe could not decide
//                  "small": [ "element" ],    buttons and fields that are less than 44 pixels high
//                  "overflow": [ { "width", "height", "scrollWidth" } ],   windows that scroll sideways
//                  "invalid": ["rule: sentence"],    what html-validate finds in the source
//                  "bytes": of the page over the wire, compressed, with its style sheet, without pictures
//                  "spoken": ["phrase"],    what a screen reader says from the top to the bottom, if it was asked for
//                  "errors": ["..."] } ],               console: blocked by the page's own policy, script errors
//     "forms": [ { "address", "statuses": [of the page, of the empty form, of the whole one] } ],
//     "redirect": "address the approval led to",
//     "keyboard": { "stops": [ { "page", "element", "focusVisible" } ], "redirect": "..." },
//     "faults": ["a sentence for everything that is wrong"] }
// Exit code 0 when "faults" is empty.
//
// Environment as in shared.mjs.

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { inScreenReader, input, launch, load, painted } from './shared.mjs'

const { HtmlValidate } = load('html-validate')
const axeSource = readFileSync(load.resolve('axe-core/axe.min.js'), 'utf8')
const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // Lists without bullets say that they are lists: a browser forgets it otherwise.
    'no-redundant-role': 'off',
    // A page about work in progress loads itself again only without script, and has a link that stops this.
    'meta-refresh': 'off',
    // The region that scrolls a table of a book is not a section of the book.
    'prefer-native-element': ['error', { exclude: ['region'] }],
  },
})

const plan = input()
const report = { pages: [], forms: [], redirect: null, keyboard: null, faults: [] }

// A usual window; a small telephone; a window of 1280 x 1024 at 400 % zoom (WCAG 1.4.10).
const USUAL = { width: 1280, height: 800 }
const NARROW = { width: 320, height: 640 }
const ZOOMED = { width: 320, height: 256 }
// What dark colors change. (In forced colors, axe compares the page's own text color with the system's background, though
// the browser shows neither text nor background in the page's colors: only states of their own have these.)
const COLOR_RULES = ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block']
// What a narrow window can change: it moves, shortens and hides elements, and their texts and colors stay.
const NARROW_RULES = ['button-name', 'label', 'link-name', 'page-has-heading-one', 'region', 'scrollable-region-focusable', 'select-name', 'target-size']
const PATIENCE = 20_000
const APPROVE = /approve|allow|authori[sz]e|accept|yes/i
const DENY = /deny|refuse|cancel|reject|don.t\b|\bnot?\b/i

const fault = (sentence) => report.faults.push(sentence)

/** A window of its own, which notes the redirect to the app. */
async function openWindow(browser, options) {
  const context = await browser.newContext({ viewport: USUAL, ...options })
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()
  const caught = { redirect: null, status: null, errors: [], source: null, bytes: 0, asked: 0, pending: 0 }
  page.on('console', (message) => message.type() === 'error' && caught.errors.push(message.text()))
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) {
      caught.status = response.status()
      caught.source = response
    }
  })
  page.on('request', () => { caught.asked += 1; caught.pending += 1 })
  page.on('requestfailed', () => { caught.pending -= 1 })
  page.on('requestfinished', async (request) => {
    caught.pending -= 1
    if (['document', 'stylesheet', 'script'].includes(request.resourceType())) {
      // What is not from the network has no size.
      caught.bytes += (await request.sizes().catch(() => null))?.responseBodySize ?? 0
    }
  })
  page.on('pageerror', (error) => caught.errors.push(String(error)))
  // The browser asks for an icon by itself; whether there is one is no matter of the page.
  await context.route('**/favicon.ico', (route) => route.fulfill({ status: 204, body: '' }))
  // The app itself is not there: the address that the browser is sent to is noted, and nothing answers it.
  page.on('request', (request) => {
    if (plan.redirect && request.isNavigationRequest() && request.url().split('?')[0] === plan.redirect) {
      caught.redirect = request.url()
    }
  })
  return { context, page, caught, isLight: !options.colorScheme && !options.forcedColors }
}

/** Waits until the page has loaded nothing for a moment. */
async function quiet({ page, caught }) {
  const end = performance.now() + PATIENCE
  for (let asked = -1; caught.pending > 0 || caught.asked > asked;) {
    if (performance.now() > end) throw new Error(`${page.url()} loads without end`)
    asked = caught.asked
    await page.waitForTimeout(100)
  }
}

/** What a browser without script has of a page. */
async function withoutScript(route) {
  const response = await route.fetch()
  const text = await response.text()
  const body = text.replace(/<script\b.*?<\/script>|<meta http-equiv="refresh"[^>]*>|<\/?noscript>/gs, '')
  await route.fulfill({ response, body })
}

/** Runs rules of axe in the page, or else all of them: those of WCAG up to level AAA, best practices, experimental and
 * deprecated ones. By the debugger, which the page's content policy does not hold back. */
async function axe(context, page, rules = null) {
  const cdp = await context.newCDPSession(page)
  try {
    const { result: loaded } = await cdp.send('Runtime.evaluate', { expression: 'typeof axe' })
    if (loaded.value !== 'object') await cdp.send('Runtime.evaluate', { expression: axeSource })
    const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
      expression: `axe.run(document, {
        resultTypes: ['violations', 'incomplete'],
        runOnly: ${JSON.stringify(rules)} ?? axe.getRules().map(({ ruleId }) => ruleId),
      }).then(({ violations, incomplete }) => JSON.stringify({ violations, incomplete }))`,
      awaitPromise: true,
    })
    if (exceptionDetails) throw new Error(`axe: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`)
    return JSON.parse(result.value)
  } finally {
    await cdp.detach()
  }
}

/** Everything that a screen reader says of the page, phrase by phrase. */
const spoken = (page) => inScreenReader(page, `(async () => {
  await screenReader.start({ container: document.body })
  for (let steps = 0; steps < 2000; steps += 1) {
    if (await screenReader.lastSpokenPhrase() === 'end of document') break
    await screenReader.next()
  }
  const log = await screenReader.spokenPhraseLog()
  await screenReader.stop()
  return log
})()`)

/** What is wrong with the source of the page, as the server sent it. */
async function invalid(response) {
  const { results } = await validator.validateString(await response.text())
  return results.flatMap(({ messages }) => messages.map(({ ruleId, line, message }) => `${ruleId} (line ${line}): ${message}`))
}

/** Buttons, fields, and links that stand alone or in lists of links, that are too low to be hit easily. */
const lowTargets = () => {
  const height = (element) => element.getBoundingClientRect().height
  // Links within sentences are as high as their line, and those in a book's text are the book's.
  const isAlone = (link) => {
    let block = link.parentElement
    while (getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
    const rest = block.cloneNode(true)
    rest.querySelectorAll('a, button, h2, h3').forEach((element) => element.remove())
    return !/[\p{L}\p{N}]/u.test(rest.textContent)
  }
  const links = [...document.querySelectorAll('a[href]')].filter((link) => !link.closest('.book-text') && isAlone(link))
  const fields = [...document.querySelectorAll('button, a.button, .people a, .wide td > a, .links a, .nav a, .chips a, summary, select, textarea, input:not([type=hidden], [type=radio], [type=checkbox])')]
  // A box to tick is as high as its label, which ticks it, too.
  const boxes = [...document.querySelectorAll('input:is([type=radio], [type=checkbox])')]
    .map((box) => [box, ...box.labels].reduce((high, one) => (height(one) > height(high) ? one : high)))
  return [...new Set([...links, ...fields, ...boxes])]
    .filter((element) => element.checkVisibility())
    .filter((element) => height(element) < 44)
    .map((element) => element.outerHTML.slice(0, 200))
}

/** Links with the same name that lead to different places: out of context nobody can tell them apart. */
const sameNames = () => {
  const targets = new Map()
  const links = [...document.querySelectorAll('a[href]')].filter((link) => link.checkVisibility() && !link.closest('.book-text, .toc, .wide'))
  for (const link of links) {
    const pictures = [...link.querySelectorAll('img')].map((picture) => picture.alt).join(' ')
    const name = (link.getAttribute('aria-label') ?? `${pictures} ${link.textContent}`).replace(/\s+/g, ' ').trim()
    targets.set(name, (targets.get(name) ?? new Set()).add(link.href))
  }
  return [...targets].filter(([, places]) => places.size > 1).map(([name, places]) => `${name}: ${[...places].join(', ')}`)
}

/** Texts and buttons whose lines are shorter than two and a half times their letters are high, that is about five letters,
 * though they are longer; and texts next to a cover, which can be below it. */
const squeezed = () => {
  const texts = [...document.querySelectorAll('main :is(p, li, dd, h1, h2, h3, legend, label, button, a.button, summary)')]
  const letters = (text) => {
    const { paddingLeft, paddingRight, fontSize } = getComputedStyle(text)
    return (text.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)) / parseFloat(fontSize)
  }
  // The words of a sign are for the ear.
  const isSign = (text) => [...text.querySelectorAll('.label')].some((words) => words.offsetWidth < 2)
  const isShort = (text) => text.clientWidth < 2 || isSign(text) || text.textContent.trim().length * 0.35 < letters(text)
  const narrow = [...document.querySelectorAll('.book > div')].filter((text) => text.clientWidth < 0.85 * innerWidth && letters(text) < 9)
  return texts.filter((text) => text.checkVisibility() && !text.closest('.book-text') && !isShort(text) && letters(text) < 2.5)
    .concat(narrow).map((text) => text.outerHTML.slice(0, 120))
}

/** Looks at the page that is open now, in every window size, and adds it to the report. */
async function look({ context, page, caught, isLight }, name, status, sizes = [USUAL, NARROW, ZOOMED]) {
  const found = {
    name,
    url: page.url(),
    status,
    title: await page.title(),
    lang: await page.evaluate(() => document.documentElement.lang),
    violations: [],
    incomplete: [],
    overflow: [],
    small: [],
    errors: [],
    invalid: caught.source ? await invalid(caught.source) : [],
    bytes: 0,
  }
  const note = ({ violations, incomplete }, window) => {
    for (const { id, impact, help, nodes } of violations) {
      const places = nodes.map((node) => `${node.target.join(' ')}: ${node.html}`)
      found.violations.push({ id, impact, help, window, nodes: places })
      fault(`${name} at ${window}: ${id} (${help}): ${places[0]}`)
    }
    found.incomplete = [...new Set([...found.incomplete, ...incomplete.map(({ id }) => id)])]
  }
  found.invalid.forEach((text) => fault(`${name}: ${text}`))
  for (const name of await page.evaluate(sameNames)) fault(`${found.name}: links of one name and different places: ${name}`)
  for (const size of sizes) {
    await page.setViewportSize(size)
    const scrollWidth = await page.evaluate(() => document.scrollingElement.scrollWidth)
    if (scrollWidth > size.width) {
      found.overflow.push({ ...size, scrollWidth })
      fault(`${name}: scrolls sideways at ${size.width} x ${size.height} (${scrollWidth} wide)`)
    }
    for (const text of await page.evaluate(squeezed)) fault(`${name} at ${size.width}: too narrow: ${text}`)
    for (const element of await page.evaluate(lowTargets)) {
      if (!found.small.includes(element)) fault(`${name} at ${size.width}: less than 44 pixels high: ${element}`)
      found.small.push(element)
    }
    // What axe finds depends on the width alone.
    if (size !== NARROW || !sizes.includes(ZOOMED)) note(await axe(context, page, size === sizes[0] ? null : NARROW_RULES), `${size.width}`)
    if (plan.screenshots) {
      mkdirSync(plan.screenshots, { recursive: true })
      const file = `${name.replace(/[^a-z0-9]+/gi, '-')}-${size.width}x${size.height}.png`
      await page.screenshot({ path: join(plan.screenshots, file), fullPage: true })
    }
  }
  if (isLight) {
    await page.emulateMedia({ colorScheme: 'dark' })
    note(await axe(context, page, COLOR_RULES), `${sizes.at(-1).width}, dark`)
    await page.emulateMedia({ colorScheme: 'light' })
  }
  found.bytes = caught.bytes
  await page.setViewportSize(USUAL)
  if (!found.title) fault(`${name}: no title`)
  if (!found.lang) fault(`${name}: the page does not name its language`)
  // A refusal (401, 429) is logged by the browser as an error of the network; it is none of the page.
  found.errors = caught.errors.splice(0).filter((text) => !text.startsWith('Failed to load resource'))
  found.errors.forEach((text) => fault(`${name}: ${text}`))
  report.pages.push(found)
}

/** Waits until `action` has led to another page, and answers with its status. */
async function opening({ page, caught }, action) {
  const arrived = page.waitForEvent('framenavigated', { predicate: (frame) => frame === page.mainFrame() })
  // A page whose policy forbids the redirect stays where it is, and says so on the console only.
  const stuck = (error) => { throw new Error(`${page.url()} leads nowhere: ${caught.errors.join('; ') || error}`) }
  await Promise.all([arrived.catch(stuck), action()])
  await page.waitForLoadState('load')
  return caught.status
}

const nameField = (page) => page.locator('form:has(input[type=password]) input:is([type=text], [type=email], :not([type]))').first()
const passwordField = (page) => page.locator('input[type=password]').first()

async function signInByMouse(browser) {
  const window = await openWindow(browser, {})
  const { page, caught, context } = window
  const status = (await page.goto(plan.authorize)).status()
  await look(window, 'sign-in', status)

  const submit = async (password) => {
    await nameField(page).fill(plan.username)
    await passwordField(page).fill(password)
    return opening(window, () => page.locator('form:has(input[type=password]) :is(button, input[type=submit])').first().click())
  }
  const refused = await submit(`${plan.password}-not`)
  await look(window, 'wrong-password', refused)
  if ((await passwordField(page).count()) === 0) fault('wrong-password: no second attempt is offered')

  const taken = await submit(plan.password)
  await look(window, 'consent', taken)
  const buttons = await page.locator('button, input[type=submit]').all()
  for (const button of buttons) {
    const words = `${await button.innerText()} ${(await button.getAttribute('value')) ?? ''}`
    if (APPROVE.test(words) && !DENY.test(words)) {
      await opening(window, () => button.click())
      break
    }
  }
  report.redirect = caught.redirect
  if (!caught.redirect) fault('approving did not lead to the app')
  await context.close()
}

/** What has the focus: enough to tell the stops of the Tab key apart. */
const focused = (page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body) return null
    const style = getComputedStyle(at)
    const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0
    return {
      tag: at.tagName.toLowerCase(),
      type: at.getAttribute('type') ?? '',
      words: `${at.innerText ?? ''} ${at.getAttribute('value') ?? ''}`.trim(),
      name: at.getAttribute('name') ?? '',
      focusVisible: outlined || style.boxShadow !== 'none',
    }
  })

async function signInByKeyboard(browser) {
  const window = await openWindow(browser, { javaScriptEnabled: false })
  const { page, caught, context } = window
  report.keyboard = { stops: [], redirect: null }

  /** Presses Tab until the focus is on what is wanted. */
  const tabTo = async (where, what, wanted) => {
    const at = await focused(page) // a field may have the focus from the start
    if (at && wanted(at)) return
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab')
      const stop = await focused(page)
      if (!stop) continue
      const element = [stop.tag, stop.type, stop.name].filter(Boolean).join(' ')
      report.keyboard.stops.push({ page: where, element, focusVisible: stop.focusVisible })
      if (!stop.focusVisible) fault(`${where}: the focus cannot be seen on ${element}`)
      if (wanted(stop)) return
    }
    throw new Error(`${where}: the Tab key does not reach ${what}`)
  }

  await page.goto(plan.authorize)
  await painted(page)
  const isText = ({ tag, type }) => tag === 'input' && ['', 'text', 'email'].includes(type)
  await tabTo('sign-in', 'the user name', isText)
  await page.keyboard.type(plan.username)
  await tabTo('sign-in', 'the password', ({ type }) => type === 'password')
  await page.keyboard.type(plan.password)
  await opening(window, () => page.keyboard.press('Enter'))
  await tabTo('consent', 'the approving button', ({ tag, type, words }) =>
    (tag === 'button' || type === 'submit') && APPROVE.test(words) && !DENY.test(words))
  await opening(window, () => page.keyboard.press('Enter'))
  report.keyboard.redirect = caught.redirect
  if (!caught.redirect) fault('approving by keyboard without scripts did not lead to the app')
  await context.close()
}

/** Sends a form empty and then filled in. The pages' own policy forbids scripts. */
async function fillIn(browser, { address, fill }) {
  const window = await openWindow(browser, {})
  const { page, context } = window
  const name = new URL(address).pathname.split('/').slice(0, 3).join('/')
  const statuses = [(await page.goto(address)).status()]
  await look(window, name, statuses[0])
  const submit = () => page.locator('button[type=submit]').first().press('Enter')
  statuses.push(await opening(window, submit))
  await look(window, `${name} empty`, statuses[1])
  if ((await page.locator('[role=alert] a').count()) === 0) fault(`${name}: an empty form is not explained`)
  for (const [field, value] of Object.entries(fill)) {
    const input = page.locator(`[name="${field}"]`)
    const isChoice = await input.evaluate((element) => element.tagName === 'SELECT')
    await (value === true ? input.press('Space') : isChoice ? input.selectOption(value) : input.fill(value))
  }
  statuses.push(await opening(window, submit))
  await look(window, `${name} sent`, statuses[2])
  report.forms.push({ address, statuses })
  await context.close()
}

/** From page to page, by keyboard. */
async function walk(browser, { name: first, address, passed: isPassed, steps }) {
  const window = await openWindow(browser, {})
  const { page, context } = window
  const opened = (await page.goto(address)).status()
  if (!isPassed) await look(window, first, opened)
  for (const { name, fill, press, status, passed } of steps) {
    for (const [field, value] of Object.entries(fill ?? {})) await page.locator(`[name="${field}"]`).last().fill(value)
    const button = page.locator(press).first()
    await button.focus()
    const arrived = await opening(window, () => page.keyboard.press('Enter'))
    if (!passed) await look(window, name, arrived)
    if (arrived !== status) fault(`${name}: answered ${arrived}, not ${status}`)
  }
  await context.close()
}

const browser = await launch()
try {
  if (plan.authorize) {
    await signInByMouse(browser)
    await signInByKeyboard(browser)
  }
  for (const entry of plan.pages ?? []) {
    const { address, name = address, status = 200, cookies = [], spoken: aloud, narrow, sent, unscripted, window: options = {} } =
      typeof entry === 'string' ? { address: entry } : entry
    const window = await openWindow(browser, options)
    await window.context.addCookies(cookies.map((cookie) => ({ ...cookie, url: new URL(address).origin })))
    if (unscripted) await window.context.route(address, withoutScript)
    if (sent) await window.context.route(address, (route) => route.fulfill(sent))
    const response = await window.page.goto(address)
    // What a script loads changes the page.
    if ((await window.page.locator('script').count()) > 0) await quiet(window)
    if (response.status() !== status) fault(`${name} answered ${response.status()}, not ${status}`)
    await look(window, name, response.status(), narrow ? [ZOOMED] : undefined)
    if (aloud) report.pages.at(-1).spoken = await spoken(window.page)
    await window.context.close()
  }
  for (const form of plan.forms ?? []) await fillIn(browser, form)
  for (const way of plan.walks ?? []) await walk(browser, way)
} catch (error) {
  fault(String(error))
} finally {
  await browser.close()
}
console.log(JSON.stringify(report, null, 1))
process.exitCode = report.faults.length ? 1 : 0
