import type { DateParserState } from './date-parser-state.ts'
import type { Token } from './tokens.ts'

/** Reads a bare number as the hour. */
export function readHour(state: DateParserState, token: Token): boolean {
  state.hour = Number(token.text)
  state.at += state.tokens[state.at + 1]?.text === 'h' ? 2 : 1
  return true
}

/** True for a midnight that may be a placeholder: some programs print it before the real time. */
export const isMidnight = (state: DateParserState): boolean =>
  state.hour === 0 && state.minute === 0 && state.second === 0 && state.zone === null

/** `14 Nov 2026 10 -0700`: a number after a whole date and before an offset is the hour. */
export function isBareHour({ tokens, at, numbers, month }: DateParserState): boolean {
  const [sign, digits] = [tokens[at + 1]!, tokens[at + 2]]
  if (month === null || numbers.length !== 2 || !/^[+-]$/.test(sign.text) || sign.glued) return false
  return digits?.glued === true && digits.text.length === 4
}

/** `10:15`, `10:15:30`, `10:15:30.123`, `10h15`. */
export function readClock(state: DateParserState): boolean {
  const { tokens, at } = state
  const [hour, mark, minute] = [tokens[at]!, tokens[at + 1]!, tokens[at + 2]!]
  if (minute.text.length > 2) return false
  state.hour = Number(hour.text)
  state.minute = Number(minute.text)
  state.at += 3
  if (mark.text === 'h') return true
  const second = tokens[at + 4]
  if (tokens[at + 3]?.text === ':') {
    if (second?.kind !== 'number' || second.text.length > 2) return false
    state.second = Number(second.text)
    state.at += 2
    readFraction(state)
  }
  return true
}

function readFraction(state: DateParserState): void {
  const [point, digits] = [state.tokens[state.at], state.tokens[state.at + 1]]
  // PHP and ASP.NET also print the fraction after a third colon.
  if (!point?.glued || !/^[.,:]$/.test(point.text) || digits?.kind !== 'number' || !digits.glued) return
  state.millisecond = Number(digits.text.slice(0, 3).padEnd(3, '0'))
  state.at += 2
}

/** `T101500`, ISO 8601 without separators. */
export function readCompactTime(state: DateParserState): boolean {
  const digits = state.tokens[state.at + 1]
  if (digits?.kind !== 'number' || !digits.glued || !/^(?:\d{4}|\d{6})$/.test(digits.text)) return false
  state.hour = Number(digits.text.slice(0, 2))
  state.minute = Number(digits.text.slice(2, 4))
  state.second = Number(digits.text.slice(4, 6) || '0')
  state.at += 2
  readFraction(state)
  return true
}
