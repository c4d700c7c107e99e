import { decodeHTMLStrict } from 'entities/decode'

/** Told of each `&` that is no reference we know, with its place in the decoded string's source. */
export type OnBadReference = (name: string | null, offset: number) => void

/** The longest HTML name is `CounterClockwiseContourIntegral`; what is longer is no reference. */
const maxNameLength = 33

const named = new Map<string, string | null>([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

/**
 * Character references to characters, XML's and HTML's names alike, once. Names need their semicolon: `?a=1&copy=2` is an
 * address. Entities a document defines itself are never expanded.
 */
export function decodeReferences(raw: string, onBad?: OnBadReference): string {
  let amp = raw.indexOf('&')
  if (amp < 0) return raw
  let decoded = ''
  let from = 0
  for (; amp >= 0; amp = raw.indexOf('&', amp + 1)) {
    const semicolon = endOfReference(raw, amp + 1)
    const character = semicolon < 0 ? null : referenced(raw, amp + 1, semicolon)
    if (character === null) {
      onBad?.(semicolon < 0 ? null : raw.slice(amp + 1, semicolon), amp)
      continue
    }
    decoded += raw.slice(from, amp) + character
    from = semicolon + 1
    amp = semicolon
  }
  return from === 0 ? raw : decoded + raw.slice(from)
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
  const known = named.get(name)
  if (known !== undefined) return known
  const whole = raw.slice(start - 1, end + 1)
  const decoded = decodeHTMLStrict(whole)
  const character = decoded === whole ? null : decoded
  if (raw.charCodeAt(start) !== 35 && named.size < 4096) named.set(name, character)
  return character
}
