// What the scripts of the tests share: the packages that `make tools` installs, what they are asked, and the browser.
//
// Environment: CHROMIUM (default /usr/bin/chromium), OPENSHELF_CACHE (default ~/.cache/openshelf), OPENSHELF_NODE_MODULES
// (default node/node_modules in it).

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The folder of what `make tools` installs. */
export const cache = process.env.OPENSHELF_CACHE ?? join(homedir(), '.cache/openshelf')

/** The folder of the packages. */
export const modules = process.env.OPENSHELF_NODE_MODULES ?? join(cache, 'node/node_modules')

/** Loads a package. */
export const load = createRequire(join(modules, 'here.js'))

/** The JSON of the file that the command names; of standard input for - or none. */
export function input() {
  const file = process.argv[2]
  return JSON.parse(readFileSync(!file || file === '-' ? 0 : file, 'utf8'))
}

/** Starts a browser without windows, which asks no other hosts by itself. */
export function launch() {
  return load('playwright-core').chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: [
      '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--mute-audio',
    ],
  })
}

/** Waits until the page has been drawn: before its first frame the browser drops keys and clicks without a word. A
 * picture needs a frame, and no script of the page, which may have none. */
export const painted = (page) => page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } })

let source = null

/** Runs an expression in the page that uses `screenReader`, by the debugger, which the page's content policy does not
 * hold back. The package is a module for browsers; the debugger runs plain scripts. */
export async function inScreenReader(page, expression) {
  source ??= readFileSync(join(modules, '@guidepup/virtual-screen-reader/lib/esm/index.browser.js'), 'utf8')
    .replace(/export\s*\{[^}]*?([\w$]+) as virtual[^}]*\}/, 'globalThis.screenReader=$1')
  const cdp = await page.context().newCDPSession(page)
  try {
    const isThere = await cdp.send('Runtime.evaluate', { expression: '!!globalThis.screenReader', returnByValue: true })
    if (!isThere.result.value) await cdp.send('Runtime.evaluate', { expression: `{${source}\n}` })
    const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    if (exceptionDetails) throw new Error(`screen reader: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`)
    return result.value
  } finally {
    await cdp.detach()
  }
}

/** What a person hears of the phrases: without the ends of elements, and without words that were just heard as a name. */
export function heard(phrases) {
  const lines = []
  for (const phrase of phrases) {
    if (/^(paragraph|strong|mark|end of .*)$/.test(phrase) || lines.at(-1)?.includes(`, ${phrase}`) || lines.at(-1)?.endsWith(` ${phrase}`)) continue
    lines.push(phrase)
  }
  return lines
}
