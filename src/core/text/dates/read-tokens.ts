import { monthNames } from './month-names.ts'
import type { Token } from './tokens.ts'
import { weekdayNames } from './weekday-names.ts'
import { isAmericanZone, zoneMinutes, zonePlace } from './zones.ts'

/** A run of digits that is neither time nor zone, with the sign before it. */
export interface DateNumber {
  readonly digits: string
  readonly sign: string
  readonly ordinal: boolean
}

/** How far from UTC a text says it is; `unknown` is a name in zone position that nobody knows. */
export type WrittenZone =
  | { readonly kind: 'offset'; readonly minutes: number }
  | { readonly kind: 'place'; readonly name: string }
  | { readonly kind: 'unknown' }

/** What the words, numbers and signs of a date say, before anybody decides which number is the day. */
export interface Written {
  numbers: DateNumber[]
  month: number | null
  weekday: number | null
  hour: number | null
  minute: number
  second: number
  millisecond: number
  meridiem: 'am' | 'pm' | null
  zone: WrittenZone | null
  american: boolean
  thai: boolean
}

/** Words that say nothing about when: prepositions, articles, "o'clock", "year". */
const fillers = new Set(
  (
    'at of the on in il lo gli dal nel am de del d di da do dos e y el la las los le les l a à um uhr am den der dem kl klo kello klockan ' +
    'ore alle ora o oclock h hrs hr min year г года год р в во о ob u um v dne dnia r rok roku godz om uur og ' +
    'ngay thang nam luc hour hours published posted updated date dated on pubblicato publie le mis jour ' +
    'saat tarihinde pukul jam น เวลา พ.ศ ค.ศ ที่ الساعة في م ב בשעה שעה εκ στις ωρα ano anno annee klo at t'
  ).split(' '),
)

const mornings = new Set('am a.m vorm π.μ πμ ص öö قبلازظهر sa ล่วงหน้า утра'.split(' '))
const afternoons = new Set('pm p.m nachm μ.μ μμ م pp ch дня вечера ö.s'.split(' '))
const ordinals = new Set('st nd rd th er eme e re ere o a ga ba ste de nda го е і'.split(' '))
const separators = new Set([',', '.', '/', '-', '(', ')', '[', ']', '|', '·', ';', '،', '、', '"', '@', '~', '\\'])

interface Reading extends Written {
  readonly tokens: readonly Token[]
  at: number
}

/** Reads every token or gives up: a text with a part nobody understands is not taken for a date. */
export function readTokens(tokens: readonly Token[]): Written | null {
  const reading: Reading = {
    tokens,
    at: 0,
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
  reading.at += ordinal ? 2 : 1
  return reading.numbers.length <= 6
}

function readHour(reading: Reading, token: Token): boolean {
  reading.hour = Number(token.text)
  reading.at += reading.tokens[reading.at + 1]?.text === 'h' ? 2 : 1
  return true
}

/** A midnight that only fills the place: some programs print it before the real time. */
const isMidnight = (reading: Reading): boolean =>
  reading.hour === 0 && reading.minute === 0 && reading.second === 0 && reading.zone === null

/** `14 Nov 2026 10 -0700`: behind a whole date and before an offset a number is the hour. */
function isBareHour({ tokens, at, numbers, month }: Reading): boolean {
  const [sign, digits] = [tokens[at + 1]!, tokens[at + 2]]
  if (month === null || numbers.length !== 2 || !/^[+-]$/.test(sign.text) || sign.glued) return false
  return digits?.glued === true && digits.text.length === 4
}

/** `10:15`, `10:15:30`, `10:15:30.123`, `10h15`. */
function readClock(reading: Reading): boolean {
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

function readCompactTime(reading: Reading): boolean {
  const digits = reading.tokens[reading.at + 1]
  if (digits?.kind !== 'number' || !digits.glued || !/^(?:\d{4}|\d{6})$/.test(digits.text)) return false
  reading.hour = Number(digits.text.slice(0, 2))
  reading.minute = Number(digits.text.slice(2, 4))
  reading.second = Number(digits.text.slice(4, 6) || '0')
  reading.at += 2
  readFraction(reading)
  return true
}

function readZoneName(reading: Reading, word: string): boolean {
  // "10:15 at ..." is a preposition unless nothing follows it.
  if (fillers.has(word) && reading.at + 1 < reading.tokens.length) return false
  const minutes = zoneMinutes(word)
  // "-0700 MST": the number has said it.
  if (reading.zone !== null) return minutes !== null
  if (minutes !== null) reading.zone = { kind: 'offset', minutes }
  else {
    const name = zonePlace(word)
    if (name === null) return false
    reading.zone = { kind: 'place', name }
  }
  reading.american = isAmericanZone(word)
  return true
}

/** `14 Nov 2026 GMT`, `2026-11-14Z`: a day may have a zone without a time. */
const isDayZone = (reading: Reading, word: string): boolean =>
  reading.numbers.length > 0 && reading.at === reading.tokens.length - 1 && readZoneName(reading, word)

/** A word and a comma in front of everything can only be a weekday, in a language we have no list for. */
const isUnknownWeekday = (reading: Reading): boolean =>
  reading.at === 0 &&
  (reading.tokens[1]?.text === ',' || (reading.tokens[1]?.text === '.' && reading.tokens[2]?.text === ','))

/** Two to five Latin letters after the time, at the end: a zone nobody told us about. */
function isUnknownZone(reading: Reading, word: string): boolean {
  const last = reading.at === reading.tokens.length - 1
  if (reading.hour === null || reading.zone !== null || !last || !/^[a-z]{1,5}$/.test(word)) return false
  const before = reading.tokens[reading.at - 1]!
  if (reading.tokens[reading.at]!.glued && before.kind === 'number') return false
  reading.zone = { kind: 'unknown' }
  return true
}

function readSign(reading: Reading, token: Token): boolean {
  if (token.text === '+' || token.text === '-') {
    if ((reading.hour !== null || isDayOffset(reading)) && readOffset(reading, token.text)) return true
    // "--0700" has one sign too many.
    return token.text === '-' && (reading.hour !== null || reading.tokens[reading.at + 1]?.text !== '-')
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

/** `2026-11-14-05:00`, as XML Schema dates are written, and `14.11.2026 -0700`. */
function isDayOffset({ tokens, numbers, at }: Reading): boolean {
  if (numbers.length !== 3) return false
  const colon = tokens[at]!.glued && tokens[at + 2]?.text === ':' && tokens.length === at + 4
  return colon || (!tokens[at]!.glued && tokens[at + 1]?.text.length === 4 && tokens.length === at + 2)
}

/** `+09:00`, `-0700`, `+9`, also behind GMT or UTC; an offset after a name overrules the name. */
function readOffset(reading: Reading, sign: string): boolean {
  const [first, colon, second] = reading.tokens.slice(reading.at + 1, reading.at + 4)
  if (first?.kind !== 'number' || !first.glued || first.text.length > 4) return false
  let [hours, minutes] = first.text.length > 2 ? [first.text.slice(0, -2), first.text.slice(-2)] : [first.text, '0']
  let length = 2
  if (colon?.text === ':' && colon.glued) {
    if (second?.kind !== 'number' || second.text.length !== 2 || first.text.length > 2) return false
    minutes = second.text
    const [colonAgain, seconds] = reading.tokens.slice(reading.at + 4, reading.at + 6)
    // "-07:00:00" counts seconds nobody has.
    length = colonAgain?.text === ':' && seconds?.text === '00' ? 6 : 4
  }
  if (Number(hours) > 15 || Number(minutes) > 59) return false
  const value = Number(hours) * 60 + Number(minutes)
  reading.zone = { kind: 'offset', minutes: sign === '-' ? -value : value }
  reading.at += length
  return endsOffset(reading)
}

/** After an offset anything glued to it but a zone name (`+0900JST`) means that we misread the text. */
function endsOffset(reading: Reading): boolean {
  const next = reading.tokens[reading.at]
  return next === undefined || !next.glued || next.kind === 'sign' || zoneMinutes(next.text) !== null
}

function skipComment(reading: Reading): boolean {
  while (reading.at < reading.tokens.length && reading.tokens[reading.at]!.text !== ')') reading.at++
  reading.at++
  return true
}
