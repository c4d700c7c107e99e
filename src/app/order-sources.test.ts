import { expect, test } from 'vitest'
import { orderSources } from './order-sources.ts'

/** Sources 1, 2, 3 … at these places. */
const placed = (...positions: number[]) => positions.map((position, at) => ({ source: at + 1, position }))

test.each([
  ['two neighbours change places', placed(1, 2, 3), [2, 1], [2, 1, 3]],
  ['one that was not named keeps its place between them', placed(1, 5, 9), [3, 1], [9, 5, 1]],
  ['equal places are told apart', placed(4, 4, 4), [2, 1, 3], [5, 4, 6]],
  ['unknown sources and repetitions are left out', placed(1, 2), [7, 2, 2, 1], [2, 1]],
  ['an order that is there already changes nothing', placed(1, 2, 3), [1, 2, 3], [1, 2, 3]],
])('%s', (_fact, all, wanted, expected) => {
  const changes = new Map(orderSources(all, wanted).map(({ source, position }) => [source, position]))
  expect(all.map(({ source, position }) => changes.get(source) ?? position)).toEqual(expected)
})
