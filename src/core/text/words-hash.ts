import { hash } from 'node:crypto'
import { letterClasses, otherUnit } from './letter-classes.ts'

/** Grows to the longest text met, up to a limit: a buffer for every article would be most of the work. */
let scratch = new Uint16Array(16_384)
const LONGEST_KEPT = 1_000_000

/**
 * 16 bytes as hex, the same for texts that differ only in case, spacing and punctuation; the parts stay apart. Characters are
 * folded straight into the bytes to hash: making strings of them first took most of the time.
 */
export function wordsHash(parts: readonly string[]): string {
  const lower = parts.map((part) => part.toLowerCase())
  const units = roomFor(lower.reduce((sum, part) => sum + part.length + 1, 0))
  let length = 0
  for (const part of lower) {
    length = fold(part, units, length)
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

/** Writes the words of a part with one blank between them; gives the place after the last. */
function fold(part: string, units: Uint16Array, start: number): number {
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
