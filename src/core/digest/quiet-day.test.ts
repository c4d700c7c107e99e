import { expect, test } from 'vitest'
import { isQuiet } from './quiet-day.ts'

test.each([
  ['fewer than in four of five digests', 1, [3, 3, 3, 3, 3, 3, 3, 3, 1, 1], true],
  ['fewer than in three of four', 1, [3, 3, 3, 3, 3, 3, 1, 1], false],
  ['as many as usual', 3, [3, 3, 3, 3, 3, 3, 3], false],
  ['too few digests to know what is usual', 0, [9, 9, 9, 9, 9, 9], false],
])('a day with %s: %d against %j is quiet: %s', (_, today, past, expected) =>
  expect(isQuiet(today, past)).toBe(expected),
)
