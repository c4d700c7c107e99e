import { BLANK, characterClass, LETTER, MARK, NUMBER, UNSPACED, UPPER } from './character-classes.ts'
import { roomFor } from './unit-room.ts'

/** What a code unit is to whoever reads a text unit by unit, in bits. A letter or mark of a script with spaces. */
export const PLAIN = 1
/** A plain letter that is a capital. */
export const CAPITAL = 2
/** In no word. */
export const GAP = 4
/** A gap that is a blank. */
export const SPACE = 8
/** To be looked at as a character: figures, apostrophes, letters of scripts without spaces, halves of pairs. */
export const ODD = 16

const APOSTROPHE = 39
const kinds = new Uint8Array(0x10000)

/** Tells what a code unit is. */
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

/** The code units of a text, a blank behind the last; good until somebody else asks for room. */
export function unitsOf(text: string): Uint16Array {
  const { units, write } = roomFor(text.length + 1)
  write(text, 0)
  units[text.length] = 32
  return units
}
