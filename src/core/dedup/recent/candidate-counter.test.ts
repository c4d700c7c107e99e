import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCandidateCounter } from './candidate-counter.ts'
import type { SlotFilter, Threshold } from './candidate-threshold.ts'
import type { InvertedIndex } from './posting-list.ts'
import { createPostings } from './postings.ts'
import { createSortedPostings } from './sorted-postings.ts'

const LIST = fc.uniqueArray(fc.nat(40), { maxLength: 30 }).map((slots) => slots.sort((a, b) => a - b))
const KINDS = { of: Uint8Array.from({ length: 41 }, (_, slot) => slot % 3), least: Int32Array.of(3, 6, 9) }

interface Weighed {
  readonly slots: readonly number[]
  readonly weight: number
  readonly id: number
}

function weigh(drawn: readonly (readonly [number[], number])[], lists: InvertedIndex): Weighed[] {
  const all = drawn.map(([slots, weight], id) => ({ slots, weight, id }))
  for (let slot = 0; slot <= 40; slot++) for (const { slots, id } of all) if (slots.includes(slot)) lists.add(id, slot)
  return all
}

/** The rule itself, by a plain map. */
function sumsOf(
  added: readonly Weighed[],
  toMet: readonly Weighed[],
  latest: number,
  isOpen: (slot: number) => boolean,
) {
  const sums = new Map<number, number>()
  for (const { slots, weight } of added.toSorted((a, b) => a.slots.length - b.slots.length)) {
    const first = slots.length <= latest ? 0 : (slots.filter(isOpen).at(-latest) ?? 0)
    for (const slot of slots) if (slot >= first || sums.has(slot)) sums.set(slot, (sums.get(slot) ?? 0) + weight)
  }
  for (const { slots, weight } of toMet)
    for (const slot of slots) if (sums.has(slot)) sums.set(slot, sums.get(slot)! + weight)
  return sums
}

const BARS: readonly (readonly [string, Threshold])[] = [
  ['a least', { least: 3, classes: null, admits: null }],
  ['a least that no term reaches alone', { least: 6, classes: null, admits: null }],
  ['a higher least', { least: 11, classes: null, admits: null }],
  ['a least of each kind', { least: 3, classes: KINDS, admits: null }],
  ['a question', { least: 0, classes: null, admits: (slot, sum) => sum >= slot % 7 }],
]

for (const create of [createPostings, createSortedPostings]) {
  test.each(BARS)(
    'sums are those of a plain map, of long lists the latest open, of many slots the nearest: %s',
    (_, threshold) => {
      fc.assert(
        fc.property(
          fc.array(fc.tuple(LIST, fc.integer({ min: 1, max: 5 })), { maxLength: 8 }),
          fc.array(fc.tuple(LIST, fc.integer({ min: 1, max: 3 })), { maxLength: 3 }),
          fc.record({
            latest: fc.integer({ min: 1, max: 12 }),
            nearest: fc.integer({ min: 1, max: 12 }),
            rangeBits: fc.integer({ min: 1, max: 6 }),
          }),
          fc.integer({ min: 1, max: 5 }),
          fc.option(fc.nat(40), { nil: undefined }),
          (drawn, drawnToMet, { latest, nearest, rangeBits }, step, openFrom) => {
            const isOpen: SlotFilter = Object.assign(
              (slot: number) => slot % step === 0 || slot >= (openFrom ?? 41),
              openFrom === undefined ? {} : { openFrom },
            )
            const counter = createCandidateCounter(latest, nearest, rangeBits)
            const [lists, listsToMet] = [create(), create()]
            const [added, toMet] = [weigh(drawn, lists), weigh(drawnToMet, listsToMet)]
            const wanted = [...sumsOf(added, toMet, latest, isOpen)]
              .filter(
                ([slot, sum]) => sum >= threshold.least && isOpen(slot) && (threshold.admits?.(slot, sum) ?? true),
              )
              .filter(([slot, sum]) => sum >= (threshold.classes?.least[threshold.classes.of[slot]!] ?? 0))
              .sort(([a, x], [b, y]) => y - x || b - a)
              .slice(0, nearest)
              .map(([slot]) => slot)
            for (const _round of [1, 2]) {
              for (const { id, weight } of added) counter.count(lists, id, weight)
              for (const { id, weight } of toMet) counter.countCandidates(listsToMet, id, weight)
              expect([...counter.take(isOpen, threshold)]).toEqual(wanted)
            }
          },
        ),
        { seed: 5, numRuns: 150 },
      )
    },
  )
}

test('those settled stand as they are, whatever is asked of those who follow', () => {
  const counter = createCandidateCounter(2, 4)
  const lists = createPostings()
  for (const slot of [1, 2]) lists.add(7, slot)
  for (const slot of [3, 4, 5]) lists.add(8, slot)
  for (const slot of [4, 5]) lists.add(9, slot)
  counter.count(lists, 7, 2)
  counter.closeGroup(() => true, 1)
  counter.count(lists, 8, 2)
  counter.countCandidates(lists, 9, 1)
  expect([...counter.take((slot) => slot !== 5, { least: 3, classes: null, admits: null })]).toEqual([4, 2, 1])
})
