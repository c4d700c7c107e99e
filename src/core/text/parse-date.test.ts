import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDate } from './parse-date.ts'

const iso = (text: string): string | null => {
  const parsed = parseDate(text)
  return parsed === null ? null : new Date(parsed.at).toISOString()
}

describe('parseDate reads', () => {
  test.each([
    ['RFC 822', 'Sat, 14 Nov 2026 10:15:00 GMT', '2026-11-14T10:15:00.000Z'],
    ['RFC 822 with an offset', 'Sat, 14 Nov 2026 10:15:00 +0530', '2026-11-14T04:45:00.000Z'],
    ['RFC 822 without seconds, weekday or blank after the comma', '14 Nov 26 10:15 PST', '2026-11-14T18:15:00.000Z'],
    ['a wrong weekday as no contradiction', 'Mon, 14 Nov 2026 10:15:00 GMT', '2026-11-14T10:15:00.000Z'],
    ['commas where none belong', 'Sat, 14 Nov, 2026, 10:15 EST', '2026-11-14T15:15:00.000Z'],
    ['an offset that repeats its name', 'Sat, 14 Nov 2026 10:15:00 -0700 MST', '2026-11-14T17:15:00.000Z'],
    ['a name and an offset', 'Sat, 14 Nov 2026 10:15:00 GMT-01:30', '2026-11-14T11:45:00.000Z'],
    ['an offset glued to the time', '14 Nov 2026 10:15:00+0900', '2026-11-14T01:15:00.000Z'],
    ['a name glued to the offset', '14 Nov 2026 10:15:00 +0900JST', '2026-11-14T01:15:00.000Z'],
    ['a zone glued to the time', '14 Nov 2026 10:15:00CEST', '2026-11-14T08:15:00.000Z'],
    ['a zero offset that lost its sign', 'Sat, 14 Nov 2026 10:15:00 0000', '2026-11-14T10:15:00.000Z'],
    ['a zone by place in winter', 'Sat, 14 Nov 2026 10:15:00 America/Los_Angeles', '2026-11-14T18:15:00.000Z'],
    ['a zone by place in summer', '14 Jul 2026 10:15:00 Europe/Berlin', '2026-07-14T08:15:00.000Z'],
    ['ET as what New York shows', 'Tue, 14 July 2026 10:15:00 ET', '2026-07-14T14:15:00.000Z'],
    ['a browser’s own form', 'Sat Nov 14 2026 10:15:00 GMT+0900 (Japan Standard Time)', '2026-11-14T01:15:00.000Z'],
    ['RFC 3339', '2026-11-14T10:15:00+09:00', '2026-11-14T01:15:00.000Z'],
    ['RFC 3339 to the nanosecond', '2026-11-14T10:15:00.123456789Z', '2026-11-14T10:15:00.123Z'],
    ['ISO 8601 to the minute', '2026-11-14T10:15Z', '2026-11-14T10:15:00.000Z'],
    ['ISO 8601 to the day', '2026-11-14', '2026-11-14T00:00:00.000Z'],
    ['ISO 8601 to the month', '2026-11', '2026-11-01T00:00:00.000Z'],
    ['ISO 8601 to the year', '2026', '2026-01-01T00:00:00.000Z'],
    ['ISO 8601 without signs', '20261114T101500Z', '2026-11-14T10:15:00.000Z'],
    ['a run of fourteen digits', '20261114101500', '2026-11-14T10:15:00.000Z'],
    ['a day of the year', '2026-318', '2026-11-14T00:00:00.000Z'],
    ['a day of a week', '2026-W46-6', '2026-11-14T00:00:00.000Z'],
    ['a true minus sign', '2026-11-14T10:15:00−05:00', '2026-11-14T15:15:00.000Z'],
    ['a day with a zone and no time', '14 Nov 2026 GMT', '2026-11-14T00:00:00.000Z'],
    ['an XML Schema day with an offset', '2026-11-14-05:00', '2026-11-14T05:00:00.000Z'],
    ['minutes and seconds of one digit', 'Mon, 2 Jan 2006 15:4:5 -0700', '2006-01-02T22:04:05.000Z'],
    ['an hour without minutes', 'Sat, 14 Nov 2026 10 -0700', '2026-11-14T17:00:00.000Z'],
    ['an offset with seconds', '2026-11-14T10:15:00-07:00:00', '2026-11-14T17:15:00.000Z'],
    ['an offset with two signs', '14 Nov 2026 10:15:00 --0700', '2026-11-14T17:15:00.000Z'],
    ['an offset behind a colon', '2026-11-14T10:15:00:-0700', '2026-11-14T17:15:00.000Z'],
    ['a midnight before the real time', '2026-11-14 00:00:00.0 10:15:00.0 -0700', '2026-11-14T17:15:00.000Z'],
    ['a time before the day', '10:15 14.11.2026 -0700', '2026-11-14T17:15:00.000Z'],
    ['a time before a day with dashes', '10:15 14-11-2026', '2026-11-14T10:15:00.000Z'],
    ['a web server’s log', '14/Nov/2026:10:15:00 +0000', '2026-11-14T10:15:00.000Z'],
    ['a German preposition that looks like a morning', 'am 14. November 2026 um 12:15 Uhr', '2026-11-14T12:15:00.000Z'],
    ['Italian', 'il 14 novembre 2026 alle 10:15', '2026-11-14T10:15:00.000Z'],
    ['ctime', 'Sat Nov 14 10:15:00 2026', '2026-11-14T10:15:00.000Z'],
    ['ctime with a zone inside', 'Sat Nov 14 10:15:00 JST 2026', '2026-11-14T01:15:00.000Z'],
    ['Unix seconds', '1794651300', '2026-11-14T10:15:00.000Z'],
    ['Unix milliseconds', '1794651300000', '2026-11-14T10:15:00.000Z'],
    ['noon and midnight on a twelve-hour clock', 'Nov 14, 2026 12:05 AM', '2026-11-14T00:05:00.000Z'],
    ['an ordinal and a preposition', 'Saturday the 14th of November 2026 at 3:07pm', '2026-11-14T15:07:00.000Z'],
    ['the end of the day', '14 Nov 2026 24:00:00 GMT', '2026-11-15T00:00:00.000Z'],
    ['Chinese', '2026年11月14日 10:15', '2026-11-14T10:15:00.000Z'],
    ['Chinese afternoon', '2026年11月14日 星期六 下午3:15', '2026-11-14T15:15:00.000Z'],
    ['Chinese with its zone', '发布时间：2026年11月14日 10:15 北京时间', '2026-11-14T02:15:00.000Z'],
    ['Japanese', '2026年11月14日(土) 午後3時15分', '2026-11-14T15:15:00.000Z'],
    ['a Japanese era', '令和8年11月14日', '2026-11-14T00:00:00.000Z'],
    ['Korean', '2026년 11월 14일 토요일 오후 3:15', '2026-11-14T15:15:00.000Z'],
    ['Korean with dots', '2026. 11. 14. 오전 10:15', '2026-11-14T10:15:00.000Z'],
    ['full-width digits', '２０２６－１１－１４', '2026-11-14T00:00:00.000Z'],
    ['Thai in the Buddhist era', '14 พ.ย. 2569 10:15', '2026-11-14T10:15:00.000Z'],
    ['French', 'samedi 14 novembre 2026 à 10h15', '2026-11-14T10:15:00.000Z'],
    ['German', 'Samstag, 14. November 2026, 10.15 Uhr', '2026-11-14T10:15:00.000Z'],
    ['Spanish', 'sábado, 14 de noviembre de 2026', '2026-11-14T00:00:00.000Z'],
    ['a Spanish Tuesday that could be March', 'mar, 10 nov 2026 10:00', '2026-11-10T10:00:00.000Z'],
    ['Russian', '14 ноября 2026 г. в 10:15 МСК', '2026-11-14T07:15:00.000Z'],
    ['Greek', 'Σαβ, 14 Νοε 2026 10:15:00 +0200', '2026-11-14T08:15:00.000Z'],
    ['Hungarian', '2026-november-14T10:15+01:00', '2026-11-14T09:15:00.000Z'],
    ['Polish', '14 listopada 2026', '2026-11-14T00:00:00.000Z'],
    ['Turkish', '14 Kasım 2026 10:15', '2026-11-14T10:15:00.000Z'],
    ['Finnish', 'lauantai 14. marraskuuta 2026 klo 10.15', '2026-11-14T10:15:00.000Z'],
    ['Arabic with its own digits', '١٤ نوفمبر ٢٠٢٦', '2026-11-14T00:00:00.000Z'],
    ['a month of two words', '١٤ تشرين الثاني ٢٠٢٦', '2026-11-14T00:00:00.000Z'],
    ['Hebrew with a prefix', '14 בנובמבר 2026', '2026-11-14T00:00:00.000Z'],
    ['Vietnamese', 'ngày 14 tháng 11 năm 2026', '2026-11-14T00:00:00.000Z'],
    ['a weekday of a language it does not know', 'Zzzz, 14 Nov 2026 10:15:00 GMT', '2026-11-14T10:15:00.000Z'],
    ['a month and a year', 'Nov. 2026', '2026-11-01T00:00:00.000Z'],
    ['two-digit years before 69 as this century', '14 Nov 68', '2068-11-14T00:00:00.000Z'],
    ['two-digit years from 69 as the last', '14 Nov 69', '1969-11-14T00:00:00.000Z'],
    ['years of four digits as they stand', '1 Jan 0100 00:00:00 GMT', '0100-01-01T00:00:00.000Z'],
  ])('%s', (_fact, text, expected) => expect(iso(text)).toBe(expected))
})

describe('parseDate settles 2/1/2006', () => {
  test.each([
    ['day first, when nothing tells', '02/01/2026', '2026-01-02T00:00:00.000Z'],
    ['by a number over twelve', '11/14/2026', '2026-11-14T00:00:00.000Z'],
    ['by the weekday', 'Fri, 02/01/2026', '2026-01-02T00:00:00.000Z'],
    ['by the weekday, the other way round', 'Sun, 02/01/2026', '2026-02-01T00:00:00.000Z'],
    ['month first beside PM', '01/02/2026 3:04 PM', '2026-01-02T15:04:00.000Z'],
    ['month first in an American zone', '01/02/2026 15:04 EST', '2026-01-02T20:04:00.000Z'],
    ['day first with dots', '2.1.2026', '2026-01-02T00:00:00.000Z'],
    ['year first when the last number is too short for one', '26/1/2', '2026-01-02T00:00:00.000Z'],
  ])('%s', (_fact, text, expected) => expect(iso(text)).toBe(expected))
})

describe('parseDate is null for', () => {
  test.each([
    ['nothing', ''],
    ['a word', 'yesterday'],
    ['a day the month does not have', '2026-02-30'],
    ['the zero date of MySQL', '0000-00-00 00:00:00'],
    ['an hour no clock shows', '2026-11-14T25:00:00Z'],
    ['a month in letters nobody knows', '14 Zzz 2026'],
    ['an offset in letters', '14 Nov 2026 10:15:00 +zz:00'],
    ['something glued to the offset', '2026-11-14T10:15:00-06:00more'],
    ['an offset beyond the date line', '2026-11-14T10:15:00+24:00'],
    ['a day without a year', '14 November'],
    ['a time alone', '10:15'],
    ['a version number', '1.2.3'],
    ['an address', '192.168.1.1'],
    ['five digits', '22013'],
    ['a day with what may be a time or an offset', '2026-11-14-0800'],
    ['a sentence with a year in it', 'The summer of 2026'],
    ['a text of any length', '1'.repeat(100_000)],
  ])('%s', (_fact, text) => expect(parseDate(text)).toBeNull())
})

describe('parseDate says', () => {
  test.each([
    ['that a zone was given', '2026-11-14T10:15:00Z', 'given', []],
    ['that it assumed UTC', '2026-11-14T10:15:00', 'assumed', ['zone']],
    ['that it does not know a zone name', '14 Nov 2026 10:15:00 XQT', 'assumed', ['zoneName']],
    ['that day, time and zone were not written', 'November 2026', 'assumed', ['day', 'time', 'zone']],
    ['that it supplied a century', '14 Nov 26 10:15 GMT', 'given', ['century']],
    ['that it took the first number for the day', '02/01/2026 10:15 GMT', 'given', ['dayFirst']],
  ])('%s', (_fact, text, zone, assumed) => expect(parseDate(text)).toMatchObject({ zone, assumed }))
})

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const two = (value: number): string => String(value).padStart(2, '0')
const instants = fc
  .date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2099-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000))
const writers: readonly ((date: Date) => string)[] = [
  (date) => date.toISOString(),
  (date) => date.toUTCString(),
  (date) => `${two(date.getUTCDate())}-${months[date.getUTCMonth()]}-${date.getUTCFullYear()} ${clock(date)}`,
  (date) =>
    `${weekdays[date.getUTCDay()]} ${months[date.getUTCMonth()]} ${date.getUTCDate()} ${clock(date)} ${date.getUTCFullYear()}`,
  (date) =>
    `${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日 ${date.getUTCHours()}時${date.getUTCMinutes()}分${date.getUTCSeconds()}秒`,
  (date) => `${date.getUTCFullYear()}/${date.getUTCMonth() + 1}/${date.getUTCDate()} ${clock(date)} +0000`,
]
const clock = (date: Date): string =>
  [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':')

test.each(writers.map((write, index) => [index, write] as const))(
  'parseDate finds any instant again in form %i',
  (_index, write) =>
    fc.assert(
      fc.property(instants, (date) => {
        expect(parseDate(write(date))?.at).toBe(date.getTime())
      }),
      { numRuns: 200, seed: 7 },
    ),
)

test('parseDate never throws and is never off the calendar', () => {
  const pieces = fc.constantFrom(
    '2026',
    '14',
    '3',
    'Nov',
    'mar',
    'Sat',
    ',',
    '-',
    '+',
    ':',
    '.',
    '/',
    ' ',
    'T',
    'Z',
    'pm',
    'EST',
    '年',
    '月',
    '(',
    ')',
    '0900',
    'at',
    'zz',
  )
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('')),
    fc.string(),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const parsed = parseDate(text)
      expect(parsed === null || Number.isFinite(parsed.at)).toBe(true)
    }),
    { numRuns: 1000, seed: 7 },
  )
})
