import { BLANK, characterClass, LETTER, LOWER, MARK, UPPER, WIDE } from '../character-classes.ts'
import { CAPITAL, kindOfUnit, ODD, unitsOf } from '../word-units.ts'
import { words } from '../words.ts'

/** The folded words that are capitalised inside a sentence: mostly names. */
export function nameWords(text: string): Set<string> {
  const found = new Set<string>()
  for (const name of names(text)) for (const word of words(name)) found.add(word)
  return found
}

/**
 * Capitalised words after a lower-case word or a comma, where no sentence begins. Callers exclude German, which
 * capitalises every noun.
 */
export function names(text: string): string[] {
  const { length } = text
  const units = unitsOf(text)
  const found: string[] = []
  for (let at = 0; at < length; ) {
    if ((kindOfUnit(units[at]!) & (CAPITAL | ODD)) === 0) {
      at++
      continue
    }
    const kind = characterClass(text, at)
    const next = at + ((kind & WIDE) === 0 ? 1 : 2)
    const end = (kind & UPPER) !== 0 && goesOn(text, at) ? endOfName(text, next) : next
    if (end > next) found.push(text.slice(at, end))
    at = end
  }
  return found
}

/** True when the sentence continues here: a blank after a lower-case letter, a comma or a closing mark. */
function goesOn(text: string, at: number): boolean {
  const blank = '«“"'.includes(text.charAt(at - 1)) ? at - 2 : at - 1
  if (blank < 1 || (characterClass(text, blank) & BLANK) === 0) return false
  if (',»”"'.includes(text.charAt(blank - 1))) return true
  const isPair = blank > 1 && (characterClass(text, blank - 2) & WIDE) !== 0
  return (characterClass(text, isPair ? blank - 2 : blank - 1) & LOWER) !== 0
}

function endOfName(text: string, start: number): number {
  let at = start
  for (;;) {
    const kind = characterClass(text, at)
    if ((kind & (LETTER | MARK)) === 0 && !isJoint(text.charCodeAt(at))) return at
    at += (kind & WIDE) === 0 ? 1 : 2
  }
}

/** `'`, `’` or `-`. */
const isJoint = (unit: number): boolean => unit === 39 || unit === 0x2019 || unit === 45
