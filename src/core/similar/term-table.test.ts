import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTermTable, type TermTable } from './term-table.ts'

const ID = fc.oneof(fc.nat(20), fc.nat(0xffffffff))

/** What a table gives for some terms, one by one and all at once. */
function valuesOf(table: TermTable, ids: readonly number[]): [number[], number[]] {
  const read = new Float64Array(ids.length)
  table.readAll(Uint32Array.from(ids), read)
  return [ids.map(table.valueOf), [...read]]
}

test('answers as a map does', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(ID, fc.double({ noNaN: true }))), fc.array(ID), (values, asked) => {
      const map = new Map(values)
      const table = createTermTable(-1)
      for (const [id, value] of values) table.set(id, value)
      const ids = [...map.keys(), ...asked]
      const expected = ids.map((id) => map.get(id) ?? -1)
      expect(valuesOf(table, ids)).toEqual([expected, expected])
    }),
    { seed: 3, numRuns: 100 },
  )
})

test('counts as a map does, and replaces every count', () => {
  const lists = fc.array(fc.uniqueArray(ID, { maxLength: 200 }), { maxLength: 8 })
  fc.assert(
    fc.property(lists, fc.array(ID), (counted, asked) => {
      const [map, table] = [new Map<number, number>(), createTermTable(Number.NaN)]
      for (const ids of counted) {
        table.countAll(Uint32Array.from(ids))
        for (const id of ids) map.set(id, (map.get(id) ?? 0) + 1)
      }
      table.replaceAll((id, count) => id + count / 7)
      const ids = [...map.keys(), ...asked]
      const expected = ids.map((id) => (map.has(id) ? id + map.get(id)! / 7 : Number.NaN))
      expect(valuesOf(table, ids)).toEqual([expected, expected])
    }),
    { seed: 5, numRuns: 100 },
  )
})
