#!/usr/bin/env node
// Pages about work in progress, in a real browser: a document that becomes a book, with script and without, and one that
// fails.
//
//   node scripts/waiting.mjs PLAN.json      (or - for standard input)
//
// PLAN.json:
//   { "base": "http://127.0.0.1:8080", "session": "value of the cookie",
//     "scripted", "plain", "failing": addresses of documents that wait for a worker; the last one fails,
//     "worker": ["program", "argument", ...] }    makes books of them
//
// Standard output is one JSON object:
//   { "heard": ["line"],     what a screen reader says with script, from the top of the page on
//     "faults": ["a sentence for everything that is wrong"] }
// Exit code 0 when "faults" is empty. Environment as in shared.mjs.

import { spawn } from 'node:child_process'

import { heard, inScreenReader, input, launch, painted } from './shared.mjs'

const plan = input()
const report = { heard: [], faults: [] }
const PATIENCE = 90_000

const browser = await launch()
const open = async (path, javaScriptEnabled) => {
  const context = await browser.newContext({ javaScriptEnabled, locale: 'en' })
  context.setDefaultTimeout(PATIENCE)
  await context.addCookies([{ name: 'session', value: plan.session, url: plan.base }])
  const page = await context.newPage()
  await page.goto(plan.base + path)
  await painted(page)
  return page
}
const focus = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim())
const expect = (what, got, wanted) => {
  if (got !== wanted) report.faults.push(`${what}: ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`)
}
const tabTo = async (page, id) => {
  for (let presses = 0; presses < 100 && (await focus(page)) !== id; presses += 1) await page.keyboard.press('Tab')
  expect('the Tab key', await focus(page), id)
}
const said = (page, words) => page.locator('#standing', { hasText: words }).waitFor()

/** With script the page stays, and so does the focus. */
async function withScript() {
  const page = await open(plan.scripted, true)
  await page.evaluate(() => { window.isTheSame = true })
  await tabTo(page, 'look')
  report.heard.push(...heard(await inScreenReader(page, `(async () => {
    await screenReader.start({ container: document.querySelector('main') })
    while (await screenReader.lastSpokenPhrase() !== 'end of main') await screenReader.next()
    const log = await screenReader.spokenPhraseLog()
    await screenReader.clearSpokenPhraseLog()
    return log
  })()`)).filter((line) => !/20\d\d/.test(line)))
  await page.waitForResponse((response) => response.url().includes('look=2'))
  expect('the focus while nothing changes', await focus(page), 'look')
  const silent = await inScreenReader(page, 'screenReader.spokenPhraseLog()')
  expect('what is said while nothing changes', silent.filter((line) => /^(polite|assertive)/.test(line)).join(), '')
  report.heard.push('', '(Look now)')
  await page.keyboard.press('Enter')
  await page.waitForResponse((response) => response.url().includes('look='))
  await page.waitForTimeout(200)
  await tried
  start()
  await said(page, 'The book is ready.')
  await page.waitForTimeout(200)
  const log = await inScreenReader(page, 'screenReader.spokenPhraseLog()')
  report.heard.push(...log.filter((line, n) => line !== log[n - 1] && !/^polite: $/.test(line)))
  expect('the focus when the book is ready', await focus(page), 'Read in the browser')
  expect('the page was loaded again', await page.evaluate(() => !window.isTheSame), false)
  expect('the page still waits', await page.locator('#waiting').getAttribute('data-next'), '')
}

/** Without script the page loads itself again, and continues at the status. A link stops that. */
async function withoutScript() {
  const page = await open(plan.plain, false)
  await page.waitForURL(/look=1#standing$/)
  expect('the focus after a look', await focus(page), 'standing')
  await page.waitForURL(/look=2#standing$/)
  await page.getByRole('link', { name: 'Stop looking again by itself' }).press('Enter')
  await page.waitForURL(/look=never$/)
  expect('a stopped page loads itself again', await page.locator('head meta[http-equiv]').count(), 0)
  await page.getByRole('link', { name: 'Look again by itself' }).press('Enter')
  await page.waitForURL((url) => !url.search)
  goOn()
  await said(page, 'The book is ready.')
  expect('the focus when the book is ready', await focus(page), 'standing')
}

async function failing() {
  const page = await open(plan.failing, true)
  await said(page, 'No book could be made of this file.')
  expect('a failed page still waits', await page.locator('#waiting').getAttribute('data-next'), '')
}

let worker = null
const start = () => { worker ??= spawn(plan.worker[0], plan.worker.slice(1), { stdio: 'ignore' }) }
// There is a worker as soon as the page without script was tried while the book is not ready.
let goOn = null
const tried = new Promise((done) => { goOn = done })
const note = (error) => {
  report.faults.push(String(error))
  goOn()
  start()
}
try {
  await Promise.all([withScript(), withoutScript(), failing()].map((one) => one.catch(note)))
} finally {
  worker?.kill()
  await browser.close()
}
console.log(JSON.stringify(report, null, 1))
process.exitCode = report.faults.length ? 1 : 0
