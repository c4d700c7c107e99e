import { expect, test } from 'vitest'
import { searchCube } from './pattern-search.ts'

const options = { step: 0.2, leastStep: 1e-4, random: () => 0.5 }

test('finds the top of a hill, also one on the edge', () => {
  const hill = ([x, y]: readonly number[]) => -((x! - 0.3) ** 2) - (y! - 1.5) ** 2
  const [x, y] = searchCube(hill, { start: [0.9, 0.1], ...options })
  expect(x).toBeCloseTo(0.3, 3)
  expect(y).toBe(1)
})

test('never ends worse than it began', () => {
  const cliff = ([x]: readonly number[]) => (x === 0.5 ? 1 : 0)
  expect(searchCube(cliff, { start: [0.5], ...options })).toEqual([0.5])
})
