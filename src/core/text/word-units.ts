import { BLANK, characterClass, LETTER, MARK, NUMBER, UNSPACED, UPPER } from './character-classes.ts'
import { codeUnitBuffer } from './code-unit-buffer.ts'

/** Kinds of code units, as bits. A letter or mark of a script with spaces. */
export const PLAIN = 1
/** A capital letter. */
export const CAPITAL = 2
/** Not part of a word. */
export const GAP = 4
/** White space. */
export const SPACE = 8
/** Needs a look at the whole character: digits, apostrophes, letters of scripts without spaces, surrogates. */
export const ODD = 16

const APOSTROPHE = 39
const kinds = new Uint8Array(0x10000)

/** The kind of a code unit. */
export function kindOfUnit(unit: number): number {
  return kinds[unit]! || learn(unit)
}

function learn(unit: number): number {
  const found = characterClass(String.fromCharCode(unit), 0)
  const isPlain = (found & (LETTER | MARK)) !== 0 && (found & (NUMBER | UNSPACED)) === 0
  const isOdd = (found & (NUMBER | UNSPACED)) !== 0 || unit === APOSTROPHE || (unit >= 0xd800 && unit <= 0xdfff)
  if (isPlain) kinds[unit] = PLAIN | ((found & UPPER) === 0 ? 0 : CAPITAL)
  else if (isOdd) kinds[unit] = ODD
  else kinds[unit] = GAP | ((found & BLANK) === 0 ? 0 : SPACE)
  return kinds[unit]!
}

/** The code units of a text and a blank after the last; valid until the next call of `codeUnitBuffer`. */
export function unitsOf(text: string): Uint16Array {
  const { units, write } = codeUnitBuffer(text.length + 1)
  write(text, 0)
  units[text.length] = 32
  return units
}
