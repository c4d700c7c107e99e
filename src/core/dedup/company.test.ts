import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Print } from '../domain/print.ts'
import { dot } from '../similar/vectors.ts'
import { createCompany, HEAVY_SHARE } from './company.ts'
import { encodePrint } from './encode-print.ts'
import { printOf } from './print.ts'
import { createPrintPile } from './print-pile.ts'
import type { StoryNewcomer } from './story-likeness.ts'
import { storyWeight } from './story-window.ts'

const LEAST = 0.05

type Member = Omit<StoryNewcomer, 'mass'> & { readonly bytes: Uint8Array }

/** How rare a term is, in whatever language. */
const idfOf = (id: number, language: string): number => 1 + ((id * 7 + language.charCodeAt(0)) % 5)

const nobody = printOf({
  key: '0'.repeat(32),
  feed: 1,
  guid: 'a',
  url: null,
  urlKey: null,
  sourceName: null,
  publisher: null,
  language: 'en',
  title: '',
  text: null,
  published: null,
  firstSeen: 0,
  contentHash: '0'.repeat(32),
  wordCount: 0,
})

const member = fc
  .record({
    ids: fc.uniqueArray(fc.nat(30), { maxLength: 12 }),
    drawn: fc.infiniteStream(fc.integer({ min: 0, max: 9 })),
    most: fc.nat(6),
    language: fc.constantFrom('en', 'de'),
  })
  .map(({ ids, drawn, most, language }): Member => {
    const sorted = Uint32Array.from(ids).sort()
    const counts = Uint8Array.from(sorted, () => drawn.next().value)
    const idfs = Float64Array.from(sorted, (id) => idfOf(id, language))
    const raw = Float64Array.from(counts, (count, at) => storyWeight(count, idfs[at]!))
    const length = Math.hypot(...raw) || 1
    const flags = new Uint8Array(sorted.length)
    const print: Print = {
      ...nobody,
      language,
      terms: { ids: sorted, counts, early: flags, names: flags, bodyTerms: 1 },
    }
    const heavy = [...sorted.keys()].filter((at) => raw[at]! > 0).slice(0, most)
    const vector = { ids: sorted, weights: raw.map((weight) => weight / length) }
    return { vector, idfs, length, language, heavy, bytes: encodePrint(print) }
  })

/** What the heavy terms both have come to, in the precision they are kept in. */
function sharedHeavy(a: Member, b: Member): number {
  const others = new Map(Array.from(b.heavy, (at) => [b.vector.ids[at]!, Math.fround(b.vector.weights[at]!)]))
  let sum = 0
  for (const at of a.heavy) sum += Math.fround(a.vector.weights[at]!) * (others.get(a.vector.ids[at]!) ?? 0)
  return sum
}

test('finds all who share enough and nobody else, with the cosine of all their terms to the last bit', () => {
  fc.assert(
    fc.property(fc.array(member, { minLength: 1, maxLength: 25 }), (list) => {
      const pile = createPrintPile()
      for (const { bytes } of list) pile.add(bytes)
      const company = createCompany({ least: LEAST, pile, idfOf })
      list.forEach((one, place) => {
        const found = new Map<number, number>()
        const shared = list.slice(0, place).map((other) => sharedHeavy(one, other))
        // Some need to the last bit what they share, or a hair more.
        const needed = (other: number) => [0, 1, 1 + 1e-12, 1.01][(place + other) % 4]! * (shared[other]! / HEAVY_SHARE)
        const least = Math.min(...shared.map((_, other) => needed(other)))
        company.each(one, { at: needed, least }, (other, cosine) => found.set(other, cosine))
        const isEnough = (at: number) => shared[at]! >= Math.max(LEAST, HEAVY_SHARE * needed(at))
        expect([...found.keys()].sort((a, b) => a - b)).toEqual([...shared.keys()].filter(isEnough))
        for (const [other, cosine] of found) expect(cosine).toBe(dot(one.vector, list[other]!.vector))
        company.add(place, one)
      })
    }),
    { seed: 9, numRuns: 150 },
  )
})
