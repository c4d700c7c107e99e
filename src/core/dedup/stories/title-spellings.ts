import { codePoints } from '../../similar/code-points.ts'
import type { TitlePolicy } from '../../similar/policies.ts'
import { isDigit, letterBits, mostSpelling } from '../../similar/soft-idf.ts'
import { hasSynonyms } from '../../similar/synonyms.ts'
import { uintAt } from '../containers/bytes.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { backgroundIdf, type Epoch } from '../epoch/epoch.ts'
import { locateTitle, titleLocation } from '../print/read-in-place.ts'
import { wordWeight } from '../titles.ts'
import type { PackedPrints } from './packed-prints.ts'

/** What the words of titles are spelt with. */
export interface TitleSpellings {
  /** An upper bound of the soft IDF of two titles. */
  readonly mostAlike: (a: number, b: number) => number
}

/** Bits of a word: it begins with a digit, it has synonyms. */
const IS_NUMBER = 1
const HAS_SYNONYMS = 2
/** Jaro–Winkler counts so many first letters. */
const PREFIX = 4

/** Words are compared by lengths and bit sets of letters, read on first use into columns: nearly all titles that share a third of their weight are no copies, and are not prepared. */
export function createTitleSpellings(
  epoch: Epoch,
  packed: Pick<PackedPrints, 'headAt' | 'titleTextsAt' | 'languageAt'>,
  { leastSpelling, synonym, weightPower }: TitlePolicy,
): TitleSpellings {
  let isRead = new Uint8Array(64)
  let starts = new Uint32Array(64)
  let sizes = new Uint16Array(64)
  let weights = new Float64Array(512)
  let lengths = new Uint16Array(512)
  let letters = new Int32Array(512)
  // The last eight bits of each of the first letters.
  let prefixes = new Int32Array(512)
  let bits = new Uint8Array(512)
  let used = 0
  const location = titleLocation()

  const read = (node: number): void => {
    isRead = ensureCapacity(isRead, node + 1)
    starts = ensureCapacity(starts, node + 1)
    sizes = ensureCapacity(sizes, node + 1)
    const texts = packed.titleTextsAt(node)
    const words = texts.words === '' ? [] : texts.words.split(' ')
    const bytes = packed.headAt(node)
    locateTitle(bytes, location)
    const end = used + words.length
    weights = ensureCapacity(weights, end)
    lengths = ensureCapacity(lengths, end)
    letters = ensureCapacity(letters, end)
    prefixes = ensureCapacity(prefixes, end)
    bits = ensureCapacity(bits, end)
    const idf = backgroundIdf(epoch, packed.languageAt(node))
    isRead[node] = 1
    starts[node] = used
    sizes[node] = words.length
    for (let nth = 0; nth < words.length; nth++, used++) {
      const codes = codePoints(words[nth]!)
      weights[used] = wordWeight(idf(uintAt(bytes, location.terms + 4 * nth)), weightPower)
      lengths[used] = codes.length
      letters[used] = letterBits(codes)
      prefixes[used] = prefixOf(codes)
      bits[used] = (isDigit(codes[0]) ? IS_NUMBER : 0) | (hasSynonyms(words[nth]!) ? HAS_SYNONYMS : 0)
    }
  }
  /** The most that one word can cover of the other. */
  const mostCovered = (i: number, j: number): number => {
    const isOneSpelling = lengths[i] === lengths[j] && letters[i] === letters[j] && prefixes[i] === prefixes[j]
    if (isOneSpelling) return 1
    if (((bits[i]! | bits[j]!) & IS_NUMBER) !== 0) return 0
    const most = mostSpelling(
      lengths[i]!,
      lengths[j]!,
      letters[i]!,
      letters[j]!,
      equalBytes(prefixes[i]!, prefixes[j]!),
    )
    if (most >= leastSpelling) return 1
    return (bits[i]! & bits[j]! & HAS_SYNONYMS) === 0 ? 0 : synonym
  }
  /** The most that one title can cover of the other; summed in the order of soft IDF, so that rounding keeps it an upper bound. */
  const mostShare = (a: number, b: number): number => {
    const [end, otherEnd] = [starts[a]! + sizes[a]!, starts[b]! + sizes[b]!]
    let [covered, all] = [0, 0]
    for (let i = starts[a]!; i < end; i++) {
      let most = 0
      for (let j = starts[b]!; j < otherEnd && most < 1; j++) most = Math.max(most, mostCovered(i, j))
      covered += most * weights[i]!
      all += weights[i]!
    }
    return all === 0 ? 0 : covered / all
  }
  return {
    mostAlike: (a, b) => {
      if (isRead[a] !== 1) read(a)
      if (isRead[b] !== 1) read(b)
      return (mostShare(a, b) + mostShare(b, a)) / 2
    },
  }
}

function prefixOf(codes: Uint32Array): number {
  let prefix = 0
  for (let at = 0; at < PREFIX && at < codes.length; at++) prefix |= (codes[at]! & 0xff) << (8 * at)
  return prefix
}

/** How many of four bytes are equal, from the lowest on. */
function equalBytes(x: number, y: number): number {
  return x === y ? PREFIX : (31 - Math.clz32((x ^ y) & -(x ^ y))) >> 3
}
