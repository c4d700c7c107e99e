import { characterClass, DIGIT } from './character-classes.ts'

/** Number words of the most frequent news languages; ambiguous ones ("once", "sept") are left out on purpose. */
const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    zero: 0,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    thirteen: 13,
    fourteen: 14,
    fifteen: 15,
    sixteen: 16,
    seventeen: 17,
    eighteen: 18,
    nineteen: 19,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    seventy: 70,
    eighty: 80,
    ninety: 90,
    one: 1,
    dozen: 12,
    first: 1,
    second: 2,
    third: 3,
    fourth: 4,
    fifth: 5,
    sixth: 6,
    seventh: 7,
    eighth: 8,
    ninth: 9,
    tenth: 10,
    eleventh: 11,
    twelfth: 12,
    twentieth: 20,
    hundredth: 100,
    zwei: 2,
    drei: 3,
    vier: 4,
    funf: 5,
    sechs: 6,
    sieben: 7,
    acht: 8,
    neun: 9,
    zehn: 10,
    elf: 11,
    zwolf: 12,
    deux: 2,
    trois: 3,
    quatre: 4,
    cinq: 5,
    huit: 8,
    neuf: 9,
    dix: 10,
    onze: 11,
    douze: 12,
    dos: 2,
    tres: 3,
    cuatro: 4,
    cinco: 5,
    seis: 6,
    siete: 7,
    ocho: 8,
    nueve: 9,
    diez: 10,
    doce: 12,
    trece: 13,
    catorce: 14,
    quince: 15,
    dieciseis: 16,
    diecisiete: 17,
    dieciocho: 18,
    diecinueve: 19,
    veinte: 20,
    dreizehn: 13,
    vierzehn: 14,
    funfzehn: 15,
    sechzehn: 16,
    siebzehn: 17,
    achtzehn: 18,
    neunzehn: 19,
    zwanzig: 20,
    treize: 13,
    quatorze: 14,
    quinze: 15,
    vingt: 20,
    два: 2,
    две: 2,
    двое: 2,
    три: 3,
    трое: 3,
    четыре: 4,
    пять: 5,
    шесть: 6,
    семь: 7,
    восемь: 8,
    девять: 9,
    десять: 10,
  }),
)

const SCALES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    hundred: 1e2,
    thousand: 1e3,
    tsd: 1e3,
    тыс: 1e3,
    тысяч: 1e3,
    тысячи: 1e3,
    million: 1e6,
    millions: 1e6,
    mn: 1e6,
    mln: 1e6,
    mio: 1e6,
    millionen: 1e6,
    millones: 1e6,
    млн: 1e6,
    миллион: 1e6,
    миллиона: 1e6,
    миллионов: 1e6,
    billion: 1e9,
    billions: 1e9,
    bn: 1e9,
    mrd: 1e9,
    milliarden: 1e9,
    milliards: 1e9,
    млрд: 1e9,
    миллиард: 1e9,
    миллиарда: 1e9,
    миллиардов: 1e9,
    trillion: 1e12,
    tn: 1e12,
    трлн: 1e12,
    万: 1e4,
    萬: 1e4,
    亿: 1e8,
    億: 1e8,
    兆: 1e12,
  }),
)

const SUFFIXES: ReadonlyMap<string, number> = new Map(
  Object.entries({ st: 1, nd: 1, rd: 1, th: 1, k: 1e3, m: 1e6, mn: 1e6, bn: 1e9, b: 1e9, tn: 1e12 }),
)

/** Languages with a point between thousands and a decimal comma. */
const POINT_THOUSANDS = new Set(['de', 'es', 'it', 'pt', 'nl', 'da', 'id', 'tr', 'pl', 'ro', 'hu'])

/** True for a token that begins with a digit; after `canonicalNumbers` that is every number. */
export function isNumber(word: string): boolean {
  return isNumberAt(word, 0)
}

/** The same for the token that begins at an index of a text. */
export function isNumberAt(text: string, at: number): boolean {
  const first = text.charCodeAt(at)
  return first < 128 ? first >= 48 && first <= 57 : (characterClass(text, at) & DIGIT) !== 0
}

/**
 * Brings every number into one form: "third", "3rd" and "3" agree, as do "$2bn" and "two billion", "1.24" and "1.24.0".
 * A trailing zero inside a group is kept, because 1.20 and 1.2 are two versions.
 */
export function canonicalNumbers(words: readonly string[], language: string | null = null): string[] {
  const out: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (!startsNumber(word)) {
      out.push(word)
      continue
    }
    const { values, extra } = readNumber(words, at, language)
    out.push(...values)
    at += extra
  }
  return out
}

/** True for a word that is a number, alone or with the next words. */
export const startsNumber = (word: string): boolean => isNumber(word) || NUMBER_WORDS.has(word)

/** True for a word that may belong to the number before it. */
export const continuesNumber = (word: string): boolean =>
  SCALES.has(word) || NUMBER_WORDS.has(word) || hanScale(word) !== null

/** A number in one form, and how many further words it took: at most two. */
export type Read = { readonly values: readonly string[]; readonly extra: number }

/** Reads the number that starts at an index of the words. */
export function readNumber(words: readonly string[], at: number, language: string | null): Read {
  const word = words[at]!
  const read = isNumber(word) ? readDigits(word, language) : readNumberWord(words, at)
  const next = words[at + read.extra + 1] ?? ''
  const scale = SCALES.get(next) ?? hanScale(next)
  if (scale === null || read.values.length !== 1) return read
  return { values: [scaled(read.values[0]!, scale)], extra: read.extra + (SCALES.has(next) ? 1 : 0) }
}

function readDigits(word: string, language: string | null): Read {
  if (/^[0-9]+$/.test(word)) return { values: [withoutIdleZeros(word)], extra: 0 }
  const found = /^([\p{N}.,:]+)-?(\p{L}*)$/u.exec(word)
  // A clause of a script without spaces that happens to begin with a digit.
  if (found === null) return { values: [word], extra: 0 }
  const [figure, suffix] = [found[1]!, found[2]!]
  const values = separate(figure.normalize('NFKC'), language).map(withoutIdleZeros)
  const scale = SUFFIXES.get(suffix) ?? 1
  // Three groups are a version, and the letter after it (1.0.2k) is part of it.
  if (scale > 1 && /\..*\./.test(figure)) return { values: [figure + suffix], extra: 0 }
  return { values: scale > 1 && values.length === 1 ? [scaled(values[0]!, scale)] : values, extra: 0 }
}

/** Distinguishes thousands, decimals, versions and mere neighbours ("03,2013") by their form. */
function separate(figure: string, language: string | null): string[] {
  const points = POINT_THOUSANDS.has(language?.slice(0, 2) ?? '')
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(figure)) return [figure.replaceAll(',', '')]
  if (/^[1-9]\d{0,2}(?:\.\d{3}){2,}$/.test(figure)) return [figure.replaceAll('.', '')]
  if (points && /^[1-9]\d{0,2}\.\d{3}$/.test(figure)) return [figure.replace('.', '')]
  if (/^\d+,\d{1,2}$/.test(figure)) return [figure.replace(',', '.')]
  return figure.split(/[,]/)
}

function withoutIdleZeros(figure: string): string {
  if (figure.includes(':')) return figure
  return figure.replace(/(?:\.0+)+$/, '').replace(/^0+(?=\d)/, '')
}

function scaled(figure: string, scale: number): string {
  const value = Number(figure) * scale
  return Number.isFinite(value) ? String(Math.round(value)) : figure
}

const FIRST_HAN = 0x4e00

/** After a Han scale, which is one character, a word may continue: 万人. */
function hanScale(word: string): number | null {
  if (word.charCodeAt(0) < FIRST_HAN) return null
  return SCALES.get(word.charAt(0)) ?? null
}

/** "twenty five" and "two dozen" are one number; "two three" is two. */
function readNumberWord(words: readonly string[], at: number): Read {
  const value = NUMBER_WORDS.get(words[at]!)!
  const next = words[at + 1] ?? ''
  const small = NUMBER_WORDS.get(next) ?? 0
  if (value >= 20 && value % 10 === 0 && small > 0 && small < 10) return { values: [String(value + small)], extra: 1 }
  if (next === 'dozen') return { values: [String(value * 12)], extra: 1 }
  return { values: [String(value)], extra: 0 }
}
