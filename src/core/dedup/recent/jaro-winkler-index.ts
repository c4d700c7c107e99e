import { ensureCapacity } from '../containers/growing-column.ts'
import { plainTitle } from '../titles.ts'
import type { CandidateIndex } from './candidate-index.ts'
import { commonCharacters, jaroOf, needleOf } from './common-characters.ts'

/** Characters are counted in so many buckets; two characters in one bucket only make the bound weaker, never wrong. */
const BAGS = 32
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
  let bags = new Uint8Array(BAGS * 64)
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
    if (lengths[size] !== ANY_LENGTH) fillBag(text, bags.subarray(BAGS * size, BAGS * (size + 1)))
  }
  return {
    add: (slot, print) => {
      lengths = ensureCapacity(lengths, size + 1)
      starts = ensureCapacity(starts, size + 1)
      slots = ensureCapacity(slots, size + 1)
      heads = ensureCapacity(heads, 4 * (size + 1))
      bags = ensureCapacity(bags, BAGS * (size + 1))
      keep(plainTitle(print.title.raw))
      slots[size++] = slot
    },
    each: (newcomer, _isOpen, visit) => {
      const text = plainTitle(newcomer.title.raw)
      if (!isPlain(text)) {
        for (let at = 0; at < size; at++) visit(slots[at]!)
        return
      }
      const bag = fillBag(text, new Uint8Array(BAGS))
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
        if (isFurther(bag, bags, BAGS * at, spare)) continue
        const stored = units.subarray(starts[at]!, starts[at]! + length)
        const common = commonCharacters(stored, needle, least)
        if (common < least) continue
        const jaro = jaroOf(length, needle, common)
        const lifted = jaro > BONUS_ABOVE ? jaro + 0.1 * prefix * (1 - jaro) : jaro
        if (lifted >= threshold - 1e-9) visit(slots[at]!)
      }
    },
    bytes: () => 2 * (lengths.length + heads.length + units.length) + bags.length + 4 * (starts.length + slots.length),
  }
}

function isPlain(text: string): boolean {
  return text.length <= LONGEST && !/[\ud800-\udfff]/.test(text)
}

function fillBag(text: string, bag: Uint8Array): Uint8Array {
  for (let at = 0; at < text.length; at++) bag[bagOf(text.charCodeAt(at))]!++
  return bag
}

function bagOf(unit: number): number {
  if (unit >= 97 && unit <= 122) return unit - 97
  if (unit === 32) return 26
  return unit >= 48 && unit <= 57 ? 27 + (unit % 5) : unit % BAGS
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

/** Each common character lowers the distance of the counts by two; above `spare` too few can be common. */
function isFurther(bag: Uint8Array, bags: Uint8Array, at: number, spare: number): boolean {
  let distance = 0
  for (let part = 0; part < BAGS; part += 8) {
    for (let i = part; i < part + 8; i++) {
      const apart = bag[i]! - bags[at + i]!
      distance += apart < 0 ? -apart : apart
    }
    if (distance > spare) return true
  }
  return false
}
