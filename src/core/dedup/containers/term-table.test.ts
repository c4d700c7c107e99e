import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTermTable } from './term-table.ts'

test('answers as a map does', () => {
  const ID = fc.oneof(fc.nat(20), fc.nat(0xffffffff))
  fc.assert(
    fc.property(fc.array(fc.tuple(ID, fc.double({ noNaN: true }))), fc.array(ID), (values, asked) => {
      const map = new Map(values)
      const table = createTermTable(map, map.size, -1)
      for (const id of [...map.keys(), ...asked]) expect(table(id)).toBe(map.get(id) ?? -1)
    }),
    { seed: 3, numRuns: 100 },
  )
})
