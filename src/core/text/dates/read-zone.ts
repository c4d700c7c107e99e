import { fillers } from './date-words.ts'
import type { Reading } from './reading.ts'
import { isAmericanZone, zoneMinutes, zonePlace } from './zones.ts'

/** A zone by its abbreviation or its place. */
export function readZoneName(reading: Reading, word: string): boolean {
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
export const isDayZone = (reading: Reading, word: string): boolean =>
  reading.numbers.length > 0 && reading.at === reading.tokens.length - 1 && readZoneName(reading, word)

/** Two to five Latin letters after the time, at the end: a zone nobody told us about. */
export function isUnknownZone(reading: Reading, word: string): boolean {
  const last = reading.at === reading.tokens.length - 1
  if (reading.hour === null || reading.zone !== null || !last || !/^[a-z]{1,5}$/.test(word)) return false
  const before = reading.tokens[reading.at - 1]!
  if (reading.tokens[reading.at]!.glued && before.kind === 'number') return false
  reading.zone = { kind: 'unknown' }
  return true
}

/** `2026-11-14-05:00`, as XML Schema dates are written, and `14.11.2026 -0700`. */
export function isDayOffset({ tokens, numbers, at }: Reading): boolean {
  if (numbers.length !== 3) return false
  const colon = tokens[at]!.glued && tokens[at + 2]?.text === ':' && tokens.length === at + 4
  return colon || (!tokens[at]!.glued && tokens[at + 1]?.text.length === 4 && tokens.length === at + 2)
}

/** `+09:00`, `-0700`, `+9`, also behind GMT or UTC; an offset after a name overrules the name. */
export function readOffset(reading: Reading, sign: string): boolean {
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
  if (Number(hours) > 15 || Number(minutes) > 59 || !endsOffset(reading, reading.at + length)) return false
  const value = Number(hours) * 60 + Number(minutes)
  reading.zone = { kind: 'offset', minutes: sign === '-' ? -value : value }
  reading.at += length
  return true
}

/** After an offset anything glued to it but a zone name (`+0900JST`) means that we misread the text. */
function endsOffset({ tokens }: Reading, at: number): boolean {
  const next = tokens[at]
  return next === undefined || !next.glued || next.kind === 'sign' || zoneMinutes(next.text) !== null
}
