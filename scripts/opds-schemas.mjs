#!/usr/bin/env node
// Validates the documents of a catalog. Those of OPDS 1.2 by opds-catalog.rnc, next to this script; and if
// OPENSHELF_OPDS_SCHEMAS names a folder with the published schemas, all documents by these: the JSON schemas of
// OPDS 2.0, its authentication document and the Readium Web Publication Manifest, and the RELAX NG schema of OPDS 1.2.
//
//   node scripts/opds-schemas.mjs DOCUMENTS.json      (or - for standard input)
//
// DOCUMENTS.json is the same list as that of opds-clients.mjs. Standard output is one JSON object:
//   { "checked": 120, "faults": ["a sentence for everything that is wrong"] }
// "checked" counts a document once for each schema. Exit code 0 if "faults" is empty.
//
// Environment:
//   OPENSHELF_OPDS_SCHEMAS  a folder with *.schema.json in any subfolders, identified by their $id, and with opds.rnc
//                           next to the atom.rnc that it includes
//   EPUBCHECK_JAR           epubcheck, which jing comes with (default ~/.cache/openshelf/validators/epubcheck/epubcheck.jar)
//   OPENSHELF_NODE_MODULES  where ajv is (default ~/.cache/openshelf/node/node_modules)

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { cache, input, load } from './shared.mjs'

const jar = process.env.EPUBCHECK_JAR ?? join(cache, 'validators/epubcheck/epubcheck.jar')
const Ajv = load('ajv').default
const addFormats = load('ajv-formats').default

const folder = process.env.OPENSHELF_OPDS_SCHEMAS
const files = folder ? readdirSync(folder, { recursive: true }).map(name => join(folder, name)) : []
const faults = []

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats(ajv)
for (const file of files.filter(name => name.endsWith('.schema.json'))) {
  const schema = JSON.parse(readFileSync(file, 'utf8'))
  if (!ajv.getSchema(schema.$id)) ajv.addSchema(schema)
}

// The schema of each kind of document.
const SCHEMAS = {
  feed: 'https://drafts.opds.io/schema/feed.schema.json',
  publication: 'https://drafts.opds.io/schema/publication.schema.json',
  authentication: 'https://drafts.opds.io/schema/authentication.schema.json',
  manifest: 'https://readium.org/webpub-manifest/schema/publication.schema.json',
}

const documents = input()
let checked = 0
for (const { address, kind, text } of documents.filter(one => folder && SCHEMAS[one.kind])) {
  const validate = ajv.getSchema(SCHEMAS[kind])
  if (!validate) throw new Error(`${folder}: ${SCHEMAS[kind]} is missing`)
  checked += 1
  if (validate(JSON.parse(text))) continue
  for (const error of validate.errors) faults.push(`${address}: ${error.instancePath ?? error.dataPath}: ${error.message}`)
}

const atom = documents.filter(one => one.kind.startsWith('atom'))

// Jing reads all of them in one run.
const jing = grammar => {
  const temporary = mkdtempSync(join(tmpdir(), 'openshelf-opds-'))
  try {
    const names = atom.map((one, n) => {
      const name = join(temporary, `${n}.xml`)
      writeFileSync(name, one.text)
      return name
    })
    const run = spawnSync('java', [
      '-cp', `${jar}:${join(dirname(jar), 'lib/*')}`,
      'com.thaiopensource.relaxng.util.Driver', '-c', grammar, ...names,
    ], { encoding: 'utf8', maxBuffer: 64 << 20 })
    if (run.error) throw run.error
    const said = `${run.stdout}${run.stderr}`.split('\n').filter(Boolean)
    if (run.status && !said.length) said.push('jing failed without saying why')
    faults.push(...said.map(line => {
      const at = names.findIndex(name => line.startsWith(`${name}:`))
      return at < 0 ? line : `${atom[at].address}${line.slice(names[at].length)}`
    }))
    checked += atom.length
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

if (atom.length) {
  jing(fileURLToPath(new URL('opds-catalog.rnc', import.meta.url)))
  if (folder) {
    const grammar = files.find(name => name.endsWith('opds.rnc') && files.includes(join(dirname(name), 'atom.rnc')))
    if (!grammar) throw new Error(`${folder}: opds.rnc is missing, or atom.rnc next to it`)
    jing(grammar)
  }
}

process.stdout.write(JSON.stringify({ checked, faults }))
process.exitCode = faults.length ? 1 : 0
