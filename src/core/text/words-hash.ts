import { hash } from 'node:crypto'
import { letterClasses, otherUnit } from './letter-classes.ts'

/** Grows to the longest text met, up to a limit: a buffer for every article would be most of the work. */
let scratch = new Uint16Array(16_384)
const LONGEST_KEPT = 1_000_000

/**
 * 16 bytes as hex, the same for texts that differ only in case, spacing and punctuation; the parts stay apart. Characters are
 * folded straight into the bytes to hash: making strings of them first, if only in lower case, took most of the time.
 */
export function wordsHash(parts: readonly string[]): string {
  return hashOf(parts, writeLower) ?? hashOf(inLowerCase(parts), writeWords)!
}

const inLowerCase = (parts: readonly string[]): string[] => parts.map((part) => part.toLowerCase())

/** Writes the words of a part with one blank between them; gives the place after the last, -1 when it cannot. */
type Write = (part: string, units: Uint16Array, start: number) => number

function hashOf(parts: readonly string[], write: Write): string | null {
  const units = roomFor(parts.reduce((sum, part) => sum + part.length + 1, 0))
  let length = 0
  for (const part of parts) {
    length = write(part, units, length)
    if (length < 0) return null
    units[length++] = 0
  }
  return hash('sha256', units.subarray(0, length), 'hex').slice(0, 32)
}

function roomFor(length: number): Uint16Array {
  if (length <= scratch.length) return scratch
  const larger = new Uint16Array(length)
  if (length <= LONGEST_KEPT) scratch = larger
  return larger
}

const writeWords: Write = (part, units, start) => {
  const classes = letterClasses()
  let length = start
  let gap = false
  for (let at = 0; at < part.length; at++) {
    const unit = part.charCodeAt(at)
    if (classes[unit] === otherUnit) {
      gap = length > start
      continue
    }
    if (gap) units[length++] = 32
    units[length++] = unit
    gap = false
  }
  return length
}

/** What each code unit is in lower case, or one of the two below, neither of which is a letter; 0 where nobody has asked yet. */
const lowerUnits = new Uint16Array(0x10000)
const NO_WORD = 1
const LEANS = 2

/** The same of text in any case, unless one of its units leans on its neighbours. */
const writeLower: Write = (part, units, start) => {
  let length = start
  let gap = false
  for (let at = 0; at < part.length; at++) {
    const written = part.charCodeAt(at)
    const unit = lowerUnits[written]! || learn(written)
    if (unit > LEANS) {
      if (gap) units[length++] = 32
      units[length++] = unit
      gap = false
    } else if (unit === NO_WORD) gap = length > start
    else return -1
  }
  return length
}

function learn(unit: number): number {
  const lower = String.fromCharCode(unit).toLowerCase()
  const isWord = letterClasses()[lower.charCodeAt(0)] !== otherUnit
  lowerUnits[unit] = leans(unit, lower) ? LEANS : isWord ? lower.charCodeAt(0) : NO_WORD
  return lowerUnits[unit]!
}

/** The sigma has a form for the end of a word, one letter falls apart into two, and pairs (of plane 1 alone) change as pairs. */
function leans(unit: number, lower: string): boolean {
  if (unit >= 0xd800 && unit < 0xd840) return pairsChange(unit)
  return lower.length !== 1 || unit === 0x3a3
}

function pairsChange(high: number): boolean {
  const pairs = Array.from({ length: 0x400 }, (_low, at) => String.fromCharCode(high, 0xdc00 + at)).join('')
  return pairs.toLowerCase() !== pairs
}
