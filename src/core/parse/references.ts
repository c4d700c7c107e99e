import { decodeHTMLStrict } from 'entities/decode'
import { ownCopy } from './own-copy.ts'

/** Called for each `&` that begins no known reference: with the name after it, if any, and its offset. */
export type OnBadReference = (name: string | null, offset: number) => void

/** The longest HTML name is `CounterClockwiseContourIntegral`; a longer name is not a reference. */
const maxNameLength = 33

/** Cache of decoded references: HTML has two thousand names, and feeds use few numbers. */
const met = new Map<string, string>([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])
const mostMet = 4096

/**
 * Decodes character references once, XML's and HTML's names alike. A name needs its semicolon: `?a=1&copy=2` is an
 * address. Entities that a document defines are never expanded. `offset` is where `raw` starts, for `onBad`.
 */
export function decodeReferences(raw: string, onBad?: OnBadReference, offset = 0): string {
  let amp = raw.indexOf('&')
  if (amp < 0) return raw
  const pieces: string[] = []
  let decoded = ''
  let from = 0
  while (amp >= 0) {
    const common = commonEscape(raw, amp + 1)
    const end = common === null ? endOfReference(raw, amp + 1) : amp + common.length
    const character = common?.character ?? (end < 0 ? null : referenced(raw, amp + 1, end))
    if (character === null) onBad?.(end < 0 ? null : raw.slice(amp + 1, end), offset + amp)
    else {
      if (from < amp) decoded += raw.slice(from, amp)
      decoded += character
      from = end + 1
      if (decoded.length > longestPiece) decoded = laidDown(pieces, decoded)
    }
    amp = raw.indexOf('&', character === null ? amp + 1 : from)
  }
  if (from === 0) return raw
  return pieces.length === 0 ? decoded + raw.slice(from) : pieces.join('') + decoded + raw.slice(from)
}

/** A string concatenated from millions of pieces keeps every piece in memory until it is flattened. */
const longestPiece = 65_536

function laidDown(pieces: string[], piece: string): string {
  piece.charCodeAt(0)
  pieces.push(piece)
  return ''
}

interface Escape {
  readonly character: string
  readonly length: number
}

const lessThan: Escape = { character: '<', length: 3 }
const greaterThan: Escape = { character: '>', length: 3 }
const ampersand: Escape = { character: '&', length: 4 }

/** Handles `&lt;`, `&gt;` and `&amp;` without a look-up: they are nine tenths of the references in escaped HTML. */
function commonEscape(raw: string, start: number): Escape | null {
  const first = raw.charCodeAt(start)
  if (first === 108 && raw.charCodeAt(start + 1) === 116 && raw.charCodeAt(start + 2) === 59) return lessThan
  if (first === 103 && raw.charCodeAt(start + 1) === 116 && raw.charCodeAt(start + 2) === 59) return greaterThan
  return first === 97 && raw.startsWith('amp;', start) ? ampersand : null
}

function endOfReference(raw: string, start: number): number {
  const limit = Math.min(raw.length, start + maxNameLength)
  for (let at = start; at < limit; at += 1) {
    const code = raw.charCodeAt(at)
    if (code === 59) return at > start ? at : -1
    const word = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
    if (!word && !(code === 35 && at === start)) return -1
  }
  return -1
}

function referenced(raw: string, start: number, end: number): string | null {
  const name = raw.slice(start, end)
  const known = met.get(name)
  if (known !== undefined) return known
  const whole = raw.slice(start - 1, end + 1)
  const decoded = decodeHTMLStrict(whole)
  const character = decoded === whole ? null : decoded
  if (character !== null && met.size < mostMet) met.set(ownCopy(name), ownCopy(character))
  return character
}
