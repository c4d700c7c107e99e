import { expect, test } from 'vitest'
import type { Print } from '../../domain/print.ts'
import { encodePrint } from '../print/encode-print.ts'
import { printOf } from '../print/print.ts'
import { createPackedPrints, emptyTerms } from './packed-prints.ts'

const print = (key: number): Print =>
  printOf({
    key: key.toString(16).padStart(32, '0'),
    feed: key,
    guid: 'a',
    url: null,
    urlKey: null,
    sourceName: 'x'.repeat(key % 5),
    publisher: null,
    language: 'en',
    title: `Ferry ${key} runs aground off the island`,
    text: 'The ferry ran aground near the harbour on Tuesday with ninety people aboard. '.repeat(1 + (key % 7)),
    published: null,
    firstSeen: key,
    contentHash: '0'.repeat(32),
    wordCount: key,
  })

/** Larger than a chunk. */
const HUGE = { ...print(1), sourceName: 'x'.repeat(3_000_001) }

test('a packed gives back what was put there, and tells where its terms stand, whatever the length of what lies before', () => {
  const prints = Array.from({ length: 60 }, (_, key) => (key === 30 ? HUGE : print(key)))
  const packed = createPackedPrints()
  prints.forEach((one, node) => {
    expect(packed.add(encodePrint(one))).toBe(node)
  })
  const found = emptyTerms()
  prints.forEach((one, node) => {
    const bytes = encodePrint(one)
    expect(Buffer.compare(packed.headAt(node), bytes.subarray(0, packed.headAt(node).length))).toBe(0)
    expect(packed.printAt(node)).toEqual(one)
    packed.findTerms(node, found)
    const { size, ids, idsFrom, counts, countsFrom, flags, flagsFrom } = found
    expect(ids.slice(idsFrom, idsFrom + size)).toEqual(one.terms.ids)
    expect(counts.slice(countsFrom, countsFrom + size)).toEqual(one.terms.counts)
    expect(flags.slice(flagsFrom, flagsFrom + size)).toEqual(one.terms.flags)
  })
  expect(packed.articleAt(7)).toEqual({ terms: prints[7]!.terms, feed: prints[7]!.feed, language: 'en' })
  expect(packed.size()).toBe(prints.length)
})

test('without their terms prints have everything else, and those terms cannot be read', () => {
  const packed = createPackedPrints()
  packed.add(encodePrint(print(1)))
  packed.dropTerms()
  const { terms: _, entities: __, ...rest } = print(1)
  const { title, body, language, published } = packed.printAt(0)
  expect({ title, body, language, published }).toEqual({
    title: rest.title,
    body: rest.body,
    language: rest.language,
    published: rest.published,
  })
  expect(() => packed.printAt(0).terms).toThrow()
  expect(() => packed.articleAt(0)).toThrow()
})
