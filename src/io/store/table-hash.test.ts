import { expect, test } from 'vitest'
import { createTableHash } from './table-hash.ts'
import type { TableRow } from './table-pages.ts'

function hashOf(...pages: readonly (readonly TableRow[])[]): string {
  const hash = createTableHash()
  for (const page of pages) hash.add(page)
  return hash.sum().hash
}

const ONE = { id: 1, name: 'Ann', key: new Uint8Array([1, 2]), value: 0.1 }
const TWO = { id: 2, name: null, key: Buffer.from([3]), value: 2 }

test('order, pages, the order of columns and the class of bytes make no difference', () => {
  const expected = hashOf([ONE, TWO])
  expect(hashOf([TWO], [ONE])).toBe(expected)
  expect(hashOf([{ value: 0.1, key: Buffer.from([1, 2]), name: 'Ann', id: 1 }, TWO])).toBe(expected)
})

test.each<[string, TableRow]>([
  ['a number', { ...TWO, value: 2.000000000001 }],
  ['a text', { ...TWO, name: '' }],
  ['a byte', { ...TWO, key: Buffer.from([4]) }],
  ['the type of a value', { ...TWO, id: '2' }],
  ['the name of a column', { id: 2, named: null, key: TWO.key, value: 2 }],
])('%s makes a difference', (_, changed) => expect(hashOf([changed])).not.toBe(hashOf([TWO])))

test('a row too many, one too few and two that exchanged a value are found', () => {
  const expected = hashOf([ONE, TWO])
  expect(hashOf([ONE, TWO, TWO])).not.toBe(expected)
  expect(hashOf([ONE])).not.toBe(expected)
  expect(
    hashOf([
      { ...ONE, value: 2 },
      { ...TWO, value: 0.1 },
    ]),
  ).not.toBe(expected)
})
