import { expect, test } from 'vitest'
import { localTime, relativeTime } from './times.ts'

const now = Date.UTC(2026, 10, 15, 12)

test.each([
  [now, 'now'],
  [now + 12 * 60_000, 'in 12 min'],
  [now - 3 * 3_600_000, '3 h ago'],
  [now - 40 * 86_400_000, '40 d ago'],
])('relativeTime of %d is %s', (at, expected) => expect(relativeTime(at, now)).toBe(expected))

test('localTime is in the zone asked for, whatever the machine thinks', () => {
  expect(localTime(now, 'Asia/Taipei')).toBe('2026-11-15 20:00')
})
