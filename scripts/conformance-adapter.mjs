// Speaks the line protocol of the feed conformance scorer over the built library: one JSON request per line in, one answer out.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { toNeutralModel } from './conformance/neutral-model.mjs'

const library = await import(new URL(process.argv[2] ?? '../dist/index.js', import.meta.url).href)

const operations = {
  date: ({ text = '' }) => ({ iso: isoOf(library.parseDate(text)) }),
  resolve: ({ value = '', base }) => ({ url: library.resolveUrl(value, base) }),
  'resolve-safe': ({ value = '', base }) => ({ url: library.resolveSafeUrl(value, base) }),
  'strip-tracking': ({ value = '', base, feedUrl }) => ({
    url: library.stripTracking(
      value,
      [base, feedUrl].filter((address) => address !== undefined),
    ),
  }),
  normalize: ({ value = '' }) => ({ url: library.tidyUrl(value) }),
  'feed-url': ({ value = '' }) => ({ url: library.feedUrl(value) }),
  'dedupe-key': ({ value = '' }) => ({ url: library.urlKey(value) ?? value }),
  sanitize: ({ html = '', base }) => ({ html: library.sanitizeHtml(html, base ?? null).html }),
}

function isoOf(date) {
  return date === null ? null : new Date(date.at).toISOString()
}

function answer(request) {
  if (request.op !== undefined) return { result: operations[request.op](request) }
  const bytes = readFileSync(request.file)
  const document = library.parseFeed(bytes, {
    contentType: request.contentType ?? null,
    headers: request.httpHeaders ?? {},
    url: request.url ?? null,
  })
  if (document.kind === 'notAFeed')
    return { error: `not a feed: looks like ${document.looksLike}`, result: { bozo: true } }
  return { result: toNeutralModel(document, { ...library, isoOf, url: request.url ?? null }) }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  if (line.trim() === '') continue
  const request = JSON.parse(line)
  let reply
  try {
    reply = { id: request.id, ...answer(request) }
  } catch (error) {
    reply = { id: request.id, error: `${error.name}: ${error.message}`.slice(0, 200) }
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`)
}
