import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Print } from '../domain/print.ts'
import { decodePrint, eachSharedTerm, encodePrint, guidIn, haveOneKey, labelOf, PRINT_VERSION } from './encode-print.ts'

const hash = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString('hex'))
const uints = fc.uint32Array({ maxLength: 30 })
const text = fc.string({ unit: 'grapheme', maxLength: 30 })
const word = fc.string({ unit: fc.constantFrom(...'abcé地1.🚢'), minLength: 1, maxLength: 8 })

const title = fc.uniqueArray(word, { maxLength: 8 }).chain((words) =>
  fc.record({
    raw: text,
    script: fc.constantFrom(
      'latin' as const,
      'cyrillic' as const,
      'zh' as const,
      'ja' as const,
      'ko' as const,
      'other' as const,
    ),
    words: fc.constant(words),
    terms: fc.uint32Array({ minLength: words.length, maxLength: words.length }),
    letters: fc.option(text),
    denial: fc.boolean(),
    negated: fc.boolean(),
  }),
)
const body = fc.record({
  length: fc.integer({ min: 1, max: 5000 }),
  shingles: uints,
  boilerplate: uints,
  simhash: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  sentences: uints,
})
const terms = fc.integer({ min: 0, max: 40 }).chain((size) => {
  const bytes = fc.uint8Array({ minLength: size, maxLength: size })
  return fc.record({
    ids: fc.uint32Array({ minLength: size, maxLength: size }),
    counts: bytes,
    early: bytes,
    names: bytes,
    bodyTerms: fc.nat(),
  })
})
const print = fc.record({
  key: hash,
  feed: fc.nat(),
  guid: hash,
  guidIsUnique: fc.boolean(),
  urlKey: fc.option(hash),
  address: fc.option(hash),
  domain: fc.option(text),
  sourceName: fc.option(text),
  publisher: fc.option(text),
  language: fc.option(text),
  published: fc.option(fc.integer()),
  seen: fc.integer(),
  contentHash: hash,
  wordCount: fc.nat(),
  title,
  body: fc.option(body),
  terms,
  entities: uints,
})

test('a print comes out of its bytes as it went in, and gives the same bytes again', () => {
  fc.assert(
    fc.property(print, (one) => {
      const bytes = encodePrint(one)
      expect(decodePrint(bytes)).toEqual(one)
      expect(encodePrint(decodePrint(bytes))).toEqual(bytes)
      expect(guidIn(bytes)).toBe(one.guid)
      const short = (hash: string | null) => hash && Number.parseInt(hash.slice(0, 8), 16)
      const { key, guid, urlKey, address, feed, published, seen, body } = one
      expect(labelOf(bytes)).toEqual({
        ...{ key: short(key), guid: short(guid), urlKey: short(urlKey), address: short(address) },
        ...{ feed, published, seen, body: body && { length: body.length, shingles: body.shingles } },
      })
      expect(haveOneKey(bytes, encodePrint({ ...one, guid: key }))).toBe(true)
      expect(haveOneKey(bytes, encodePrint({ ...one, key: guid }))).toBe(key === guid)
    }),
    { seed: 3, numRuns: 50 },
  )
})

test('terms that are among others are read out of the bytes as out of the print', () => {
  fc.assert(
    fc.property(print, fc.array(fc.nat(0xffffffff)), fc.nat(3), (one, others, step) => {
      const ids = Uint32Array.from(new Set(one.terms.ids)).sort()
      const rows = one.terms.ids.length
      const sorted = { ...one, terms: { ...one.terms, ids, ...columns(one.terms, ids.length, rows) } }
      const asked = Uint32Array.from(new Set([...others, ...ids.filter((_, at) => at % (step + 1) === 0)])).sort()
      const found: [number, number, boolean][] = []
      eachSharedTerm(encodePrint(sorted), asked, (at, early, isName) => found.push([asked[at]!, early, isName]))
      const { early, names } = sorted.terms
      const plain = Array.from(ids, (id, at) => [id, early[at]!, names[at] === 1] as const)
      expect(found).toEqual(plain.filter(([id]) => asked.includes(id)))
    }),
    { seed: 4, numRuns: 50 },
  )
})

function columns({ counts, early, names }: Print['terms'], size: number, rows: number) {
  return size === rows
    ? {}
    : { counts: counts.slice(0, size), early: early.slice(0, size), names: names.slice(0, size) }
}

test('bytes of another version are refused', () => {
  const bytes = encodePrint(fc.sample(print, { seed: 1, numRuns: 1 })[0]!)
  bytes[0] = PRINT_VERSION + 1
  expect(() => decodePrint(bytes)).toThrow(/version 2/)
})
