import type { DateParserState } from './date-parser-state.ts'
import { fillers } from './date-words.ts'
import { isAmericanZone, zoneMinutes, zonePlace } from './zones.ts'

/** Reads a zone by its abbreviation or its IANA name. */
export function readZoneName(state: DateParserState, word: string): boolean {
  // "10:15 at ..." is a preposition unless nothing follows it.
  if (fillers.has(word) && state.at + 1 < state.tokens.length) return false
  const minutes = zoneMinutes(word)
  // "-0700 MST": the offset already gave the zone.
  if (state.zone !== null) return minutes !== null
  if (minutes !== null) state.zone = { kind: 'offset', minutes }
  else {
    const name = zonePlace(word)
    if (name === null) return false
    state.zone = { kind: 'place', name }
  }
  state.american = isAmericanZone(word)
  return true
}

/** `14 Nov 2026 GMT`, `2026-11-14Z`: a day with a zone and without a time. */
export const isDayZone = (state: DateParserState, word: string): boolean =>
  state.numbers.length > 0 && state.at === state.tokens.length - 1 && readZoneName(state, word)

/** Two to five Latin letters after the time, at the end: an unknown zone. */
export function isUnknownZone(state: DateParserState, word: string): boolean {
  const last = state.at === state.tokens.length - 1
  if (state.hour === null || state.zone !== null || !last || !/^[a-z]{1,5}$/.test(word)) return false
  const before = state.tokens[state.at - 1]!
  if (state.tokens[state.at]!.glued && before.kind === 'number') return false
  state.zone = { kind: 'unknown' }
  return true
}

/** `2026-11-14-05:00`, as XML Schema dates are written, and `14.11.2026 -0700`. */
export function isDayOffset({ tokens, numbers, at }: DateParserState): boolean {
  if (numbers.length !== 3) return false
  const colon = tokens[at]!.glued && tokens[at + 2]?.text === ':' && tokens.length === at + 4
  return colon || (!tokens[at]!.glued && tokens[at + 1]?.text.length === 4 && tokens.length === at + 2)
}

/** `+09:00`, `-0700`, `+9`, also after GMT or UTC; an offset after a name overrides the name. */
export function readOffset(state: DateParserState, sign: string): boolean {
  const [first, colon, second] = state.tokens.slice(state.at + 1, state.at + 4)
  if (first?.kind !== 'number' || !first.glued || first.text.length > 4) return false
  let [hours, minutes] = first.text.length > 2 ? [first.text.slice(0, -2), first.text.slice(-2)] : [first.text, '0']
  let length = 2
  if (colon?.text === ':' && colon.glued) {
    if (second?.kind !== 'number' || second.text.length !== 2 || first.text.length > 2) return false
    minutes = second.text
    const [colonAgain, seconds] = state.tokens.slice(state.at + 4, state.at + 6)
    // "-07:00:00" has seconds, which must be zero.
    length = colonAgain?.text === ':' && seconds?.text === '00' ? 6 : 4
  }
  if (Number(hours) > 15 || Number(minutes) > 59 || !endsOffset(state, state.at + length)) return false
  const value = Number(hours) * 60 + Number(minutes)
  state.zone = { kind: 'offset', minutes: sign === '-' ? -value : value }
  state.at += length
  return true
}

/** Only a zone name may follow an offset directly (`+0900JST`); anything else means that the text was misread. */
function endsOffset({ tokens }: DateParserState, at: number): boolean {
  const next = tokens[at]
  return next === undefined || !next.glued || next.kind === 'sign' || zoneMinutes(next.text) !== null
}
