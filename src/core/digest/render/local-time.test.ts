import { describe, expect, test } from 'vitest'
import { clockTime, hourNear, isoDay, longDay, mailDate, shortDay, zonedIso } from './local-time.ts'

const at = Date.UTC(2026, 10, 14, 23, 5, 9, 250)

describe('hours are those of the zone', () => {
  test.each([
    ['Asia/Taipei', '2026-11-15', '07:05', '2026-11-15T07:05+08:00'],
    ['UTC', '2026-11-14', '23:05', '2026-11-14T23:05+00:00'],
    ['America/St_Johns', '2026-11-14', '19:35', '2026-11-14T19:35-03:30'],
    ['Asia/Kathmandu', '2026-11-15', '04:50', '2026-11-15T04:50+05:45'],
  ])('%s', (zone, day, clock, iso) => {
    expect([isoDay(at, zone), clockTime(at, zone), zonedIso(at, zone)]).toEqual([day, clock, iso])
  })

  test('midnight is 00:00, and both hours of an autumn night are told apart', () => {
    expect(clockTime(Date.UTC(2026, 0, 1), 'UTC')).toBe('00:00')
    const first = Date.UTC(2026, 9, 25, 0, 30)
    expect(zonedIso(first, 'Europe/Berlin')).toBe('2026-10-25T02:30+02:00')
    expect(zonedIso(first + 3_600_000, 'Europe/Berlin')).toBe('2026-10-25T02:30+01:00')
  })
})

describe('days are written as the language writes them', () => {
  test.each([
    ['en', 'Sunday, 15 November 2026', '15 Nov'],
    ['zh', '2026年11月15日 星期日', '11月15日'],
    ['ja', '2026年11月15日 日曜日', '11月15日'],
  ] as const)('%s', (language, long, short) => {
    expect([longDay(at, 'Asia/Taipei', language), shortDay(at, 'Asia/Taipei', language)]).toEqual([long, short])
  })

  test('the day is named only when it is another', () => {
    expect(hourNear(at, at, 'Asia/Taipei', 'en')).toBe('07:05')
    expect(hourNear(at - 24 * 3_600_000, at, 'Asia/Taipei', 'en')).toBe('14 Nov 07:05')
  })
})

test('mail and RSS have their own form', () => {
  expect(mailDate(at, 'Asia/Taipei')).toBe('Sun, 15 Nov 2026 07:05:09 +0800')
})
