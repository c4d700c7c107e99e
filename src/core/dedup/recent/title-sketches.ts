import { fnv1a32 } from '../../similar/hash.ts'
import type { TitlePolicy } from '../../similar/policies.ts'
import { isDigit, mostSpelling } from '../../similar/soft-idf.ts'
import { hasSynonyms } from '../../similar/synonyms.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { backgroundIdf, backgroundOf, type Epoch } from '../epoch/epoch.ts'
import type { IndexedFields } from '../print/decode-print.ts'
import { wordWeight } from '../titles.ts'

type Titled = Pick<IndexedFields, 'language' | 'title'>

/** Sketches of titles, five bytes a word, by which an upper bound of soft IDF is computed. */
export interface TitleSketches {
  readonly add: (slot: number, print: Titled) => void
  /** Sets the title that is compared. */
  readonly begin: (newcomer: Titled) => void
  /** An upper bound of the soft IDF of that title and the one of a slot; infinity where they may be compared by letters. */
  readonly mostAlike: (slot: number) => number
  readonly bytes: () => number
}

/*
 * The sketch of a word, from the lowest bit: which of 21 kinds of letters it has, its first letter, whether it has synonyms, and its length. A number, which has no partner
 * but itself, has the length 0 and a hash in place of the letters.
 */
const KINDS = 21
const LETTERS = (1 << KINDS) - 1
/** The last five bits of a letter, which tell those of one alphabet apart. */
const LETTER_BITS = 31
const FIRST = LETTER_BITS << KINDS
const HAS_SYNONYMS = 1 << 26
const LENGTH_SHIFT = 27
/** This length or more: nothing is known of the word. */
const LONG = 31
/** Words that begin alike are likelier one word. Jaro–Winkler counts so many first letters, of which a sketch has one. */
const PREFIX = 4
/** Weights are multiples of a twentieth in one byte. Lighter ones, which no policy gives, would be rounded too much. */
const WEIGHT_ONE = 20
const LIGHTEST = 28
const HEAVIEST = 255
/** A share changes at most by half of what rounding makes of a weight, which is less than a fiftieth. */
const SLACK = 0.01
/** The number of words of a title that is compared by letters, or has too many words. */
const UNKNOWN = 255

/** No titles yet. Most candidates share a third of their weight by chance, and are no copies: decoding them to find that out was most of a search for titles. */
export function createTitleSketches(epoch: Epoch, { synonym, leastSpelling, weightPower }: TitlePolicy): TitleSketches {
  let starts = new Uint32Array(64)
  let sizes = new Uint8Array(64)
  let words = new Int32Array(512)
  let weights = new Uint8Array(512)
  let used = 0
  // The newcomer's words, and how far each is covered.
  let own = new Int32Array(64)
  let ownWeights = new Uint8Array(64)
  let ownCover = new Float64Array(64)
  let ownSize = 0

  const weightsOf = ({ title, language }: Titled): number[] => {
    const idf = backgroundIdf(epoch, backgroundOf({ language, title }))
    return Array.from(title.terms, (term) => Math.round(WEIGHT_ONE * wordWeight(idf(term), weightPower)))
  }
  const isKnown = ({ title }: Titled, rounded: readonly number[]): boolean =>
    title.letters === null &&
    title.words.length < UNKNOWN &&
    title.words.length === rounded.length &&
    rounded.every((weight) => weight >= LIGHTEST && weight <= HEAVIEST)
  /** The most that one word can cover of the other. */
  const mostCovered = (x: number, y: number): number => {
    if (x === y) return 1
    const [lengthOfX, lengthOfY] = [x >>> LENGTH_SHIFT, y >>> LENGTH_SHIFT]
    if (lengthOfX === 0 || lengthOfY === 0) return 0
    if (lengthOfX === LONG || lengthOfY === LONG) return 1
    const most = mostSpelling(lengthOfX, lengthOfY, x & LETTERS, y & LETTERS, ((x ^ y) & FIRST) === 0 ? PREFIX : 0)
    if (most >= leastSpelling) return most
    return (x & y & HAS_SYNONYMS) === 0 ? 0 : synonym
  }
  return {
    add: (slot, print) => {
      starts = ensureCapacity(starts, slot + 1)
      sizes = ensureCapacity(sizes, slot + 1)
      const rounded = weightsOf(print)
      sizes[slot] = UNKNOWN
      if (!isKnown(print, rounded)) return
      const size = rounded.length
      words = ensureCapacity(words, used + size)
      weights = ensureCapacity(weights, used + size)
      starts[slot] = used
      sizes[slot] = size
      for (let at = 0; at < size; at++) {
        words[used] = sketchOf(print.title.words[at]!)
        weights[used++] = rounded[at]!
      }
    },
    begin: (newcomer) => {
      const rounded = weightsOf(newcomer)
      ownSize = isKnown({ ...newcomer, title: { ...newcomer.title, letters: null } }, rounded)
        ? rounded.length
        : UNKNOWN
      if (ownSize === UNKNOWN) return
      own = ensureCapacity(own, ownSize)
      ownWeights = ensureCapacity(ownWeights, ownSize)
      ownCover = ensureCapacity(ownCover, ownSize)
      for (let at = 0; at < ownSize; at++) {
        own[at] = sketchOf(newcomer.title.words[at]!)
        ownWeights[at] = rounded[at]!
      }
    },
    mostAlike: (slot) => {
      const size = sizes[slot]!
      if (size === UNKNOWN || ownSize === UNKNOWN) return Number.POSITIVE_INFINITY
      const start = starts[slot]!
      ownCover.fill(0, 0, ownSize)
      let [covered, all] = [0, 0]
      for (let j = start; j < start + size; j++) {
        let cover = 0
        for (let i = 0; i < ownSize; i++) {
          const most = mostCovered(own[i]!, words[j]!)
          if (most > cover) cover = most
          if (most > ownCover[i]!) ownCover[i] = most
        }
        covered += cover * weights[j]!
        all += weights[j]!
      }
      let [ownCovered, ownAll] = [0, 0]
      for (let i = 0; i < ownSize; i++) {
        ownCovered += ownCover[i]! * ownWeights[i]!
        ownAll += ownWeights[i]!
      }
      if (all === 0 || ownAll === 0) return SLACK
      return (covered / all + ownCovered / ownAll) / 2 + SLACK
    },
    bytes: () => 5 * starts.length + 5 * words.length,
  }
}

/** The sketch of a word; of two different words it may be the same. */
function sketchOf(word: string): number {
  if (isDigit(word.codePointAt(0))) return fnv1a32(word) & LETTERS
  let length = 0
  let letters = 0
  for (let at = 0; at < word.length; at++) {
    const code = word.codePointAt(at)!
    if (code > 0xffff) at++
    length++
    letters |= 1 << ((code & LETTER_BITS) % KINDS)
  }
  const first = ((word.codePointAt(0) ?? 0) & LETTER_BITS) << KINDS
  return (Math.min(LONG, length) << LENGTH_SHIFT) | first | letters | (hasSynonyms(word) ? HAS_SYNONYMS : 0)
}
