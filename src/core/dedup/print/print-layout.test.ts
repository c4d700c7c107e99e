import fc from 'fast-check'
import { expect, test } from 'vitest'
import { volume } from '../../../../tests/support/volume.ts'
import type { PrintTerms } from '../../domain/print.ts'
import { uintAt } from '../containers/bytes.ts'
import { decodePrint, guidIn, indexedFields, lazyPrint, titleIn } from './decode-print.ts'
import { createDensePrints } from './dense-print.ts'
import { encodePrint } from './encode-print.ts'
import { printOf } from './print.ts'
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
      const { raw, script, words, letters } = one.title
      const title = { raw, script, words, terms: one.title.terms, letters }
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

/** Prints as articles have them, which the dense layout is made for: ascending hashes, times in milliseconds, titles that have their words. */
const wordOfTitle = fc.constantFrom(
  ...'Ferry runs aground off Zürich the 12 1,000 Überraschung Donaudampfschifffahrt x'.split(' '),
)
const usual = fc
  .record({
    title: fc.array(wordOfTitle, { maxLength: 30 }).map((words) => words.join(' ')),
    words: fc.array(fc.nat(3_000), { maxLength: 400 }),
    feed: fc.nat(300),
    publisher: fc.option(text),
    published: fc.option(fc.nat(2e12)),
    language: fc.constantFrom('en', 'de', null),
    layered: fc.boolean(),
  })
  .map(({ title, words, feed, publisher, published, language, layered }) =>
    printOf(
      {
        key: feed.toString(16).padStart(32, '0'),
        ...{ feed, guid: `${feed}`, url: `https://paper${feed}.example/1`, urlKey: 'ab'.repeat(16) },
        ...{ sourceName: `Paper ${feed}`, publisher, language, title, published, firstSeen: 1e12 + feed },
        text: words.map((word) => `w${word}`).join(' '),
        contentHash: 'cd'.repeat(16),
        wordCount: words.length,
      },
      { layered },
    ),
  )

test('of a print in memory those terms are read that are looked for, in their order, packed or not', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(usual, print), { minLength: 2, maxLength: 8 }), fc.boolean(), (prints, isPacked) => {
      const dense = createDensePrints()
      const held = prints.map((one) => (isPacked ? dense.pack : dense.keep)(encodePrint(one)).slice())
      for (const { terms: wanted } of prints) {
        dense.lookFor(wanted.ids)
        for (const [at, { terms }] of prints.entries()) {
          const likely = dense.likelyTermsIn(held[at]!)
          expect([likely.all, likely.bodyTerms]).toEqual([terms.ids.length, terms.bodyTerms])
          const read = Array.from({ length: likely.size }, (_, nth) => rowOf(likely, nth))
          const all = Array.from(terms.ids, (_, nth) => rowOf(terms, nth))
          expect(all.filter((row) => read.includes(row))).toEqual(read)
          const found = all.filter((_, nth) => wanted.ids.includes(terms.ids[nth]!))
          expect(read.filter((row) => found.includes(row))).toEqual(found)
        }
      }
    }),
    { seed: 5, numRuns: volume(60, 3_000) },
  )
})

const rowOf = ({ ids, counts, flags }: Pick<PrintTerms, 'ids' | 'counts' | 'flags'>, at: number): string =>
  `${ids[at]} ${counts[at]} ${flags[at]}`

test('a dense print gives the bytes it was packed from, its terms and the size of its body, whatever was packed before and since', () => {
  const [usually, seldom] = [new Set<number>(), new Set<number>()]
  fc.assert(
    fc.property(fc.array(fc.oneof(usual, print), { minLength: 1, maxLength: 12 }), (prints) => {
      const dense = createDensePrints()
      const packed = prints.map((one) => dense.pack(encodePrint(one)).slice())
      for (const [at, one] of prints.entries()) {
        ;(one.body !== null && one.published !== null && one.seen > 1e11 ? usually : seldom).add(packed[at]![0]!)
        expect(dense.unpack(packed[at]!)).toEqual(encodePrint(one))
        expect(dense.bodySize(packed[at]!)).toBe(one.body?.shingles.length ?? 0)
        const { size, ids, counts, flags, bodyTerms } = dense.termsIn(packed[at]!)
        const columns = [ids, counts, flags].map((column) => [...column.subarray(0, size)])
        expect([...columns, bodyTerms]).toEqual([
          ...[one.terms.ids, one.terms.counts, one.terms.flags].map((column) => [...column]),
          one.terms.bodyTerms,
        ])
      }
    }),
    { seed: 5, numRuns: volume(60, 3_000) },
  )
  expect([usually.has(1), seldom.has(0), seldom.has(1)]).toEqual([true, true, true])
})

test('an article of 120 words takes three quarters of its stored bytes in the dense form, once its words are known', () => {
  const dense = createDensePrints()
  const sizes = fc
    .sample(fc.array(fc.nat(3_000), { minLength: 120, maxLength: 120 }), { seed: 1, numRuns: 200 })
    .map((words) => {
      const text = words.map((word) => `word${word}`).join(' ')
      const known = {
        guid: 'a',
        url: null,
        urlKey: null,
        sourceName: 'Paper',
        publisher: null,
        language: 'en',
        feed: 1,
      }
      const times = { published: 1_790_000_000_000, firstSeen: 1_790_000_100_000 }
      const hashes = { key: 'ab'.repeat(16), contentHash: 'cd'.repeat(16), wordCount: 120 }
      const bytes = encodePrint(
        printOf({ ...known, ...times, ...hashes, title: 'Ferry runs aground off the harbour', text }),
      )
      return dense.pack(bytes).length / bytes.length
    })
  expect(Math.max(...sizes)).toBeLessThan(0.75)
})
