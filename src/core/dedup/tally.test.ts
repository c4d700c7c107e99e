import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPostings } from './postings.ts'
import { createSortedPostings } from './sorted-postings.ts'
import { createTally } from './tally.ts'

const LIST = fc.uniqueArray(fc.nat(40), { maxLength: 30 }).map((slots) => slots.sort((a, b) => a - b))

test.each([createPostings, createSortedPostings])(
  'sums are those of a plain map, of long lists the latest open, of many slots the nearest',
  (create) => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(LIST, fc.integer({ min: 1, max: 5 })), { maxLength: 8 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        (drawn, latest, nearest, step) => {
          const isOpen = (slot: number) => slot % step === 0
          const tally = createTally(latest, nearest)
          tally.makeRoom(40)
          const kept = create()
          const lists = drawn.map(([slots, weight], id) => ({ slots, weight, id }))
          for (let slot = 0; slot <= 40; slot++)
            for (const { slots, id } of lists) if (slots.includes(slot)) kept.add(id, slot)
          for (const _round of [1, 2]) {
            const plain = new Map<number, number>()
            const byLength = lists.toSorted((a, b) => a.slots.length - b.slots.length)
            for (const { id, weight } of lists) tally.add(kept, id, weight)
            for (const { id, weight } of lists) tally.addToMet(kept, id, weight)
            for (const { slots, weight } of byLength) {
              const first = slots.length <= latest ? 0 : (slots.filter(isOpen).at(-latest) ?? 0)
              for (const slot of slots)
                if (slot >= first || plain.has(slot)) plain.set(slot, (plain.get(slot) ?? 0) + weight)
            }
            for (const { slots, weight } of lists)
              for (const slot of slots) if (plain.has(slot)) plain.set(slot, plain.get(slot)! + weight)
            const wanted = [...plain]
              .filter(([slot, sum]) => sum >= 3 && isOpen(slot))
              .sort(([a, x], [b, y]) => y - x || b - a)
              .slice(0, nearest)
              .map(([slot]) => slot)
            expect([...tally.take(isOpen, (_slot, sum) => sum >= 3)]).toEqual(wanted)
          }
        },
      ),
      { seed: 5, numRuns: 200 },
    )
  },
)
