// Holds EPUB books against the rules of Ace by DAISY: ace.cjs BOOK...
//
// Prints one line for each book, a JSON list of texts: every serious or critical violation, as "rule: place".
// Environment: OPENSHELF_NODE_MODULES (filled by scripts/tools.sh), CHROMIUM (default /usr/bin/chromium).
'use strict';

const os = require('os');
const path = require('path');
const { createRequire } = require('module');

const cache = process.env.OPENSHELF_CACHE ?? path.join(os.homedir(), '.cache/openshelf');
const modules = process.env.OPENSHELF_NODE_MODULES ?? path.join(cache, 'node/node_modules');
const need = createRequire(path.join(modules, 'here.js'));
process.env.PUPPETEER_EXECUTABLE_PATH ??= process.env.CHROMIUM ?? '/usr/bin/chromium';
// A busy machine takes longer to start a browser, and to look at a chapter with a thousand formulas, than Ace allows.
process.env.ACE_TIMEOUT_INITIAL ??= '60000';
process.env.ACE_TIMEOUT_EXTENSION ??= '900000';
const ace = need('@daisy/ace-core');
const browser = need('@daisy/ace-axe-runner-puppeteer');
// Its log goes to standard output, where the report belongs.
need('winston').configure({ transports: [], silent: true });

const GRAVE = ['serious', 'critical'];

/** The violations in a report: of the package, and of each document. */
function violations(report) {
  const found = [];
  for (const { 'earl:testSubject': document, assertions } of report.assertions) {
    for (const { 'earl:test': test, 'earl:result': result } of assertions) {
      if (result['earl:outcome'] !== 'fail' || !GRAVE.includes(test['earl:impact'])) continue;
      const place = (result.html ?? result['dct:description'] ?? '').split(' <!--##-->')[0];
      found.push(`${test['dct:title']}: ${document.url}: ${place.replace(/\s+/g, ' ').slice(0, 200)}`);
    }
  }
  return found;
}

async function main(books) {
  for (const [n, book] of books.entries()) {
    const outdir = path.join(os.tmpdir(), `ace-${n}`);
    const options = { cwd: '.', silent: true, lang: 'en', doNotReportMedia: true, outdir };
    const found = await ace(book, options, browser).then(
      ([, report]) => violations(report),
      (error) => [`Ace did not finish with ${book}: ${error}`],
    );
    console.log(JSON.stringify(found));
  }
}

main(process.argv.slice(2)).then(
  () => process.exit(0), // what Ace keeps open would hold the process
  (error) => { console.error(error); process.exit(1); },
);
