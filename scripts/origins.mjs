#!/usr/bin/env node
// Asks a running server from the script of a page of another origin, in a real browser.
//
//   node scripts/origins.mjs PLAN.json      (or - for standard input)
//
// PLAN.json:
//   { "calls": [ { "address": "http://...", "options": { "method", "headers", "body" } }, ... ] }
//
// Standard output is a JSON list, an object for each call: { "status", "length" in bytes, "headers": those that the
// script may read } or { "error": "what the browser says" }.
//
// Environment as in shared.mjs.

import { createServer } from 'node:http'

import { input, launch } from './shared.mjs'

const plan = input()

/** What a script sees of an answer; runs in the page. */
async function call({ address, options }) {
  try {
    const answer = await fetch(address, options)
    const length = (await answer.arrayBuffer()).byteLength
    return { status: answer.status, length, headers: Object.fromEntries(answer.headers) }
  } catch (error) {
    return { error: String(error) }
  }
}

// Another port is another origin.
const app = createServer((_, answer) => answer.end('<!doctype html><title>App</title>'))
await new Promise((listening) => app.listen(0, '127.0.0.1', listening))
const browser = await launch()
const page = await browser.newPage()
await page.goto(`http://127.0.0.1:${app.address().port}/`)
const seen = []
for (const each of plan.calls) seen.push(await page.evaluate(call, each))
await browser.close()
app.close()
console.log(JSON.stringify(seen))
