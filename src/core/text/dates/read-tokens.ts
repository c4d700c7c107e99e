import { afternoons, fillers, mornings, ordinals, separators } from './date-words.ts'
import { monthNames } from './month-names.ts'
import { isBareHour, isMidnight, readClock, readCompactTime, readHour } from './read-clock.ts'
import { isDayOffset, isDayZone, isUnknownZone, readOffset, readZoneName } from './read-zone.ts'
import type { Reading, Written } from './reading.ts'
import type { Token } from './tokens.ts'
import { weekdayNames } from './weekday-names.ts'

/** Reads every token or gives up: a text with a part nobody understands is not taken for a date. */
export function readTokens(tokens: readonly Token[]): Written | null {
  const reading: Reading = {
    tokens,
    at: 0,
    keptAt: -1,
    numbers: [],
    month: null,
    weekday: null,
    hour: null,
    minute: 0,
    second: 0,
    millisecond: 0,
    meridiem: null,
    zone: null,
    american: false,
    thai: false,
  }
  while (reading.at < tokens.length) {
    const before = reading.at
    if (!readToken(reading)) return null
    if (reading.at === before) reading.at++
  }
  return reading
}

function readToken(reading: Reading): boolean {
  const token = reading.tokens[reading.at]!
  if (token.kind === 'number') return readNumber(reading, token)
  if (token.kind === 'word') return readWord(reading, token)
  return readSign(reading, token)
}

function readNumber(reading: Reading, token: Token): boolean {
  const next = reading.tokens[reading.at + 1]
  if (next === undefined) return keepNumber(reading, token, false)
  if ((reading.hour === null || isMidnight(reading)) && token.text.length <= 2) {
    const after = reading.tokens[reading.at + 2]
    if (after?.kind === 'number' && after.glued && next.glued && (next.text === ':' || next.text === 'h'))
      return readClock(reading)
    const ornament = next.kind === 'word' && (mornings.has(next.text) || afternoons.has(next.text))
    // In "25 pm 11:23" the ornament belongs to what follows.
    if (ornament && after?.kind !== 'number') return readHour(reading, token)
    if (next.text === 'h' && next.glued) return readHour(reading, token)
    if (isBareHour(reading)) return readHour(reading, token)
  }
  const ordinal = next.kind === 'word' && next.glued && ordinals.has(next.text) && token.text.length <= 2
  return keepNumber(reading, token, ordinal)
}

function keepNumber(reading: Reading, token: Token, ordinal: boolean): boolean {
  // An offset that lost its sign; with other digits it could be east or west.
  if (
    /^0{2}(?:00)?$/.test(token.text) &&
    reading.hour !== null &&
    reading.zone === null &&
    reading.numbers.length >= 2
  ) {
    reading.zone = { kind: 'offset', minutes: 0 }
    reading.at++
    return true
  }
  const before = reading.tokens[reading.at - 1]
  reading.numbers.push({ digits: token.text, sign: before?.kind === 'sign' ? before.text : ' ', ordinal })
  reading.keptAt = reading.at
  reading.at += ordinal ? 2 : 1
  return reading.numbers.length <= 6
}

function readWord(reading: Reading, token: Token): boolean {
  const word = token.text
  const next = reading.tokens[reading.at + 1]
  const pair = next?.kind === 'word' ? `${word} ${next.text}` : null
  if (pair !== null && (takeMonth(reading, pair) || takeWeekday(reading, pair))) {
    reading.at += 2
    return true
  }
  // Before a number only when that begins a time: in German "am 14." is a day.
  const beforeClock = next?.kind === 'number' && reading.tokens[reading.at + 2]?.text === ':'
  if (reading.hour !== null || beforeClock) {
    if (reading.meridiem === null && mornings.has(word)) reading.meridiem = 'am'
    else if (reading.meridiem === null && afternoons.has(word)) reading.meridiem = 'pm'
    else return readName(reading, token)
    return true
  }
  return readName(reading, token)
}

function readName(reading: Reading, token: Token): boolean {
  const word = token.text
  if (word === 't' && token.glued && readCompactTime(reading)) return true
  if (reading.hour !== null && readZoneName(reading, word)) return true
  if (takeMonth(reading, word) || takeWeekday(reading, word) || fillers.has(word)) return true
  const hebrew = /^ב[\u05d0-\u05ea]/.test(word) ? word.slice(1) : null
  if (hebrew !== null && takeMonth(reading, hebrew)) return true
  return isUnknownWeekday(reading) || isDayZone(reading, word) || isUnknownZone(reading, word)
}

/** A name two languages use for a weekday and a month (mar, sub, paz) is the month, unless a better month follows. */
function takeMonth(reading: Reading, word: string): boolean {
  const month = monthNames.get(word)
  if (month === undefined) return false
  if (reading.month !== null) {
    const earlier = reading.tokens.slice(0, reading.at).find((token) => monthNames.has(token.text))!
    if (!weekdayNames.has(earlier.text)) return weekdayNames.has(word)
    reading.weekday = weekdayNames.get(earlier.text)!
  }
  reading.month = month
  reading.thai ||= /[\u0e00-\u0e7f]/.test(word)
  return true
}

function takeWeekday(reading: Reading, word: string): boolean {
  const weekday = weekdayNames.get(word)
  if (weekday === undefined) return false
  reading.weekday ??= weekday
  return true
}

/** A word and a comma in front of everything can only be a weekday, in a language we have no list for. */
const isUnknownWeekday = (reading: Reading): boolean =>
  reading.at === 0 &&
  (reading.tokens[1]?.text === ',' || (reading.tokens[1]?.text === '.' && reading.tokens[2]?.text === ','))

function readSign(reading: Reading, token: Token): boolean {
  // "10:15 14-11-2026": between two numbers of the day a dash is no offset.
  if (token.text === '-' && token.glued && reading.keptAt === reading.at - 1 && reading.numbers.length < 3) return true
  if (token.text === '+' || token.text === '-') {
    if ((reading.hour !== null || isDayOffset(reading)) && readOffset(reading, token.text)) return true
    const next = reading.tokens[reading.at + 1]
    // "--0700" has one sign too many; "-06:00x" is no offset.
    if (reading.hour !== null && next?.kind === 'number' && next.glued && token.glued) return false
    return token.text === '-' && (reading.hour !== null || next?.text !== '-')
  }
  if (token.text === '(' && reading.zone !== null) return skipComment(reading)
  if (token.text === "'") return reading.tokens[reading.at + 1]?.kind === 'number'
  if (token.text === ':') return isIdleColon(reading)
  return separators.has(token.text)
}

/** A colon behind a label ("Updated: …"), between a day and a time (`14/Nov/2026:10:15`) or before an offset (`10:15:-0700`). */
function isIdleColon({ tokens, at, hour }: Reading): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  if (hour !== null) return /^[+-]$/.test(after?.text ?? '')
  return before?.kind === 'word' || (before?.kind === 'number' && before.text.length === 4)
}

function skipComment(reading: Reading): boolean {
  while (reading.at < reading.tokens.length && reading.tokens[reading.at]!.text !== ')') reading.at++
  reading.at++
  return true
}
