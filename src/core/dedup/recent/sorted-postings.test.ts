import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mix32 } from '../../similar/hash.ts'
import type { InvertedIndex } from './posting-list.ts'
import { createSortedPostings } from './sorted-postings.ts'

/* Mostly in order, as they come; some late. Asked after each part, so that lists are sorted, merged and looked up by turns. */
const PART = fc.array(fc.record({ id: fc.oneof(fc.nat(5), fc.nat(0xffffffff)), slot: fc.nat(1000) }), { maxLength: 60 })

function slotsOf(lists: InvertedIndex, id: number): number[] {
  const visited: number[] = []
  lists.each(id, (slot) => visited.push(slot))
  return visited
}

const descending = (slots: readonly number[] = []) => slots.toSorted((a, b) => b - a)

test('lists are those of a plain map, the highest slot first', () => {
  fc.assert(
    fc.property(fc.array(PART, { maxLength: 6 }), fc.boolean(), (parts, isOrdered) => {
      const lists = createSortedPostings()
      const plain = new Map<number, number[]>()
      parts.forEach((part, n) => {
        const added = part.map(({ id, slot }) => ({ id, slot: isOrdered ? slot + 1000 * n : slot }))
        for (const { id, slot } of isOrdered ? added.toSorted((a, b) => a.slot - b.slot) : added) {
          lists.add(id, slot)
          plain.set(id, [...(plain.get(id) ?? []), slot])
        }
        for (const [id, slots] of plain) expect(slotsOf(lists, id)).toEqual(descending(slots))
      })
      expect(slotsOf(lists, 77_777)).toEqual(descending(plain.get(77_777)))
    }),
    { seed: 7, numRuns: 60 },
  )
})

test('a hundred thousand are merged as they come, and found', () => {
  const lists = createSortedPostings()
  const plain = new Map<number, number[]>()
  const ids = (slot: number) => [mix32(slot), mix32(slot % 1000), 0xffff0000 + (slot % 3)]
  for (let slot = 0; slot < 60_000; slot++) {
    for (const id of ids(slot)) {
      lists.add(id, slot)
      plain.set(id, [...(slot < 200 || id === mix32(7) ? (plain.get(id) ?? []) : []), slot])
    }
    if (slot === 20_000) expect(slotsOf(lists, mix32(12_345))).toEqual([12_345])
  }
  expect(slotsOf(lists, mix32(7))).toEqual(descending(plain.get(mix32(7))))
  expect(slotsOf(lists, mix32(59_999))).toEqual([59_999])
  expect(slotsOf(lists, 0xffff0002)).toHaveLength(20_000)
  expect(slotsOf(lists, 0xffff0003)).toEqual([])
})
