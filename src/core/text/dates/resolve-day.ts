import { fullYear, isRealDay, weekdayOf } from './civil-time.ts'
import type { DateFields, DateNumber } from './date-parser-state.ts'

/** A calendar day, and the assumptions made to resolve it. */
export interface ResolvedDay {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly assumed: readonly DayAssumption[]
}

/**
 * `century`: a year of two digits; `dayFirst` and `monthFirst`: 2/1 could be either; `day` and `month` were missing.
 */
export type DayAssumption = 'century' | 'dayFirst' | 'monthFirst' | 'day' | 'month'

type Parts = {
  readonly year: string
  readonly month: number
  readonly day: number
  readonly assumed?: readonly DayAssumption[]
}

/** Decides which number is the year, the month and the day; null when none of the possibilities is a real day. */
export function resolveDay(written: DateFields): ResolvedDay | null {
  const parts = written.month === null ? numericDay(written) : namedDay(written.numbers, written.month)
  if (parts === null || parts.year.length > 4 || parts.year.length === 3) return null
  const gregorian = fullYear(parts.year) - (written.thai && Number(parts.year) > 2400 ? 543 : 0)
  if (!isRealDay(gregorian, parts.month, parts.day)) return null
  const century: DayAssumption[] = parts.year.length <= 2 ? ['century'] : []
  return { year: gregorian, month: parts.month, day: parts.day, assumed: [...century, ...(parts.assumed ?? [])] }
}

const isYear = (number: DateNumber): boolean =>
  number.digits.length === 4 || (!number.ordinal && Number(number.digits) > 31)

/** With a month name the day comes before the year, unless the first number can only be a year. */
function namedDay(numbers: readonly DateNumber[], month: number): Parts | null {
  const [first, second] = numbers
  if (first === undefined || numbers.length > 2) return null
  if (second === undefined)
    return first.digits.length === 4 ? { year: first.digits, month, day: 1, assumed: ['day'] } : null
  const yearFirst = isYear(first)
  const [year, day] = yearFirst ? [first, second] : [second, first]
  if (day.digits.length > 2 || year.digits.length < 2) return null
  return { year: year.digits, month, day: Number(day.digits) }
}

function numericDay(written: DateFields): Parts | null {
  const { numbers } = written
  if (numbers.length === 3) return threeNumbers(written, numbers[0]!, numbers[1]!, numbers[2]!)
  if (numbers.length === 2) return twoNumbers(numbers[0]!.digits, numbers[1]!.digits)
  return numbers.length === 1 ? oneNumber(numbers[0]!.digits) : null
}

function threeNumbers(written: DateFields, a: DateNumber, b: DateNumber, c: DateNumber): Parts | null {
  if (a.digits.length > 2 && a.digits.length !== 4) return null
  // A year has two or four digits, so 06/1/2 can only start with it.
  if (isYear(a) || (a.digits.length === 2 && c.digits.length === 1)) return yearFirst(a, b, c)
  if (c.digits.length !== 2 && c.digits.length !== 4) return null
  return dayMonthYear(written, a, b, c)
}

function yearFirst(a: DateNumber, b: DateNumber, c: DateNumber): Parts | null {
  if (b.digits.length > 2 || c.digits.length > 2) return null
  return { year: a.digits, month: Number(b.digits), day: Number(c.digits) }
}

/**
 * 2/1/2006 is the second of January in most of the world and the first of February in America. A number over twelve
 * decides; then a weekday that fits only one; then signs of America (AM or PM with slashes, an American zone); then day
 * first.
 */
function dayMonthYear(written: DateFields, a: DateNumber, b: DateNumber, c: DateNumber): Parts | null {
  const [x, y] = [Number(a.digits), Number(b.digits)]
  if (a.digits.length > 2 || b.digits.length > 2) return null
  const dayFirst: Parts = { year: c.digits, month: y, day: x }
  const monthFirst: Parts = { year: c.digits, month: x, day: y }
  if (y > 12) return monthFirst
  if (x > 12 || x === y) return dayFirst
  const year = fullYear(c.digits)
  if (written.weekday !== null) {
    if (weekdayOf(year, y, x) === written.weekday) return dayFirst
    if (weekdayOf(year, x, y) === written.weekday) return monthFirst
  }
  const american = b.sign === '/' && (written.meridiem !== null || written.american)
  return american ? { ...monthFirst, assumed: ['monthFirst'] } : { ...dayFirst, assumed: ['dayFirst'] }
}

function twoNumbers(a: string, b: string): Parts | null {
  if (b.length === 3 && (a.length === 4 || a.length === 2)) return dayOfYear(a, Number(b))
  if (a.length === 4 && b.length <= 2) return { year: a, month: Number(b), day: 1, assumed: ['day'] }
  if (b.length === 4 && a.length <= 2) return { year: b, month: Number(a), day: 1, assumed: ['day'] }
  return null
}

function oneNumber(digits: string): Parts | null {
  if (digits.length === 4) return { year: digits, month: 1, day: 1, assumed: ['month', 'day'] }
  if (digits.length === 6)
    return { year: digits.slice(0, 2), month: Number(digits.slice(2, 4)), day: Number(digits.slice(4)) }
  if (digits.length === 7) return dayOfYear(digits.slice(0, 4), Number(digits.slice(4)))
  if (digits.length !== 8) return null
  return { year: digits.slice(0, 4), month: Number(digits.slice(4, 6)), day: Number(digits.slice(6)) }
}

/** ISO 8601 ordinal dates: day 1 to 366 of a year. */
function dayOfYear(year: string, ordinal: number): Parts | null {
  const full = fullYear(year)
  const date = new Date(Date.UTC(full, 0, ordinal))
  if (ordinal < 1 || date.getUTCFullYear() !== full) return null
  return { year, month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}
