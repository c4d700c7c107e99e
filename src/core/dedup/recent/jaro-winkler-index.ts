import { ensureCapacity } from '../containers/growing-column.ts'
import { plainTitle } from '../titles.ts'
import type { CandidateIndex } from './candidate-index.ts'
import { commonCharacters, jaroOf, needleOf } from './common-characters.ts'

/** Characters are counted in so many buckets, one for each bit of a number; two characters in one bucket only make the bound weaker, never wrong. */
const BUCKETS = 32
/**
 * A bucket counts up to so many characters: few titles have more of one letter. What is above is not counted, which makes the bound
 * weaker, never wrong. A multiple of three, which is what `bitsOfThree` takes.
 */
const LEVELS = 12
/** Longer titles, and those with characters of two units, are compared without the bounds. */
const LONGEST = 255
const ANY_LENGTH = 0xffff
/** Winkler's bonus is given above this Jaro. */
const BONUS_ABOVE = 0.7

/**
 * Linear scan with upper bounds of Jaro–Winkler, the cheapest first: length and common prefix, then character counts, then the
 * exact number of common characters and transpositions. No title that reaches the threshold is missed.
 */
export function createJaroWinklerIndex(threshold: number): CandidateIndex {
  let lengths = new Uint16Array(64)
  let heads = new Uint16Array(4 * 64)
  let bags = new Int32Array(LEVELS * 64)
  let starts = new Uint32Array(64)
  let units = new Uint16Array(4096)
  let slots = new Int32Array(64)
  let used = 0
  let size = 0
  const keep = (text: string): void => {
    units = ensureCapacity(units, used + text.length)
    starts[size] = used
    lengths[size] = isPlain(text) ? text.length : ANY_LENGTH
    for (let at = 0; at < text.length; at++) units[used++] = text.charCodeAt(at)
    for (let at = 0; at < Math.min(4, text.length); at++) heads[4 * size + at] = text.charCodeAt(at)
    if (lengths[size] !== ANY_LENGTH) bags.set(bagOf(text), LEVELS * size)
  }
  return {
    add: (slot, print) => {
      lengths = ensureCapacity(lengths, size + 1)
      starts = ensureCapacity(starts, size + 1)
      slots = ensureCapacity(slots, size + 1)
      heads = ensureCapacity(heads, 4 * (size + 1))
      bags = ensureCapacity(bags, LEVELS * (size + 1))
      keep(plainTitle(print.title.raw))
      slots[size++] = slot
    },
    each: (newcomer, _isOpen, visit) => {
      const text = plainTitle(newcomer.title.raw)
      if (!isPlain(text)) {
        for (let at = 0; at < size; at++) visit(slots[at]!)
        return
      }
      const bag = bagOf(text)
      const head = Uint16Array.from({ length: 4 }, (_, at) => text.charCodeAt(at) || 0)
      const needed = neededCommon(text.length, threshold)
      const needle = needleOf(text)
      for (let at = 0; at < size; at++) {
        const length = lengths[at]!
        if (length === ANY_LENGTH) {
          visit(slots[at]!)
          continue
        }
        const prefix = commonPrefix(head, heads, 4 * at)
        const least = needed[prefix * (LONGEST + 1) + length]!
        if (least > Math.min(length, text.length)) continue
        const spare = length + text.length - 2 * least
        if (bagDistance(bag, bags, LEVELS * at) > spare) continue
        const stored = units.subarray(starts[at]!, starts[at]! + length)
        const common = commonCharacters(stored, needle, least)
        if (common < least) continue
        const jaro = jaroOf(length, needle, common)
        const lifted = jaro > BONUS_ABOVE ? jaro + 0.1 * prefix * (1 - jaro) : jaro
        if (lifted >= threshold - 1e-9) visit(slots[at]!)
      }
    },
    bytes: () => 2 * (lengths.length + heads.length + units.length) + 4 * (bags.length + starts.length + slots.length),
  }
}

function isPlain(text: string): boolean {
  return text.length <= LONGEST && !/[\ud800-\udfff]/.test(text)
}

/** How often each bucket's characters occur, in unary: bit `b` of number `n` is set when bucket `b` has more than `n` characters. */
function bagOf(text: string): Int32Array {
  const bag = new Int32Array(LEVELS)
  for (let at = 0; at < text.length; at++) {
    const bit = 1 << bucketOf(text.charCodeAt(at))
    let level = 0
    while (level < LEVELS && (bag[level]! & bit) !== 0) level++
    if (level < LEVELS) bag[level]! |= bit
  }
  return bag
}

function bucketOf(unit: number): number {
  if (unit >= 97 && unit <= 122) return unit - 97
  if (unit === 32) return 26
  return unit >= 48 && unit <= 57 ? 27 + (unit % 5) : unit % BUCKETS
}

/** The number of common characters that is needed, by common prefix and by the other's length; more than there are means never. */
function neededCommon(length: number, threshold: number): Uint16Array {
  const needed = new Uint16Array(5 * (LONGEST + 1))
  for (let prefix = 0; prefix <= 4; prefix++) {
    const lifted = (threshold - 0.1 * prefix) / (1 - 0.1 * prefix)
    const jaro = threshold > BONUS_ABOVE ? Math.max(lifted, BONUS_ABOVE) : lifted
    for (let other = 0; other <= LONGEST; other++) {
      const least = (3 * jaro - 1) / (1 / Math.max(1, length) + 1 / Math.max(1, other))
      needed[prefix * (LONGEST + 1) + other] = Math.max(1, Math.ceil(least - 1e-6))
    }
  }
  return needed
}

function commonPrefix(head: Uint16Array, heads: Uint16Array, at: number): number {
  let prefix = 0
  while (prefix < 4 && head[prefix] === heads[at + prefix] && head[prefix] !== 0) prefix++
  return prefix
}

/**
 * At most the sum of the differences of all counts, by the bits in which two bags differ (population count). Each common character
 * lowers that sum by two, so that a large one leaves too few common characters.
 */
function bagDistance(bag: Int32Array, bags: Int32Array, at: number): number {
  let distance = 0
  for (let level = 0; level < LEVELS; level += 3)
    distance += bitsOfThree(
      bag[level]! ^ bags[at + level]!,
      bag[level + 1]! ^ bags[at + level + 1]!,
      bag[level + 2]! ^ bags[at + level + 2]!,
    )
  return distance
}

/** The population count of three numbers: a carry-save adder leaves two to count, one of which counts double. */
function bitsOfThree(a: number, b: number, c: number): number {
  const either = a ^ b
  const ones = bitsByByte(either ^ c)
  const twos = bitsByByte((a & b) | (either & c))
  return Math.imul(ones + 2 * twos, 0x01010101) >>> 24
}

/** The population count of each byte of a number, in that byte. */
function bitsByByte(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (fours + (fours >>> 4)) & 0x0f0f0f0f
}
