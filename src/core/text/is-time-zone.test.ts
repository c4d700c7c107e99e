import { expect, test } from 'vitest'
import { isTimeZone } from './is-time-zone.ts'

test.each([
  ['Asia/Taipei', true],
  ['UTC', true],
  ['Asia/Atlantis', false],
  ['', false],
  ['Europe/Berlin\u0000', false],
])('isTimeZone(%j) is %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected)
  expect(isTimeZone(name)).toBe(expected)
})
