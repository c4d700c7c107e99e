import { expect, test } from 'vitest'
import { inOrder, movedBefore, movedBy } from './feed-order.ts'

test.each([
  ['before another', 3, 1, [3, 1, 2]],
  ['to the end', 1, null, [2, 3, 1]],
  ['nowhere, before itself', 2, 2, [1, 2, 3]],
  ['into a list that it was not in', 9, 2, [1, 9, 2, 3]],
] as const)('movedBefore moves %s', (_where, id, before, expected) =>
  expect(movedBefore([1, 2, 3], id, before)).toEqual(expected),
)

test.each([
  ['up', 2, -1, [2, 1, 3]],
  ['down', 2, 1, [1, 3, 2]],
  ['not beyond the first place', 1, -1, [1, 2, 3]],
  ['not beyond the last place', 3, 1, [1, 2, 3]],
] as const)('movedBy moves %s', (_way, id, step, expected) => expect(movedBy([1, 2, 3], id, step)).toEqual(expected))

test('inOrder leaves those in their places that no order was given for', () => {
  expect(inOrder([1, 2, 3, 4], [4, 1, 9], (id) => id)).toEqual([4, 2, 3, 1])
})
