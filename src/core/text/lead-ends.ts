import { BLANK, characterClass, endOfRun, HAN, HIRAGANA, KATAKANA, UNSPACED, WIDE } from './character-classes.ts'

/**
 * Where the first words of a text end, for several numbers of words, ascending; four characters count as one word where
 * there are no spaces. A text with fewer words ends where it ends.
 */
export function leadEnds(text: string, numbers: readonly number[]): number[] {
  const ends: number[] = []
  let seen = 0
  let end = 0
  for (let at = 0; ends.length < numbers.length && text.length >= 2 * numbers[ends.length]!; ) {
    const start = endOfRun(text, at, BLANK)
    if (start === text.length) break
    let unspaced = characterClass(text, start) & UNSPACED
    at = start
    for (let kind = characterClass(text, at); kind !== 0 && (kind & BLANK) === 0; kind = characterClass(text, at)) {
      unspaced |= kind & (HAN | HIRAGANA | KATAKANA)
      at += (kind & WIDE) === 0 ? 1 : 2
    }
    seen += unspaced === 0 ? 1 : Math.ceil((at - start) / 4)
    while (seen > numbers[ends.length]!) ends.push(end === 0 ? 4 * numbers[ends.length]! : end)
    end = at
    // A word and its blank take two characters at least.
    if (seen + (text.length - at) / 2 <= numbers[ends.length]!) break
  }
  while (ends.length < numbers.length) ends.push(text.length)
  return ends
}
