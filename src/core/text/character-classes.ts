import { UNSPACED_SCRIPTS } from './unspaced-scripts.ts'

/** Character classes as bits; a character may have several, and 0 means no character. */
export const LETTER = 1
export const MARK = 2
export const NUMBER = 4
/** A decimal digit. */
export const DIGIT = 8
export const BLANK = 16
/** A script written without spaces between words. */
export const UNSPACED = 32
export const HAN = 64
export const HIRAGANA = 128
export const KATAKANA = 256
export const LATIN = 512
export const CYRILLIC = 1024
export const HANGUL = 2048
/** Takes two code units. */
export const WIDE = 4096
const KNOWN = 8192
export const UPPER = 16384
export const LOWER = 32768

const PATTERNS: readonly (readonly [number, RegExp])[] = [
  [LETTER, /\p{L}/u],
  [MARK, /\p{M}/u],
  [NUMBER, /\p{N}/u],
  [DIGIT, /\p{Nd}/u],
  [BLANK, /\s/u],
  [UNSPACED, new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u')],
  [HAN, /\p{sc=Han}/u],
  [HIRAGANA, /\p{sc=Hiragana}/u],
  [KATAKANA, /\p{sc=Katakana}/u],
  [LATIN, /\p{sc=Latin}/u],
  [CYRILLIC, /\p{sc=Cyrillic}/u],
  [HANGUL, /\p{sc=Hangul}/u],
  [UPPER, /\p{Lu}/u],
  [LOWER, /\p{Ll}/u],
]

const units = new Uint16Array(0x10000)
const pairs = new Map<number, number>()
const MOST_PAIRS = 10_000

/**
 * The classes of the character at an index. Looked up in a table that is filled on first use: Unicode classes in
 * regular expressions cost ten times more, and this runs over every character of every article.
 */
export function characterClass(text: string, at: number): number {
  // Reading an array beyond its end would make V8 deoptimise this access for good.
  return at < text.length ? units[text.charCodeAt(at)]! || learn(text.codePointAt(at)!) : 0
}

function learn(point: number): number {
  if (point > 0xffff) return learnPair(point)
  // Half of a surrogate pair is not a character, and must not be cached as one.
  if (point >= 0xd800 && point <= 0xdfff) return KNOWN
  units[point] = KNOWN | classesOf(point)
  return units[point]!
}

function learnPair(point: number): number {
  const known = pairs.get(point)
  if (known !== undefined) return known
  if (pairs.size >= MOST_PAIRS) pairs.clear()
  const found = KNOWN | WIDE | classesOf(point)
  pairs.set(point, found)
  return found
}

function classesOf(point: number): number {
  const character = String.fromCodePoint(point)
  let found = 0
  for (const [bit, pattern] of PATTERNS) if (pattern.test(character)) found |= bit
  return found
}

/**
 * The classes of the character at an index of an array of code units; strings have several internal forms, arrays one.
 */
export function classAmong(text: Uint16Array, at: number): number {
  return units[text[at]!]! || learn(pointAmong(text, at))
}

function pointAmong(text: Uint16Array, at: number): number {
  const [first, next] = [text[at]!, at + 1 < text.length ? text[at + 1]! : 0]
  const isPair = (first & 0xfc00) === 0xd800 && (next & 0xfc00) === 0xdc00
  return isPair ? 0x10000 + ((first & 0x3ff) << 10) + (next & 0x3ff) : first
}

/** The end of a run of characters that have one of the `wanted` classes and none of the `unwanted`. */
export function endOfRun(text: Uint16Array, start: number, wanted: number, unwanted = 0): number {
  let at = start
  for (;;) {
    const found = classAmong(text, at)
    if ((found & wanted) === 0 || (found & unwanted) !== 0) return at
    at += (found & WIDE) === 0 ? 1 : 2
  }
}
