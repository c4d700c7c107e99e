import { characterClass, HAN, HIRAGANA, KATAKANA, UNSPACED } from './character-classes.ts'
import { kindOfUnit, ODD, SPACE, unitsOf } from './word-units.ts'

/**
 * Where the first n words of a text end, for several n in ascending order; four characters count as one word where
 * there are no spaces. For a shorter text, its end.
 */
export function leadEnds(text: string, numbers: readonly number[]): number[] {
  const { length } = text
  const units = unitsOf(text)
  const ends: number[] = []
  let seen = 0
  let end = 0
  for (let at = 0; ends.length < numbers.length && length >= 2 * numbers[ends.length]!; ) {
    while (at < length && (kindOfUnit(units[at]!) & SPACE) !== 0) at++
    if (at === length) break
    const start = at
    let unspaced = 0
    for (let kind = kindOfUnit(units[at]!); (kind & SPACE) === 0; kind = kindOfUnit(units[++at]!))
      if ((kind & ODD) !== 0) unspaced |= characterClass(text, at) & (at === start ? UNSPACED : IDEOGRAPHIC)
    seen += unspaced === 0 ? 1 : Math.ceil((at - start) / 4)
    while (seen > numbers[ends.length]!) ends.push(end === 0 ? 4 * numbers[ends.length]! : end)
    end = at
    // A word and its blank take at least two characters.
    if (seen + (length - at) / 2 <= numbers[ends.length]!) break
  }
  while (ends.length < numbers.length) ends.push(length)
  return ends
}

/** Scripts without spaces, at any position in a word. */
const IDEOGRAPHIC = HAN | HIRAGANA | KATAKANA
