/** Letters that carry no removable accent in Unicode but do in a reader's eye. */
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

/** Scripts written without spaces: their runs are compared by character bigrams, never by a segmenter. */
const UNSPACED = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー々〆\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}'
const UNSPACED_START = new RegExp(`^[${UNSPACED}]`, 'u')
const TOKEN = new RegExp(
  `[${UNSPACED}]+|\\p{N}+(?:[.,:]\\p{N}+)*(?:(?:st|nd|rd|th|-?(?:k|m|mn|bn|tn|b))(?!\\p{L}))?|(?:(?![${UNSPACED}])[\\p{L}\\p{M}])+(?:'(?![${UNSPACED}])\\p{L}+)*`,
  'gu',
)
/** The same for plain ASCII, where it is several times as fast. */
const ASCII_TOKEN = /\d+(?:[.,:]\d+)*(?:(?:st|nd|rd|th|-?(?:k|m|mn|bn|tn|b))(?![a-z]))?|[a-z]+(?:'[a-z]+)*/g
const ASCII = /^[\t\n\r\x20-\x7e]*$/

/** Text as comparison sees it: compatibility forms joined, lower case, Latin accents off, one kind of apostrophe. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘ʼ`´]/g, "'")
    .normalize('NFD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC')
    .replace(/[ßøłđðþæœı]/g, (letter) => PLAIN_LETTERS.get(letter)!)
}

/** "U.S." and "US" are a country, "us" is a stop word: the difference is lost with the capitals, so it is kept here. */
function spellOutAcronyms(text: string): string {
  const joined = text.replace(/\b(?:[A-Z]\.){2,}(?:[A-Z]\b)?/g, (dotted) => dotted.replaceAll('.', ''))
  return /[a-z]/.test(joined) ? joined.replace(/\bUSA?\b(?!\$)/g, 'usa') : joined
}

/** The words of a text in order, folded; a run of a script without spaces is one word, a number with its separators too. */
export function words(text: string): string[] {
  const folded = foldText(spellOutAcronyms(text))
  const found = folded.match(ASCII.test(folded) ? ASCII_TOKEN : TOKEN) ?? []
  return found.map(withoutPossessive)
}

/** True for a word of a script that is written without spaces. */
export function isUnspaced(word: string): boolean {
  return UNSPACED_START.test(word)
}

/** Overlapping character pairs; a single character stands for itself. */
export function bigrams(run: string): string[] {
  const letters = Array.from(run)
  if (letters.length < 2) return letters
  return letters.slice(1).map((letter, at) => letters[at]! + letter)
}

function withoutPossessive(word: string): string {
  if (!word.includes("'")) return word
  const bare = word.replace(/'s?$/, '')
  return bare.replaceAll("'", '')
}

/** The script most letters of a text are written in, as the tag the IDF tables and the title rule use. */
export type Script = 'latin' | 'cyrillic' | 'zh' | 'ja' | 'ko' | 'other'

/** Tells how to compare a text: kana anywhere makes Han text Japanese. */
export function scriptOf(text: string): Script {
  const han = count(text, /\p{sc=Han}/gu)
  const kana = count(text, /[\p{sc=Hiragana}\p{sc=Katakana}]/gu)
  const latin = count(text, /\p{sc=Latin}/gu)
  const cyrillic = count(text, /\p{sc=Cyrillic}/gu)
  const hangul = count(text, /\p{sc=Hangul}/gu)
  // One ideograph says about as much as two or three letters, so a product name must not turn the title Latin.
  const ideographic = 2.5 * (han + kana)
  const most = Math.max(ideographic, latin, cyrillic, 2 * hangul)
  if (most === 0) return 'other'
  if (most === ideographic) return kana > 0.1 * (han + kana) ? 'ja' : 'zh'
  if (most === latin) return 'latin'
  return most === cyrillic ? 'cyrillic' : 'ko'
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
