import { type CivilTime, epochOf, fullYear, isRealDay, isRealTime } from './dates/civil-time.ts'
import type { DateFields, ZoneField } from './dates/date-parser-state.ts'
import { plainEastAsian } from './dates/east-asian.ts'
import { foldDate } from './dates/fold-date.ts'
import { monthNames } from './dates/month-names.ts'
import { readTokens } from './dates/read-tokens.ts'
import { type DayAssumption, resolveDay } from './dates/resolve-day.ts'
import { dateTokens } from './dates/tokens.ts'
import { instantInPlace, zoneMinutes } from './dates/zones.ts'

/** What a date did not say and was assumed; `zoneName` is an unknown zone name, read as UTC. */
export type DateAssumption = DayAssumption | 'time' | 'zone' | 'zoneName'

/** An instant parsed from text; without a zone it is UTC, and `assumed` says so. */
export interface ParsedDate {
  readonly at: number
  readonly zone: 'given' | 'assumed'
  readonly assumed: readonly DateAssumption[]
}

const nothingAssumed: readonly DateAssumption[] = []

/** No date is longer; the limit bounds the cost of a hostile one. */
const longestDate = 120

/**
 * Parses a date in any form known from feeds; null when it is not one. The machine's time zone has no influence. Nearly
 * all dates are RFC 3339 or RFC 822, so these two are tried before the general parser.
 */
export function parseDate(text: string): ParsedDate | null {
  if (text.length > longestDate * 4) return null
  return parseRfc3339(text) ?? parseRfc822(text) ?? parseLoosely(text)
}

const rfc3339 = /^\s*(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)\s*$/

function parseRfc3339(text: string): ParsedDate | null {
  const found = rfc3339.exec(text)
  if (found === null) return null
  const [, year, month, day, hour, minute, second, fraction, zone] = found
  const millisecond = fraction === undefined ? 0 : Number(fraction.slice(0, 3).padEnd(3, '0'))
  const civil = civilOf(
    [Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second)],
    millisecond,
  )
  const minutes = offsetOf(zone!)
  return civil === null || minutes === null ? null : given(epochOf(civil) - minutes * 60_000)
}

const rfc822 =
  /^\s*(?:[A-Z][a-z]{2}, ?)?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) ([+-]\d{4}|[A-Z]{2,4})\s*$/

function parseRfc822(text: string): ParsedDate | null {
  const found = rfc822.exec(text)
  if (found === null) return null
  const [, day, name, year, hour, minute, second, zone] = found
  const month = monthNames.get(name!.toLowerCase())
  if (month === undefined) return null
  const civil = civilOf([Number(year), month, Number(day), Number(hour), Number(minute), Number(second)], 0)
  const minutes = /^[+-]/.test(zone!) ? offsetOf(zone!) : zoneMinutes(zone!.toLowerCase())
  return civil === null || minutes === null ? null : given(epochOf(civil) - minutes * 60_000)
}

function civilOf(
  numbers: readonly [number, number, number, number, number, number],
  millisecond: number,
): CivilTime | null {
  const [year, month, day, hour, minute, second] = numbers
  if (!isRealDay(year, month, day) || !isRealTime(hour, minute, second)) return null
  return { year, month, day, hour, minute, second, millisecond }
}

function offsetOf(zone: string): number | null {
  if (zone === 'Z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))]
  if (hours > 15 || minutes > 59) return null
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes)
}

const given = (at: number): ParsedDate => ({ at, zone: 'given', assumed: nothingAssumed })

function parseLoosely(text: string): ParsedDate | null {
  const folded = plainEastAsian(foldDate(text).replace(/^["'<[]+|["'>\]]+$/g, ''))
  if (folded.length > longestDate || !/\d/.test(folded)) return null
  return parseEpoch(folded) ?? parseIsoRemainder(folded) ?? parseWords(folded)
}

/** Unix time in seconds (ten digits: 2001 to 2286) or milliseconds; fewer digits would be ambiguous. */
function parseEpoch(folded: string): ParsedDate | null {
  const found = /^(\d{10})(\d{3}|\.\d{1,6})?$/.exec(folded)
  if (found === null) return null
  return given(Math.floor(Number(folded) * (found[2]?.length === 3 && !found[2].startsWith('.') ? 1 : 1000)))
}

/** Further ISO 8601 forms: `-0312` and `-03-12` (year, month), `2026-W46-6`, `20261114101500`. */
function parseIsoRemainder(folded: string): ParsedDate | null {
  const short = /^-(\d\d)-?(\d\d)$/.exec(folded)
  if (short !== null) return dayOnly(fullYear(short[1]!), Number(short[2]), 1, ['century', 'day'])
  const week = /^(\d{4})-?w(\d\d)(?:-?([1-7]))?$/.exec(folded)
  if (week !== null) return weekDay(Number(week[1]), Number(week[2]), Number(week[3] ?? '1'), week[3] === undefined)
  const run = /^(\d{4})(\d\d)(\d\d) ?(\d\d)(\d\d)(\d\d)?$/.exec(folded)
  if (run === null) return null
  const [, year, month, day, hour, minute, second] = run
  const civil = civilOf(
    [Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second ?? '0')],
    0,
  )
  return civil === null ? null : { at: epochOf(civil), zone: 'assumed', assumed: ['zone'] }
}

function dayOnly(year: number, month: number, day: number, assumed: readonly DateAssumption[]): ParsedDate | null {
  const civil = civilOf([year, month, day, 0, 0, 0], 0)
  return civil === null ? null : { at: epochOf(civil), zone: 'assumed', assumed: [...assumed, 'time', 'zone'] }
}

function weekDay(year: number, week: number, day: number, dayAssumed: boolean): ParsedDate | null {
  if (week < 1 || week > 53) return null
  // The fourth of January is always in week 1.
  const fourth = new Date(Date.UTC(year, 0, 4))
  const monday = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * 86_400_000
  const at = monday + ((week - 1) * 7 + day - 1) * 86_400_000
  return { at, zone: 'assumed', assumed: [...(dayAssumed ? (['day'] as const) : []), 'time', 'zone'] }
}

function parseWords(folded: string): ParsedDate | null {
  const read = readTokens(dateTokens(folded))
  if (read === null) return null
  const written = withDottedTime(read)
  const day = resolveDay(written)
  const hour = hourOf(written)
  if (day === null || hour === null || !isRealTime(hour, written.minute, written.second)) return null
  const { minute, second, millisecond } = written
  const civil: CivilTime = { year: day.year, month: day.month, day: day.day, hour, minute, second, millisecond }
  const time: readonly DateAssumption[] = written.hour === null ? ['time'] : nothingAssumed
  return inZone(civil, written.zone, [...day.assumed, ...time])
}

/** `14.11.2026 10.15`: numbers after a whole date are the time. */
function withDottedTime(written: DateFields): DateFields {
  const dateLength = written.month === null ? 3 : 2
  const rest = written.numbers.slice(dateLength).map((number) => number.digits)
  if (written.hour !== null || rest.length < 1 || rest.length > 3) return written
  // "2026-11-14-0800" could be a time or an offset.
  if (written.numbers[dateLength]!.sign === '-') return written
  const parts = rest.length === 1 && /^(\d{4}|\d{6})$/.test(rest[0]!) ? rest[0]!.match(/\d\d/g)! : rest
  if (parts.length < 2 || parts.some((part, index) => part.length > 2 || (index > 0 && part.length < 2))) return written
  const [hour, minute, second] = parts.map(Number)
  return {
    ...written,
    numbers: written.numbers.slice(0, dateLength),
    hour: hour!,
    minute: minute!,
    second: second ?? 0,
  }
}

function hourOf({ hour, meridiem }: DateFields): number | null {
  if (hour === null) return 0
  // "15:04 PM" is a 24-hour time; the PM is ignored.
  if (meridiem === null || hour > 12) return hour
  return (hour % 12) + (meridiem === 'pm' ? 12 : 0)
}

function inZone(civil: CivilTime, zone: ZoneField | null, assumed: readonly DateAssumption[]): ParsedDate {
  if (zone?.kind === 'offset') return { at: epochOf(civil) - zone.minutes * 60_000, zone: 'given', assumed }
  if (zone?.kind === 'place') return { at: instantInPlace(civil, zone.name), zone: 'given', assumed }
  return { at: epochOf(civil), zone: 'assumed', assumed: [...assumed, zone === null ? 'zone' : 'zoneName'] }
}
