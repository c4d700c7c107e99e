import fc from 'fast-check'
import { expect, test } from 'vitest'
import { uintAt } from '../containers/bytes.ts'
import { decodePrint, guidIn, indexedFields, lazyPrint, titleIn } from './decode-print.ts'
import { encodePrint } from './encode-print.ts'
import { PRINT_VERSION } from './print-layout.ts'
import {
  bodyLocation,
  emptyHeader,
  haveSameKey,
  locateBody,
  locateOrigin,
  locateTerms,
  originLocation,
  readHeader,
  termsLocation,
} from './read-in-place.ts'

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
    flags: bytes,
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
      const { key, guid } = one
      expect(haveSameKey(bytes, encodePrint({ ...one, guid: key }))).toBe(true)
      expect(haveSameKey(bytes, encodePrint({ ...one, key: guid }))).toBe(key === guid)
    }),
    { seed: 3, numRuns: 50 },
  )
})

test('a label is read out of the bytes as out of the print', () => {
  fc.assert(
    fc.property(print, (one) => {
      const [label, bytes] = [emptyHeader(), encodePrint(one)]
      readHeader(bytes, label)
      const short = (hash: string | null) => hash && Number.parseInt(hash.slice(0, 8), 16)
      const { key, guid, urlKey, address, feed, wordCount, published, seen } = one
      expect(label).toEqual({
        ...{ key: short(key), guid: short(guid), urlKey: short(urlKey), address: short(address) },
        ...{ feed, wordCount, published, seen },
      })
    }),
    { seed: 4, numRuns: 50 },
  )
})

test('the texts of the origin lie where their location says', () => {
  fc.assert(
    fc.property(print, (one) => {
      const [bytes, found] = [encodePrint(one), originLocation()]
      locateOrigin(bytes, found)
      const text = (start: number, length: number): string | null =>
        length < 0 ? null : new TextDecoder().decode(bytes.subarray(start, start + length))
      expect(text(found.domain, found.domainLength)).toBe(one.domain)
      expect(text(found.sourceName, found.sourceNameLength)).toBe(one.sourceName)
      expect(text(found.publisher, found.publisherLength)).toBe(one.publisher)
      expect(text(found.language, found.languageLength)).toBe(one.language)
    }),
    { seed: 8, numRuns: 50 },
  )
})

test('body and terms lie where their locations say', () => {
  fc.assert(
    fc.property(print, (one) => {
      const bytes = encodePrint(one)
      const uintsFrom = (start: number, count: number) =>
        Uint32Array.from({ length: count }, (_, at) => uintAt(bytes, start + 4 * at))
      const body = bodyLocation()
      locateBody(bytes, body)
      expect(body.length).toBe(one.body?.length ?? 0)
      expect(uintsFrom(body.shingles, body.size)).toEqual(one.body?.shingles ?? new Uint32Array(0))
      const terms = termsLocation()
      locateTerms(bytes, terms)
      expect(uintsFrom(terms.ids, terms.size)).toEqual(one.terms.ids)
      expect(bytes.slice(terms.counts, terms.counts + terms.size)).toEqual(one.terms.counts)
      expect(bytes.slice(terms.flags, terms.flags + terms.size)).toEqual(one.terms.flags)
      expect(terms.bodyTerms).toBe(one.terms.bodyTerms)
    }),
    { seed: 5, numRuns: 50 },
  )
})

test('a print that is read part by part is the same', () => {
  fc.assert(
    fc.property(print, (one) => {
      const lazy = lazyPrint(encodePrint(one), titleIn(encodePrint(one)))
      expect({ ...lazy }).toEqual(decodePrint(encodePrint(one)))
      expect(lazy.terms).toBe(lazy.terms)
    }),
    { seed: 7, numRuns: 50 },
  )
})

test('the part that is indexed is that of the print', () => {
  fc.assert(
    fc.property(print, (one) => {
      const { sourceName, language, published, terms, entities } = one
      const { raw, script, letters } = one.title
      const title = { raw, script, terms: one.title.terms, letters }
      expect(indexedFields(encodePrint(one))).toEqual({ sourceName, language, published, title, terms, entities })
    }),
    { seed: 6, numRuns: 50 },
  )
})

test('bytes of another version are refused', () => {
  const bytes = encodePrint(fc.sample(print, { seed: 1, numRuns: 1 })[0]!)
  bytes[0] = PRINT_VERSION + 1
  expect(() => decodePrint(bytes)).toThrow(`version ${PRINT_VERSION}`)
})
