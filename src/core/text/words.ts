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

/** Text as comparison sees it: compatibility forms joined, lower case, Latin accents off, one kind of apostrophe. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return foldUnits(text.toLowerCase()) ?? foldWhole(text)
}

/** The words of a text in order, folded; a run of a script without spaces is one word, a number with its separators too. */
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

/** A text folded as its words are, in which they stand one behind the other. */
export function foldForWords(text: string): string {
  return foldText(spellOutAcronyms(text))
}

/** The word that stands between two places of a text folded for words. */
export function wordBetween(folded: string, start: number, end: number): string {
  const word = folded.slice(start, end)
  return word.includes("'") ? withoutApostrophes(word) : word
}

/** Where the word that starts at a place of a text folded for words ends, or that place when none does; `units` are the text's. */
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

/** An ordinal's ending or a scale directly behind a number. */
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

/** "U.S." and "US" are a country, "us" is a stop word: the difference is lost with the capitals, so it is kept here. */
function spellOutAcronyms(text: string): string {
  const joined = hasDottedCapitals(text)
    ? text.replace(/\b(?:[A-Z]\.){2,}(?:[A-Z]\b)?/g, (dotted) => dotted.replaceAll('.', ''))
    : text
  return joined.includes('US') && /[a-z]/.test(joined) ? joined.replace(/\bUSA?\b(?!\$)/g, 'usa') : joined
}

/** Most texts have none, and looking from stop to stop is faster than a pattern that may start at any letter. */
function hasDottedCapitals(text: string): boolean {
  for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', dot + 1))
    if (text.charCodeAt(dot + 2) === 46 && isCapital(text.charCodeAt(dot - 1)) && isCapital(text.charCodeAt(dot + 1)))
      return true
  return false
}

const isCapital = (unit: number): boolean => unit >= 65 && unit <= 90

/** True for a word of a script that is written without spaces. */
export function isUnspaced(word: string): boolean {
  return (characterClass(word, 0) & UNSPACED) !== 0
}

/** Overlapping character pairs; a single character stands for itself. */
export function bigrams(run: string): string[] {
  const letters = Array.from(run)
  if (letters.length < 2) return letters
  return letters.slice(1).map((letter, at) => letters[at]! + letter)
}

/** Tells how to compare a text: kana anywhere makes Han text Japanese. */
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
  // One ideograph says about as much as two or three letters, so a product name must not turn the title Latin.
  const ideographic = 2.5 * (han + kana)
  const most = Math.max(ideographic, latin, cyrillic, 2 * hangul)
  if (most === 0) return 'other'
  if (most === ideographic) return kana > 0.1 * (han + kana) ? 'ja' : 'zh'
  if (most === latin) return 'latin'
  return most === cyrillic ? 'cyrillic' : 'ko'
}
