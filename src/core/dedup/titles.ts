import type { Print, PrintTitle } from '../domain/print.ts'
import { codePoints } from '../similar/code-points.ts'
import { fnv1a32 } from '../similar/hash.ts'
import { type LetterPrint, letterPrint } from '../similar/letters.ts'
import { letterBits } from '../similar/soft-idf.ts'
import type { TitlePrint } from '../similar/title-rule.ts'
import { isNumber, isNumberAt } from '../text/numbers.ts'
import { normalizeTitle } from '../text/title.ts'
import { bigrams, words } from '../text/words.ts'
import { createMemos } from './containers/memo.ts'
import { sortHashes } from './containers/sort-hashes.ts'
import { backgroundIdf, backgroundOf, type Epoch } from './epoch/epoch.ts'
import type { IndexedFields } from './print/decode-print.ts'
import { toFixedPoint, type WeighedTerms } from './recent/candidate-index.ts'

/** So many prepared titles are cached: bare headlines that are near each other in time are compared with each other. */
const CACHE_SIZE = 1024
/** Weighed terms are asked for by one newcomer and its candidates: what is kept for longer V8 moves to its old generation. */
const WEIGHED_CACHE_SIZE = 128
const prints = createMemos<Epoch, PrintTitle, TitlePrint>(CACHE_SIZE)

/** The least weight of a word, however common: a copy repeats the ordinary words too. */
const WORD_WEIGHT = 2

/** What a word of a title weighs, by its IDF. */
export function wordWeight(idf: number, power: number): number {
  return (idf + WORD_WEIGHT) ** power
}

/** A title prepared for `compareTitles`, its words weighed by IDF. */
export function titlePrintOf(print: Pick<Print, 'language' | 'title'>, epoch: Epoch, weightPower: number): TitlePrint {
  const { title } = print
  const memo = prints(epoch)
  const known = memo.get(title)
  if (known !== undefined) return known
  const idf = backgroundIdf(epoch, backgroundOf(print))
  const codes = title.words.map(codePoints)
  const made: TitlePrint = {
    script: title.script,
    weighed: {
      words: title.words,
      codes,
      letters: Uint32Array.from(codes, letterBits),
      weights: Float64Array.from(title.terms, (term) => wordWeight(idf(term), weightPower)),
    },
    words: new Set(title.words),
    numbers: numbersOf(title),
    letters: lettersOf(title),
    denial: title.denial,
    negated: title.negated,
  }
  memo.set(title, made)
  return made
}

function lettersOf({ letters }: PrintTitle): LetterPrint | null {
  return letters === null ? null : letterPrint(letters)
}

const NO_NUMBERS: ReadonlySet<string> = new Set()

/** The numbers of a title in canonical form. */
export function numbersOf({ words: found }: Pick<PrintTitle, 'words'>): ReadonlySet<string> {
  const numbers = found.filter(isNumber)
  return numbers.length === 0 ? NO_NUMBERS : new Set(numbers)
}

/** The same for words in one text, in which a blank parts them: it is split only where a number is among them. */
export function numbersAmong(words: string): ReadonlySet<string> {
  for (let at = 0; at < words.length; ) {
    if (isNumberAt(words, at)) return numbersOf({ words: words.split(' ') })
    const blank = words.indexOf(' ', at)
    if (blank < 0) break
    at = blank + 1
  }
  return NO_NUMBERS
}

/** Both titles carry numbers and neither set contains the other: two releases, two tolls, two days. */
export function numbersDiffer(a: PrintTitle, b: PrintTitle): boolean {
  return differ(numbersOf(a), numbersOf(b))
}

/** Whether neither of two sets is empty or contains the other. */
export function differ(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && b.size > 0 && !isPart(a, b) && !isPart(b, a)
}

function isPart(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  for (const member of part) if (!whole.has(member)) return false
  return true
}

/** The terms of a title's words. */
export function wordTerms({ terms }: Pick<PrintTitle, 'terms'>): Uint32Array {
  return distinct(terms)
}

const weighed = createMemos<Epoch, IndexedFields['title'], WeighedTerms>(WEIGHED_CACHE_SIZE)

/** The terms of a title with fixed-point weights, by which candidates are found. */
export function weighedTerms(print: Pick<IndexedFields, 'language' | 'title'>, epoch: Epoch): WeighedTerms {
  const memo = weighed(epoch)
  const known = memo.get(print.title)
  if (known !== undefined) return known
  const ids = wordTerms(print.title)
  const idf = backgroundIdf(epoch, backgroundOf(print))
  const weights = new Int32Array(ids.length)
  for (let at = 0; at < ids.length; at++) weights[at] = toFixedPoint(idf(ids[at]!), ids.length)
  const terms = { ids, weights }
  memo.set(print.title, terms)
  return terms
}

/** The same for a script without spaces: hashed bigrams of characters, in a hash space of their own. */
export function letterTerms({ letters }: Pick<PrintTitle, 'letters'>): Uint32Array {
  if (letters === null) return new Uint32Array(0)
  return distinct(Uint32Array.from(bigrams(letters), (pair) => fnv1a32(`\u0001${pair}`)))
}

function distinct(values: Uint32Array): Uint32Array {
  const sorted = values.slice()
  sortHashes(sorted)
  let size = 0
  for (let at = 0; at < sorted.length; at++)
    if (at === 0 || sorted[at] !== sorted[size - 1]) sorted[size++] = sorted[at]!
  return sorted.subarray(0, size)
}

/** Lower case, no punctuation, single spaces: a title as the literal policies compare it. */
export function plainTitle(raw: string): string {
  return raw
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\s]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** The hashed words of a headline, without its prefix and its publisher's name. */
export function headlineWords({ title, sourceName }: Pick<IndexedFields, 'title' | 'sourceName'>): {
  readonly count: number
  readonly set: Uint32Array
} {
  const found = words(normalizeTitle(title.raw, sourceName))
  return { count: found.length, set: distinct(Uint32Array.from(found, fnv1a32)) }
}
