/** A day and a time of day, with no zone yet. */
export interface CivilTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
}

const daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** True for a day the calendar has. */
export function isRealDay(year: number, month: number, day: number): boolean {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return false
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= daysInMonth[month - 1]! + (leap ? 1 : 0)
}

/** True for a time clocks show: 24:00 is the end of the day, and a minute may hold a leap second. */
export function isRealTime(hour: number, minute: number, second: number): boolean {
  return (hour < 24 && minute < 60 && second <= 60) || (hour === 24 && minute === 0 && second === 0)
}

/** Milliseconds since 1970, the time taken as UTC. */
export function epochOf(civil: CivilTime): number {
  const { year, month, day, hour, minute, second, millisecond } = civil
  const at = Date.UTC(year, month - 1, day, hour, minute, second, millisecond)
  // Date.UTC takes years under 100 for the twentieth century.
  return year < 100 ? new Date(at).setUTCFullYear(year) : at
}

/** 0 (Sunday) to 6. */
export const weekdayOf = (year: number, month: number, day: number): number =>
  new Date(epochOf({ year, month, day, hour: 0, minute: 0, second: 0, millisecond: 0 })).getUTCDay()

/** Two digits count from 1969 to 2068, as POSIX has it. */
export const fullYear = (digits: string): number => {
  const year = Number(digits)
  if (digits.length > 2) return year
  return year < 69 ? 2000 + year : 1900 + year
}
