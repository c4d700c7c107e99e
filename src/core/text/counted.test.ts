import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test.each([
  [0, '0 entries'],
  [1, '1 entry'],
  [2, '2 entries'],
  [3400, '3,400 entries'],
])('%i is "%s"', (number, words) => expect(counted(number, 'entry', 'entries')).toBe(words))

test('a noun that adds an s needs no second form', () => expect(counted(2, 'feed')).toBe('2 feeds'))
