import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Print, TERM_FLAGS } from '../../domain/print.ts'
import { keyHash } from '../../text/key-hash.ts'
import { comparePair, hoursBetween } from '../judge-pair.ts'
import { policyOf } from '../policies.ts'
import { printOf } from '../print/print.ts'
import { createStoryGraph } from '../stories/story-graph.ts'
import { epochZero, withWindow } from './epoch.ts'
import { withoutFeedTerms } from './feed-terms.ts'

const FOOTER =
  'Alpenblick lives on its readers: support independent journalism and subscribe to the mountain newsletter.'
const REPORTS = [
  ['Ferry Heron runs aground off Marsby', 'The ferry Heron with 212 passengers ran aground in fog off Marsby.'],
  ['Bakery in Oldham closes', 'After ninety years the Fenwick bakery shuts its last oven.'],
  ['Orchestra names a conductor', 'The Severn Philharmonic appoints Ilona Varga from autumn.'],
  ['Snow closes the Tarn pass', 'Ploughs gave up at noon; lorries wait in Kessel.'],
  ['Council sells the old baths', 'The Victorian building goes to a climbing club.'],
  ['Vet saves a lynx', 'The animal had swallowed a fishing hook near Brenn.'],
] as const

const printAt = (at: number, feed: number, [title, text]: readonly [string, string]): Print =>
  printOf({
    key: keyHash(`article ${feed} ${at}`),
    feed,
    guid: `guid ${feed} ${at}`,
    url: null,
    urlKey: null,
    sourceName: `Paper ${feed}`,
    publisher: null,
    language: 'en',
    title,
    text,
    published: at * 3_600_000,
    firstSeen: 0,
    contentHash: keyHash(title),
    wordCount: 20,
  })
const withFooter = REPORTS.map(([title, text], at) => printAt(at, 1, [title, `${text}\n\n${FOOTER}`]))
const elsewhere = printAt(1, 2, [
  'Passengers wait on the Heron',
  'The ferry Heron sits in fog off Marsby with 212 people.',
])

describe('the boilerplate of a feed', () => {
  const { window } = withWindow(epochZero(), [...withFooter, elsewhere])
  const feedTerms = window!.termsOfFeed(1)

  test('is found in five texts or more, and counts for nothing', () => {
    expect(feedTerms.size).toBeGreaterThan(5)
    expect(withWindow(epochZero(), withFooter.slice(0, 4)).window!.termsOfFeed(1).size).toBe(0)
    const plain = printAt(0, 3, REPORTS[0])
    const stripped = withoutFeedTerms(withFooter[0]!.terms, feedTerms)
    expect([...stripped.ids]).toEqual([...plain.terms.ids])
    expect(stripped.bodyTerms).toBe(plain.terms.bodyTerms)
  })
  test('leaves a word of the title where it is', () => {
    const titled = printAt(9, 1, ['Support for independent journalism', FOOTER])
    const { flags } = withoutFeedTerms(titled.terms, feedTerms)
    expect(flags.length).toBeGreaterThan(0)
    expect(flags.every((bits) => (bits & TERM_FLAGS.inTitle) !== 0)).toBe(true)
  })
  test('makes no two articles of the feed alike', () => {
    const epoch = withWindow(epochZero(), [...withFooter, elsewhere])
    expect(comparePair(withFooter[1]!, withFooter[2]!, epoch).shared).toBe(0)
    expect(comparePair(withFooter[1]!, withFooter[2]!, epochZero()).shared).toBeGreaterThan(5)
  })
  test('is left out by the story graph as by the comparison of two prints', () => {
    const all = [...withFooter, elsewhere]
    const epoch = withWindow(epochZero(), all)
    const graph = createStoryGraph({ policy: policyOf('calibrated'), epoch })
    for (const print of all) graph.add(print)
    const [first, second] = [withFooter[0]!, elsewhere].map(({ key }) => graph.nodeOf(key)!) as [number, number]
    const { evidence } = graph.evidenceAt(first, second)
    expect(evidence).toEqual(comparePair(withFooter[0]!, elsewhere, epoch))
    expect(evidence.hoursApart).toBe(hoursBetween(withFooter[0]!.published, elsewhere.published))
  })
})

test('the terms that are left are those of a plain filter, in their order', () => {
  const row = fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 3 }), fc.constantFrom(0, TERM_FLAGS.inTitle))
  fc.assert(
    fc.property(fc.array(row), fc.uniqueArray(fc.nat(9)), fc.nat(40), (rows, boilerplate, bodyTerms) => {
      const terms = {
        ids: Uint32Array.from(rows, ([id]) => id),
        counts: Uint8Array.from(rows, ([, count]) => count),
        flags: Uint8Array.from(rows, ([, , flags]) => flags),
        bodyTerms,
      }
      const left = withoutFeedTerms(terms, new Set(boilerplate))
      const isDropped = ([id, , flags]: (typeof rows)[number]) => flags === 0 && boilerplate.includes(id)
      const dropped = rows.filter(isDropped).reduce((sum, [, count]) => sum + count, 0)
      const kept = Array.from(left.ids, (id, at) => [id, left.counts[at], left.flags[at]])
      expect(kept).toEqual(rows.filter((one) => !isDropped(one)))
      expect(left.bodyTerms).toBe(Math.max(0, bodyTerms - dropped))
    }),
    { seed: 5 },
  )
})
