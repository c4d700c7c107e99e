import { unitsOf } from './word-units.ts'

/** Letters that Unicode does not decompose but that readers see as accented. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ı', 'i'],
])

/** Folds any text by Unicode's rules. */
export function foldWhole(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘ʼ`´]/g, "'")
    .normalize('NFD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC')
    .replace(/[ßøłđðþæœı]/g, (letter) => PLAIN_LETTERS.get(letter)!)
}

/** Folds lower-case text code unit by code unit, which is faster; null when a character depends on its neighbours. */
export function foldUnits(lower: string): string | null {
  const { length } = lower
  const units = unitsOf(lower)
  let out = ''
  let from = 0
  for (let at = 0; at < length; at++) {
    const unit = units[at]!
    const fold = folds[unit]! || learn(unit)
    if (fold === LEANS) return null
    if (fold === unit) continue
    out += lower.slice(from, at) + (fold === SEVERAL ? several.get(unit)! : String.fromCharCode(fold))
    from = at + 1
  }
  return from === 0 ? lower : out + lower.slice(from)
}

/**
 * Characters that do not combine with their neighbours: Latin, Cyrillic, punctuation, signs, kana, Han, Hangul
 * syllables, full-width forms. Marks, jamo, half-width kana and Greek (whose sigma depends on its position) are
 * excluded.
 */
const STANDS_ALONE =
  /[\0-\u024f\u0400-\u0482\u048a-\u052f\u2000-\u206f\u20a0-\u20bf\u2100-\u214f\u2190-\u21ff\u2500-\u27bf\u3000-\u3029\u3030-\u303f\u3041-\u3096\u309d-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]/

/** The folded form of each code unit; 0 where it is not computed yet. */
const folds = new Uint16Array(0x10000)
const LEANS = 0xd800
const SEVERAL = 0xd801
/** Code units that fold to several, or to none. */
const several = new Map<number, string>()

function learn(unit: number): number {
  const character = String.fromCharCode(unit)
  const folded = STANDS_ALONE.test(character) ? foldWhole(character) : null
  if (folded !== null && folded.length !== 1) several.set(unit, folded)
  folds[unit] = folded === null ? LEANS : folded.length === 1 ? folded.charCodeAt(0) : SEVERAL
  return folds[unit]!
}
