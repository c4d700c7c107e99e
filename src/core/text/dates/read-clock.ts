import type { Reading } from './reading.ts'
import type { Token } from './tokens.ts'

/** Takes a bare number for the hour. */
export function readHour(reading: Reading, token: Token): boolean {
  reading.hour = Number(token.text)
  reading.at += reading.tokens[reading.at + 1]?.text === 'h' ? 2 : 1
  return true
}

/** A midnight that only fills the place: some programs print it before the real time. */
export const isMidnight = (reading: Reading): boolean =>
  reading.hour === 0 && reading.minute === 0 && reading.second === 0 && reading.zone === null

/** `14 Nov 2026 10 -0700`: behind a whole date and before an offset a number is the hour. */
export function isBareHour({ tokens, at, numbers, month }: Reading): boolean {
  const [sign, digits] = [tokens[at + 1]!, tokens[at + 2]]
  if (month === null || numbers.length !== 2 || !/^[+-]$/.test(sign.text) || sign.glued) return false
  return digits?.glued === true && digits.text.length === 4
}

/** `10:15`, `10:15:30`, `10:15:30.123`, `10h15`. */
export function readClock(reading: Reading): boolean {
  const { tokens, at } = reading
  const [hour, mark, minute] = [tokens[at]!, tokens[at + 1]!, tokens[at + 2]!]
  if (minute.text.length > 2) return false
  reading.hour = Number(hour.text)
  reading.minute = Number(minute.text)
  reading.at += 3
  if (mark.text === 'h') return true
  const second = tokens[at + 4]
  if (tokens[at + 3]?.text === ':') {
    if (second?.kind !== 'number' || second.text.length > 2) return false
    reading.second = Number(second.text)
    reading.at += 2
    readFraction(reading)
  }
  return true
}

function readFraction(reading: Reading): void {
  const [point, digits] = [reading.tokens[reading.at], reading.tokens[reading.at + 1]]
  // PHP and ASP.NET also print the fraction after a third colon.
  if (!point?.glued || !/^[.,:]$/.test(point.text) || digits?.kind !== 'number' || !digits.glued) return
  reading.millisecond = Number(digits.text.slice(0, 3).padEnd(3, '0'))
  reading.at += 2
}

/** `T101500`, as ISO 8601 writes it without signs. */
export function readCompactTime(reading: Reading): boolean {
  const digits = reading.tokens[reading.at + 1]
  if (digits?.kind !== 'number' || !digits.glued || !/^(?:\d{4}|\d{6})$/.test(digits.text)) return false
  reading.hour = Number(digits.text.slice(0, 2))
  reading.minute = Number(digits.text.slice(2, 4))
  reading.second = Number(digits.text.slice(4, 6) || '0')
  reading.at += 2
  readFraction(reading)
  return true
}
