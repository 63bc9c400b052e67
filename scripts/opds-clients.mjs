#!/usr/bin/env node
// Reads the documents of a catalog with the parsers of reading apps: r2-opds-js and r2-shared-js, which Thorium
// reads OPDS 1.2, OPDS 2.0 and manifests with, and opds.js of Foliate, which reads OPDS 1.2 in a browser.
//
//   node scripts/opds-clients.mjs DOCUMENTS.json      (or - for standard input)
//
// DOCUMENTS.json:
//   [ { "address": "http://...", "kind": "feed" | "publication" | "atom feed" | "atom entry" | "manifest" |
//       "authentication" | "search", "text": "..." } ]
//
// Standard output is one JSON object:
//   { "read": [ { "address", "by": "r2" | "foliate", "title", "publications": [ { "title", "authors": [...],
//                 "acquisitions": [ { "rel", "href", "type" } ], "images": 2, ... } ],
//                 "navigation": ["title"], "facets": ["title"], ... } ],
//     "faults": ["a sentence for everything that is wrong"] }
// Exit code 0 when "faults" is empty.
//
// Environment as in shared.mjs.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { input, launch, load, modules } from './shared.mjs'

// The parsers say on the standard output what they miss; the report alone goes there.
for (const name of ['log', 'info', 'debug']) console[name] = () => {}

const { DOMParser } = load('@xmldom/xmldom')
const R2 = 'dist/es8-es2017/src'
const { initGlobalConverters_GENERIC } = load(`r2-shared-js/${R2}/init-globals`)
const { initGlobalConverters_SHARED } = load(`r2-shared-js/${R2}/init-globals`)
const { initGlobalConverters_OPDS } = load(`r2-opds-js/${R2}/opds/init-globals`)
const { OPDS } = load(`r2-opds-js/${R2}/opds/opds1/opds`)
const { Entry } = load(`r2-opds-js/${R2}/opds/opds1/opds-entry`)
const { OPDSFeed } = load(`r2-opds-js/${R2}/opds/opds2/opds2`)
const { OPDSPublication } = load(`r2-opds-js/${R2}/opds/opds2/opds2-publication`)
const { OPDSAuthenticationDoc } = load(`r2-opds-js/${R2}/opds/opds2/opds2-authentication-doc`)
const { convertOpds1ToOpds2, convertOpds1ToOpds2_EntryToPublication } = load(`r2-opds-js/${R2}/opds/converter`)
const { Publication } = load(`r2-shared-js/${R2}/models/publication`)
const { TaJsonDeserialize } = load(`r2-lcp-js/${R2}/serializable`)
const { XML } = load('r2-utils-js/dist/es8-es2017/src/_utils/xml-js-mapper')

initGlobalConverters_GENERIC()
initGlobalConverters_SHARED()
initGlobalConverters_OPDS()

const faults = []

// What r2 has found in a publication.
const publication = of => ({
  title: text(of.Metadata?.Title),
  identifier: of.Metadata?.Identifier,
  authors: (of.Metadata?.Author ?? []).map(one => text(one.Name)),
  languages: of.Metadata?.Language ?? [],
  subjects: (of.Metadata?.Subject ?? []).map(one => text(one.Name)),
  modified: of.Metadata?.Modified?.toISOString?.(),
  images: (of.Images ?? []).length,
  acquisitions: links(of.Links).filter(link => link.rel.some(rel => rel.startsWith('http://opds-spec.org/acquisition'))),
  progressions: links(of.Links).filter(link => link.type.includes('progression+json')),
})

const text = value => typeof value === 'object' && value ? Object.values(value)[0] : value

const links = of => (of ?? []).map(link => ({ rel: link.Rel ?? [], href: link.Href, type: link.TypeLink ?? '' }))

const feed = of => ({
  title: text(of.Metadata?.Title),
  total: of.Metadata?.NumberOfItems,
  links: links(of.Links),
  publications: [...of.Publications ?? [], ...(of.Groups ?? []).flatMap(group => group.Publications ?? [])].map(publication),
  navigation: (of.Navigation ?? []).map(link => link.Title),
  groups: (of.Groups ?? []).map(group => text(group.Metadata?.Title)),
  facets: (of.Facets ?? []).map(facet => text(facet.Metadata?.Title)),
})

const toc = of => (of ?? []).flatMap(link => [link.Title, ...toc(link.Children)])

const xml = (source, type) => XML.deserialize(new DOMParser().parseFromString(source, 'application/xml'), type)

// The readers of r2, by the kind of the document.
const readers = {
  feed: source => feed(TaJsonDeserialize(JSON.parse(source), OPDSFeed)),
  publication: source => ({ publications: [publication(TaJsonDeserialize(JSON.parse(source), OPDSPublication))] }),
  'atom feed': source => feed(convertOpds1ToOpds2(xml(source, OPDS))),
  'atom entry': source => ({ publications: [publication(convertOpds1ToOpds2_EntryToPublication(xml(source, Entry)))] }),
  manifest: source => {
    const book = TaJsonDeserialize(JSON.parse(source), Publication)
    return {
      title: text(book.Metadata.Title),
      links: links(book.Links),
      readingOrder: links(book.Spine),
      resources: links(book.Resources),
      toc: toc(book.TOC),
      accessMode: book.Metadata.Accessibility?.AccessMode,
    }
  },
  authentication: source => {
    const document = TaJsonDeserialize(JSON.parse(source), OPDSAuthenticationDoc)
    return { title: document.Title, flows: (document.Authentication ?? []).map(flow => flow.Type) }
  },
}

// In the page: what Foliate has found. Its sums are keyed by symbols, which do not leave the page.
const foliate = async ({ code, documents }) => {
  const module = await import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
  const found = of => ({
    title: of.metadata?.title,
    authors: (of.metadata?.author ?? []).map(author => author?.name),
    acquisitions: (of.links ?? [])
      .filter(link => [link.rel].flat().some(rel => rel?.startsWith(module.REL.ACQ)))
      .map(link => ({ rel: [link.rel].flat(), href: link.href, type: link.type })),
    images: (of.images ?? []).length,
  })
  return documents.map(({ address, kind, text }) => {
    try {
      const parsed = new DOMParser().parseFromString(text, 'application/xml')
      const error = parsed.querySelector('parsererror')
      if (error) return { address, fault: error.textContent }
      if (kind === 'search') {
        const { metadata, search, params } = module.getOpenSearch(parsed)
        const query = new Map(params.filter(one => one.name === 'searchTerms').map(one => [null, new Map([[one.name, 'a b']])]))
        return { address, by: 'foliate', title: metadata.title, query: search(query) }
      }
      if (kind === 'atom entry') {
        return { address, by: 'foliate', publications: [found(module.getPublication(parsed.documentElement))] }
      }
      const feed = module.getFeed(parsed)
      return {
        address, by: 'foliate',
        title: feed.metadata?.title,
        publications: [...feed.publications ?? [], ...(feed.groups ?? []).flatMap(group => group.publications ?? [])].map(found),
        navigation: [...feed.navigation ?? [], ...(feed.groups ?? []).flatMap(group => group.navigation ?? [])].map(entry => entry.title),
        facets: (feed.facets ?? []).map(facet => facet.metadata?.title),
      }
    } catch (error) {
      return { address, fault: `Foliate: ${error.stack}` }
    }
  })
}

const documents = input()
const read = []
for (const { address, kind, text } of documents) {
  if (!readers[kind]) continue
  try {
    read.push({ address, by: 'r2', ...readers[kind](text) })
  } catch (error) {
    faults.push(`${address}: r2: ${error.stack}`)
  }
}

const old = documents.filter(one => one.kind.startsWith('atom') || one.kind === 'search')
if (old.length) {
  const browser = await launch()
  try {
    const page = await browser.newPage()
    const code = readFileSync(join(modules, 'foliate-js/opds.js'), 'utf8')
    for (const one of await page.evaluate(foliate, { code, documents: old })) {
      if (one.fault) faults.push(`${one.address}: ${one.fault}`)
      else read.push(one)
    }
  } finally {
    await browser.close()
  }
}

// Without process.exit(), which would cut off what does not fit into a pipe.
process.stdout.write(JSON.stringify({ read, faults }))
process.exitCode = faults.length ? 1 : 0
