import type { DateFields, DateParserState } from './date-parser-state.ts'
import { afternoons, fillers, mornings, ordinals, separators } from './date-words.ts'
import { monthNames } from './month-names.ts'
import { isBareHour, isMidnight, readClock, readCompactTime, readHour } from './read-clock.ts'
import { isDayOffset, isDayZone, isUnknownZone, readOffset, readZoneName } from './read-zone.ts'
import type { Token } from './tokens.ts'
import { weekdayNames } from './weekday-names.ts'

/** Reads all tokens, or returns null: a text with a part that cannot be read is not a date. */
export function readTokens(tokens: readonly Token[]): DateFields | null {
  const state: DateParserState = {
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
  while (state.at < tokens.length) {
    const before = state.at
    if (!readToken(state)) return null
    if (state.at === before) state.at++
  }
  return state
}

function readToken(state: DateParserState): boolean {
  const token = state.tokens[state.at]!
  if (token.kind === 'number') return readNumber(state, token)
  if (token.kind === 'word') return readWord(state, token)
  return readSign(state, token)
}

function readNumber(state: DateParserState, token: Token): boolean {
  const next = state.tokens[state.at + 1]
  if (next === undefined) return keepNumber(state, token, false)
  if ((state.hour === null || isMidnight(state)) && token.text.length <= 2) {
    const after = state.tokens[state.at + 2]
    if (after?.kind === 'number' && after.glued && next.glued && (next.text === ':' || next.text === 'h'))
      return readClock(state)
    const ornament = next.kind === 'word' && (mornings.has(next.text) || afternoons.has(next.text))
    // In "25 pm 11:23" the "pm" belongs to what follows.
    if (ornament && after?.kind !== 'number') return readHour(state, token)
    if (next.text === 'h' && next.glued) return readHour(state, token)
    if (isBareHour(state)) return readHour(state, token)
  }
  const ordinal = next.kind === 'word' && next.glued && ordinals.has(next.text) && token.text.length <= 2
  return keepNumber(state, token, ordinal)
}

function keepNumber(state: DateParserState, token: Token, ordinal: boolean): boolean {
  // An offset without its sign; with other digits it could be east or west.
  if (/^0{2}(?:00)?$/.test(token.text) && state.hour !== null && state.zone === null && state.numbers.length >= 2) {
    state.zone = { kind: 'offset', minutes: 0 }
    state.at++
    return true
  }
  const before = state.tokens[state.at - 1]
  state.numbers.push({ digits: token.text, sign: before?.kind === 'sign' ? before.text : ' ', ordinal })
  state.keptAt = state.at
  state.at += ordinal ? 2 : 1
  return state.numbers.length <= 6
}

function readWord(state: DateParserState, token: Token): boolean {
  const word = token.text
  const next = state.tokens[state.at + 1]
  const pair = next?.kind === 'word' ? `${word} ${next.text}` : null
  if (pair !== null && (takeMonth(state, pair) || takeWeekday(state, pair))) {
    state.at += 2
    return true
  }
  // Before a number only when that begins a time: in German "am 14." is a day.
  const beforeClock = next?.kind === 'number' && state.tokens[state.at + 2]?.text === ':'
  if (state.hour !== null || beforeClock) {
    if (state.meridiem === null && mornings.has(word)) state.meridiem = 'am'
    else if (state.meridiem === null && afternoons.has(word)) state.meridiem = 'pm'
    else return readName(state, token)
    return true
  }
  return readName(state, token)
}

function readName(state: DateParserState, token: Token): boolean {
  const word = token.text
  if (word === 't' && token.glued && readCompactTime(state)) return true
  if (state.hour !== null && readZoneName(state, word)) return true
  if (takeMonth(state, word) || takeWeekday(state, word) || fillers.has(word)) return true
  const hebrew = /^ב[\u05d0-\u05ea]/.test(word) ? word.slice(1) : null
  if (hebrew !== null && takeMonth(state, hebrew)) return true
  return isUnknownWeekday(state) || isDayZone(state, word) || isUnknownZone(state, word)
}

/**
 * A name that is a weekday in one language and a month in another (mar, sub, paz) is the month, unless a clearer month
 * follows.
 */
function takeMonth(state: DateParserState, word: string): boolean {
  const month = monthNames.get(word)
  if (month === undefined) return false
  if (state.month !== null) {
    const earlier = state.tokens.slice(0, state.at).find((token) => monthNames.has(token.text))!
    if (!weekdayNames.has(earlier.text)) return weekdayNames.has(word)
    state.weekday = weekdayNames.get(earlier.text)!
  }
  state.month = month
  state.thai ||= /[\u0e00-\u0e7f]/.test(word)
  return true
}

function takeWeekday(state: DateParserState, word: string): boolean {
  const weekday = weekdayNames.get(word)
  if (weekday === undefined) return false
  state.weekday ??= weekday
  return true
}

/** A word and a comma at the start can only be a weekday, in a language without a list. */
const isUnknownWeekday = (state: DateParserState): boolean =>
  state.at === 0 && (state.tokens[1]?.text === ',' || (state.tokens[1]?.text === '.' && state.tokens[2]?.text === ','))

function readSign(state: DateParserState, token: Token): boolean {
  // "10:15 14-11-2026": a dash between two numbers of the day is not the sign of an offset.
  if (token.text === '-' && token.glued && state.keptAt === state.at - 1 && state.numbers.length < 3) return true
  if (token.text === '+' || token.text === '-') {
    if ((state.hour !== null || isDayOffset(state)) && readOffset(state, token.text)) return true
    const next = state.tokens[state.at + 1]
    // "--0700" has one sign too many; "-06:00x" is not an offset.
    if (state.hour !== null && next?.kind === 'number' && next.glued && token.glued) return false
    return token.text === '-' && (state.hour !== null || next?.text !== '-')
  }
  if (token.text === '(' && state.zone !== null) return skipComment(state)
  if (token.text === "'") return state.tokens[state.at + 1]?.kind === 'number'
  if (token.text === ':') return isIdleColon(state)
  return separators.has(token.text)
}

/**
 * A colon after a label ("Updated: …"), between day and time (`14/Nov/2026:10:15`) or before an offset (`10:15:-0700`).
 */
function isIdleColon({ tokens, at, hour }: DateParserState): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  if (hour !== null) return /^[+-]$/.test(after?.text ?? '')
  return before?.kind === 'word' || (before?.kind === 'number' && before.text.length === 4)
}

function skipComment(state: DateParserState): boolean {
  while (state.at < state.tokens.length && state.tokens[state.at]!.text !== ')') state.at++
  state.at++
  return true
}
