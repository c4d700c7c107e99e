import type { Script } from '../domain/script.ts'
import {
  CYRILLIC,
  characterClass,
  classAmong,
  endOfRun,
  HAN,
  HANGUL,
  HIRAGANA,
  KATAKANA,
  LATIN,
  LETTER,
  MARK,
  NUMBER,
  UNSPACED,
  WIDE,
} from './character-classes.ts'
import { foldUnits, foldWhole } from './fold-units.ts'
import { unitsOf } from './word-units.ts'

const APOSTROPHE = 39

const ASCII = /^[\t\n\r\x20-\x7e]*$/

/** Folds text for comparison: compatibility forms, lower case, Latin accents removed, one kind of apostrophe. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return foldUnits(text.toLowerCase()) ?? foldWhole(text)
}

/**
 * The words of a text in order, folded; a run of a script without spaces is one word, as is a number with its
 * separators.
 */
export function words(text: string): string[] {
  const folded = foldForWords(text)
  const { length } = folded
  const units = unitsOf(folded)
  const found: string[] = []
  for (let at = 0; at < length; ) {
    const end = endOfWord(folded, units, at)
    if (end > at) found.push(wordBetween(folded, at, end))
    at = Math.max(end, at + 1)
  }
  return found
}

/** Folds a text before it is split into words. */
export function foldForWords(text: string): string {
  return foldText(spellOutAcronyms(text))
}

/** The word between two indexes of a text folded for words. */
export function wordBetween(folded: string, start: number, end: number): string {
  const word = folded.slice(start, end)
  return word.includes("'") ? withoutApostrophes(word) : word
}

/**
 * The end of the word that starts at an index of a text folded for words; the index itself when there is none. `units`
 * are the text's code units.
 */
export function endOfWord(folded: string, units: Uint16Array, start: number): number {
  const kind = classAmong(units, start)
  // Scripts without spaces are compared by character bigrams, never by a segmenter.
  if ((kind & UNSPACED) !== 0) return endOfRun(units, start, UNSPACED)
  if ((kind & NUMBER) !== 0) return endOfNumber(folded, units, start)
  if ((kind & (LETTER | MARK)) === 0) return start
  let end = endOfRun(units, start, LETTER | MARK, UNSPACED)
  while (units[end] === APOSTROPHE && (classAmong(units, end + 1) & (LETTER | UNSPACED)) === LETTER)
    end = endOfRun(units, end + 1, LETTER)
  return end
}

/** An ordinal suffix or a scale directly after a number. */
const NUMBER_SUFFIX = /(?:st|nd|rd|th|-?(?:k|m|mn|bn|tn|b))(?!\p{L})/uy

function endOfNumber(folded: string, units: Uint16Array, start: number): number {
  let end = endOfRun(units, start, NUMBER)
  while (isSeparator(units[end]!) && (classAmong(units, end + 1) & NUMBER) !== 0) end = endOfRun(units, end + 1, NUMBER)
  if (!SUFFIX_STARTS.has(units[end]!)) return end
  NUMBER_SUFFIX.lastIndex = end
  return NUMBER_SUFFIX.test(folded) ? NUMBER_SUFFIX.lastIndex : end
}

const SUFFIX_STARTS: ReadonlySet<number> = new Set(Array.from('-bkmnrst', (letter) => letter.charCodeAt(0)))

/** `.`, `,` or `:`. */
const isSeparator = (unit: number): boolean => unit === 46 || unit === 44 || unit === 58

const withoutApostrophes = (word: string): string => word.replace(/'s$/, '').replaceAll("'", '')

/** "U.S." and "US" are a country, "us" is a stop word: folding loses the difference, so it is spelt out first. */
function spellOutAcronyms(text: string): string {
  const joined = hasDottedCapitals(text)
    ? text.replace(/\b(?:[A-Z]\.){2,}(?:[A-Z]\b)?/g, (dotted) => dotted.replaceAll('.', ''))
    : text
  return joined.includes('US') && /[a-z]/.test(joined) ? joined.replace(/\bUSA?\b(?!\$)/g, 'usa') : joined
}

/** Most texts have none, and searching from full stop to full stop is faster than the pattern. */
function hasDottedCapitals(text: string): boolean {
  for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', dot + 1))
    if (text.charCodeAt(dot + 2) === 46 && isCapital(text.charCodeAt(dot - 1)) && isCapital(text.charCodeAt(dot + 1)))
      return true
  return false
}

const isCapital = (unit: number): boolean => unit >= 65 && unit <= 90

/** True for a word of a script without spaces. */
export function isUnspaced(word: string): boolean {
  return (characterClass(word, 0) & UNSPACED) !== 0
}

/** Overlapping character bigrams; a single character is returned alone. */
export function bigrams(run: string): string[] {
  const letters = Array.from(run)
  if (letters.length < 2) return letters
  return letters.slice(1).map((letter, at) => letters[at]! + letter)
}

/** The script that decides how a text is compared: kana makes Han text Japanese. */
export function scriptOf(text: string): Script {
  let [han, kana, latin, cyrillic, hangul] = [0, 0, 0, 0, 0]
  const { length } = text
  const units = unitsOf(text)
  for (let at = 0; at < length; ) {
    const kind = classAmong(units, at)
    if ((kind & LATIN) !== 0) latin++
    else if ((kind & HAN) !== 0) han++
    else if ((kind & (HIRAGANA | KATAKANA)) !== 0) kana++
    else if ((kind & CYRILLIC) !== 0) cyrillic++
    else if ((kind & HANGUL) !== 0) hangul++
    at += (kind & WIDE) === 0 ? 1 : 2
  }
  // One ideograph counts as 2.5 letters, so that a product name does not make a Chinese title Latin.
  const ideographic = 2.5 * (han + kana)
  const most = Math.max(ideographic, latin, cyrillic, 2 * hangul)
  if (most === 0) return 'other'
  if (most === ideographic) return kana > 0.1 * (han + kana) ? 'ja' : 'zh'
  if (most === latin) return 'latin'
  return most === cyrillic ? 'cyrillic' : 'ko'
}
