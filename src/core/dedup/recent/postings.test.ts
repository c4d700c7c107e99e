import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPostings, type Postings } from './postings.ts'

/* Mostly in order, as they come; some late. */
const ADDED = fc.array(fc.record({ id: fc.oneof(fc.nat(5), fc.nat(0xffffffff)), slot: fc.nat(1000) }), {
  maxLength: 400,
})

function slotsOf(postings: Postings, id: number): number[] {
  const { sorted, start, end } = postings.find(id)
  return [...sorted.subarray(start, end)]
}

test('lists are those of a plain map', () => {
  fc.assert(
    fc.property(ADDED, (added) => {
      const postings = createPostings()
      const plain = new Map<number, number[]>()
      for (const { id, slot } of added) {
        postings.add(id, slot)
        plain.set(id, [...(plain.get(id) ?? []), slot])
      }
      for (const list of plain.values()) list.sort((a, b) => a - b)
      for (const [id, list] of plain) {
        expect(slotsOf(postings, id)).toEqual(list)
        const visited: number[] = []
        postings.each(id, (slot) => visited.push(slot))
        expect(visited).toEqual(list.toReversed())
      }
      expect(slotsOf(postings, 77_777)).toEqual(plain.get(77_777) ?? [])
    }),
    { seed: 7, numRuns: 60 },
  )
})

test('a visit may add to the postings it walks', () => {
  const postings = createPostings()
  for (let slot = 0; slot < 100; slot++) postings.add(3, slot)
  let visited = 0
  postings.each(3, () => {
    visited++
    if (visited === 1) for (let more = 0; more < 1000; more++) postings.add(4, more)
  })
  expect(visited).toBe(100)
})
