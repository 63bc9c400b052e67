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
