import { expect, test } from 'vitest'
import { storable } from './storable.ts'

test.each([
  ['leaves ordinary text alone', 'Zürich 地震 👍', 'Zürich 地震 👍'],
  ['removes NUL and keeps what follows', 'before\0after', 'beforeafter'],
  ['replaces half of a surrogate pair', 'a\ud83db', 'a\ufffdb'],
  ['replaces the other half', '\udc4d', '\ufffd'],
])('storable %s', (_fact, text, expected) => {
  expect(storable(text)).toBe(expected)
  expect(storable({ list: [{ text }, null, 7, true] })).toEqual({ list: [{ text: expected }, null, 7, true] })
})

test('storable returns a record itself when all of its texts can be stored', () => {
  const record = { text: 'Zürich', list: [{ text: '地震 👍' }, null] }
  expect(storable(record)).toBe(record)
})

test('storable changes no record that it is given', () => {
  const record = { text: 'a\0b' }
  expect(storable(record)).toEqual({ text: 'ab' })
  expect(record.text).toBe('a\0b')
})
