import type { CivilTime } from '../../text/dates/civil-time.ts'
import { epochOf, weekdayOf } from '../../text/dates/civil-time.ts'

export type Language = 'en' | 'zh' | 'ja'

/* Times in the reader's zone. Only numbers are taken from ICU: its words and blanks change from version to version, and
   a stored digest must always render to the same bytes. */

const formats = new Map<string, Intl.DateTimeFormat>()

/** Civil times found before: a page writes each of its instants several times, and ICU takes longer than all the rest of a page. */
const found = new Map<string, CivilTime>()
const MOST_FOUND = 2_000

/** The civil time of a zone at an instant. */
export function civilIn(at: number, zone: string): CivilTime {
  const key = `${at} ${zone}`
  const known = found.get(key)
  if (known !== undefined) return known
  if (found.size >= MOST_FOUND) found.clear()
  const civil = readCivil(at, zone)
  found.set(key, civil)
  return civil
}

function readCivil(at: number, zone: string): CivilTime {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year, month, day, hour, minute, second } = part as Record<string, number>
  return { year: year!, month: month!, day: day!, hour: hour!, minute: minute!, second: second!, millisecond: 0 }
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const number = 'numeric'
  const format = new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
    ...{ timeZone: zone, hourCycle: 'h23' },
    ...{ year: number, month: number, day: number, hour: number, minute: number, second: number },
  })
  formats.set(zone, format)
  return format
}

const two = (value: number): string => String(value).padStart(2, '0')

/** "2026-11-15": the day for machines and file names. */
export function isoDay(at: number, zone: string): string {
  const { year, month, day } = civilIn(at, zone)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/** "07:00". */
export function clockTime(at: number, zone: string): string {
  const { hour, minute } = civilIn(at, zone)
  return `${two(hour)}:${two(minute)}`
}

/** "2026-11-15T07:00+08:00": an instant with the zone's own hour, for `time` elements. */
export function zonedIso(at: number, zone: string): string {
  return `${isoDay(at, zone)}T${clockTime(at, zone)}${offset(at, zone)}`
}

/** "+08:00". */
export function offset(at: number, zone: string): string {
  const wholeSecond = Math.floor(at / 1000) * 1000
  const minutes = Math.round((epochOf(civilIn(at, zone)) - wholeSecond) / 60_000)
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

const monthNames = 'January February March April May June July August September October November December'.split(' ')
const weekdayNames: Readonly<Record<Language, readonly string[]>> = {
  en: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '),
  zh: [...'日一二三四五六'].map((day) => `星期${day}`),
  ja: [...'日月火水木金土'].map((day) => `${day}曜日`),
}

/** "Sunday, 15 November 2026", "2026年11月15日 星期日". */
export function longDay(at: number, zone: string, language: Language): string {
  const { year, month, day } = civilIn(at, zone)
  const weekday = weekdayNames[language][weekdayOf(year, month, day)]!
  if (language === 'en') return `${weekday}, ${day} ${monthNames[month - 1]} ${year}`
  return `${year}年${month}月${day}日 ${weekday}`
}

/** "15 Nov", "11月15日". */
export function shortDay(at: number, zone: string, language: Language): string {
  const { month, day } = civilIn(at, zone)
  return language === 'en' ? `${day} ${monthNames[month - 1]!.slice(0, 3)}` : `${month}月${day}日`
}

/** The hour alone on the day of the digest, with the day otherwise. */
export function hourNear(at: number, near: number, zone: string, language: Language): string {
  const hour = clockTime(at, zone)
  return isoDay(at, zone) === isoDay(near, zone) ? hour : `${shortDay(at, zone, language)} ${hour}`
}

/** "Sun, 15 Nov 2026 07:00:00 +0800", as mail and RSS write it. */
export function mailDate(at: number, zone: string): string {
  const { year, month, day, hour, minute, second } = civilIn(at, zone)
  const weekday = weekdayNames.en[weekdayOf(year, month, day)]!.slice(0, 3)
  const date = `${weekday}, ${two(day)} ${monthNames[month - 1]!.slice(0, 3)} ${year}`
  return `${date} ${two(hour)}:${two(minute)}:${two(second)} ${offset(at, zone).replace(':', '')}`
}
