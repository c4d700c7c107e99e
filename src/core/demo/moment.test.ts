import { expect, test } from 'vitest'
import { almanacOf, clockOf, momentOf } from './moment.ts'

const almanac = almanacOf('2026-03-02T00:00:00+08:00')!

test.each([
  ['the first day', '1 00:00', '2026-03-01T16:00:00.000Z'],
  ['a later day', '3 18:05', '2026-03-04T10:05:00.000Z'],
  ['the day before', '0 22:10', '2026-03-01T14:10:00.000Z'],
  ['long before', '2025-11-20 22:30', '2025-11-20T14:30:00.000Z'],
])('momentOf reads %s', (_fact, text, expected) =>
  expect(new Date(momentOf(text, almanac)!).toISOString()).toBe(expected),
)

test.each(['', '1', '1 24:00', '1 9:05', '12 09:05', 'noon'])('momentOf is null for "%s"', (text) =>
  expect(momentOf(text, almanac)).toBeNull(),
)

test.each(['2026-03-02', '2026-03-02T08:00:00+08:00', 'soon'])('almanacOf is null for "%s"', (text) =>
  expect(almanacOf(text)).toBeNull(),
)

test('clockOf gives the date and time on the reader’s clock', () =>
  expect(clockOf(Date.UTC(2026, 2, 2, 17, 5), 480)).toEqual({ date: '20260303', time: '01:05' }))
