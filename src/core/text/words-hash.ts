import { hash } from 'node:crypto'
import { codeUnitBuffer } from './code-unit-buffer.ts'
import { letterClasses } from './letter-classes.ts'

/**
 * A 128-bit hash as hex that ignores case, spacing and punctuation; boundaries between the parts count. Characters are
 * folded in the buffer that is hashed: building strings first took most of the time.
 */
export function wordsHash(parts: readonly string[]): string {
  return lowerWordsHash(parts.map((part) => part.toLowerCase()))
}

/** The same for parts that are already in lower case. */
export function lowerWordsHash(parts: readonly string[]): string {
  const { units, write } = codeUnitBuffer(parts.reduce((sum, part) => sum + part.length + 1, 0))
  let length = 0
  for (const part of parts) {
    write(part, length)
    length = fold(units, length, length + part.length)
    units[length++] = 0
  }
  return hash('sha256', units.subarray(0, length), 'hex').slice(0, 32)
}

/**
 * Compacts the words in place, one blank between them; returns the end. Branch-free: mispredicted branches took most of
 * the time.
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
