/** A text prepared to count the characters others have in common with it: for each character the bits of its places. */
export interface Needle {
  readonly length: number
  readonly places: ReadonlyMap<number, Int32Array>
  /** The same for the first characters of Unicode, which most texts are made of. */
  readonly ascii: readonly (Int32Array | undefined)[]
  readonly free: Int32Array
  readonly text: string
  /** Room for the characters found common, in the order of the other text. */
  readonly common: Uint16Array
}

/** Prepares a text without surrogates. */
export function needleOf(text: string): Needle {
  const words = Math.ceil(text.length / 32)
  const places = new Map<number, Int32Array>()
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const bits = places.get(unit) ?? new Int32Array(words)
    places.set(unit, bits)
    bits[at >> 5]! |= 1 << (at & 31)
  }
  const ascii = Array.from({ length: 128 }, (_, unit) => places.get(unit))
  return { length: text.length, places, ascii, free: new Int32Array(words), text, common: new Uint16Array(text.length) }
}

/**
 * How many characters Jaro calls common, as its greedy walk over `text` finds them: 32 places of the needle at a time
 * instead of one. Gives up, with a number below `least`, as soon as so many cannot be reached.
 */
export function commonCharacters(text: Uint16Array, needle: Needle, least: number): number {
  const { length, free, ascii, places } = needle
  const found = needle.common
  const reach = Math.max(0, (Math.max(text.length, length) >> 1) - 1)
  free.fill(-1)
  let common = 0
  for (let at = 0; at < text.length; at++) {
    if (common + text.length - at < least) return common
    const unit = text[at]!
    const bits = unit < 128 ? ascii[unit] : places.get(unit)
    if (bits !== undefined && takeFirst(bits, free, Math.max(0, at - reach), Math.min(length, at + reach + 1)))
      found[common++] = unit
  }
  return common
}

/** Jaro's likeness, given the count `commonCharacters` has just found: half of those that stand in another order are swaps. */
export function jaroOf(length: number, needle: Needle, common: number): number {
  if (common === 0) return 0
  let swapped = 0
  let next = 0
  for (let word = 0; word < needle.free.length; word++) {
    for (let taken = ~needle.free[word]!; taken !== 0; taken &= taken - 1) {
      const at = 32 * word + 31 - Math.clz32(taken & -taken)
      if (needle.text.charCodeAt(at) !== needle.common[next++]) swapped++
    }
  }
  return (common / length + common / needle.length + (common - Math.floor(swapped / 2)) / common) / 3
}

/** Takes the first free place from `from` up to `to`, if there is one. */
function takeFirst(bits: Int32Array, free: Int32Array, from: number, to: number): boolean {
  if (from >= to) return false
  const last = (to - 1) >> 5
  for (let word = from >> 5; word <= last; word++) {
    let open = bits[word]! & free[word]!
    if (word === from >> 5) open &= -1 << (from & 31)
    if (word === last && (to & 31) !== 0) open &= ~(-1 << (to & 31))
    if (open === 0) continue
    free[word]! &= ~(open & -open)
    return true
  }
  return false
}
