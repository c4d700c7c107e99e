import { isomorphicDecode, TextDecoder } from '@exodus/bytes/encoding.js'
import { hasControls } from './has-controls.ts'
import { sequenceLength } from './mended-utf8.ts'

/** What bytes say as UTF-8: null when they are none. */
export interface Utf8Reading {
  readonly text: string | null
  /** Whether there may be control characters besides tab and line ends; the bytes can tell faster than the text. */
  readonly mayHoldControls: boolean
}

/**
 * Bytes as UTF-8, strictly, a mark at the start included. Feeds in alphabets are ASCII but for a quote here and there, and
 * the platform's decoder goes through all of them byte by byte from the first such sign on: to find these four bytes
 * at a time and put them between the stretches of ASCII takes half the time.
 */
export function readUtf8(bytes: Uint8Array): Utf8Reading {
  const survey = bytes.length < 8 ? null : surveyed(bytes)
  return survey === null
    ? { text: wholeText(bytes), mayHoldControls: hasControls(bytes) }
    : { text: sparseText(bytes, survey), mayHoldControls: survey.controls }
}

/** The signs of a text that are not ASCII: where each begins, and how many bytes go on from one. */
interface Survey {
  readonly starts: readonly number[]
  readonly tails: number
  readonly controls: boolean
}

/** With more signs than one in so many bytes the platform is faster; with more than this at all, the pieces fill memory. */
const sparse = 32
const mostStarts = 100_000

/** Null when there are too many signs. */
function surveyed(bytes: Uint8Array): Survey | null {
  const starts: number[] = []
  let tails = 0
  let controls = false
  const look = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at]!
      if (byte >= 0xc0) starts.push(at)
      else if (byte >= 0x80) tails += 1
      else if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) controls = true
    }
  }
  const aligned = (4 - (bytes.byteOffset % 4)) % 4
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + aligned, (bytes.length - aligned) >> 2)
  const most = Math.min(bytes.length / sparse, mostStarts)
  look(0, aligned)
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!
    if (((word | (word - 0x20202020)) & 0x80808080) === 0) continue
    look(aligned + at * 4, aligned + at * 4 + 4)
    if (starts.length > most) return null
  }
  look(aligned + words.length * 4, bytes.length)
  return { starts, tails, controls }
}

function wholeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function sparseText(bytes: Uint8Array, { starts, tails }: Survey): string | null {
  const ascii = isomorphicDecode(bytes)
  const pieces: string[] = []
  let from = 0
  let used = 0
  for (const start of starts) {
    const length = sequenceLength(bytes, start)
    if (length === 0) return null
    if (start > from) pieces.push(ascii.slice(from, start))
    pieces.push(signAt(bytes, start, length))
    from = start + length
    used += length - 1
  }
  // A tail that belongs to no sign is not UTF-8 either.
  if (used !== tails) return null
  pieces.push(ascii.slice(from))
  return pieces.join('')
}

const signs = new Map<number, string>()
const mostSigns = 4096

/** The character of a well-formed sequence; feeds use few, so each is made once. */
function signAt(bytes: Uint8Array, start: number, length: number): string {
  const point = pointAt(bytes, start, length)
  const known = signs.get(point)
  if (known !== undefined) return known
  const sign = String.fromCodePoint(point)
  if (signs.size < mostSigns) signs.set(point, sign)
  return sign
}

function pointAt(bytes: Uint8Array, start: number, length: number): number {
  // The first byte gives up as many bits as there are bytes, and one more.
  let point = bytes[start]! & (0x7f >> length)
  for (let at = start + 1; at < start + length; at += 1) point = (point << 6) | (bytes[at]! & 0x3f)
  return point
}
