import { expect, test } from 'vitest'
import { createColumnPool } from './column-pool.ts'

test('columns are zeros, do not overlap, and have the sizes that were asked for, small and large', () => {
  const pool = createColumnPool()
  const sizes = Array.from({ length: 300 }, (_, at) => (at % 97 === 96 ? 9_000 : (at * 31) % 700))
  const columns = sizes.flatMap((size) => [pool.uints(size), pool.floats(size), pool.bytes(size)])
  expect(columns.every((column) => column.every((value) => value === 0))).toBe(true)
  expect(columns.map(({ length }) => length)).toEqual(sizes.flatMap((size) => [size, size, size]))
  for (const [at, column] of columns.entries()) column.fill(1 + (at % 255))
  expect(columns.every((column, at) => column.every((value) => value === 1 + (at % 255)))).toBe(true)
})
