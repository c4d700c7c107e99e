import { hash } from 'node:crypto'
import { letterClasses } from './letter-classes.ts'
import { roomFor } from './unit-room.ts'

/**
 * 16 bytes as hex, the same for texts that differ only in case, spacing and punctuation; the parts stay apart. Characters are
 * folded where they will be hashed: making strings of them first took most of the time.
 */
export function wordsHash(parts: readonly string[]): string {
  return lowerWordsHash(parts.map((part) => part.toLowerCase()))
}

/** The same of parts that are in lower case already. */
export function lowerWordsHash(parts: readonly string[]): string {
  const { units, write } = roomFor(parts.reduce((sum, part) => sum + part.length + 1, 0))
  let length = 0
  for (const part of parts) {
    write(part, length)
    length = fold(units, length, length + part.length)
    units[length++] = 0
  }
  return hash('sha256', units.subarray(0, length), 'hex').slice(0, 32)
}

/**
 * Moves the words together, one blank between them; gives the place after the last. Without a branch: whether a character
 * belongs to a word is what a processor guesses wrong most often here, and that took most of the time.
 */
function fold(units: Uint16Array, start: number, end: number): number {
  const classes = letterClasses()
  let length = start
  let begun = 0
  let gap = 0
  for (let at = start; at < end; at++) {
    const unit = units[at]!
    const isWord = (classes[unit]! + 1) >> 1
    units[length] = 32
    length += gap & isWord
    units[length] = unit
    length += isWord
    begun |= isWord
    gap = begun & (isWord ^ 1)
  }
  return length
}
