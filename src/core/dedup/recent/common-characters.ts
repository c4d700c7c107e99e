/** A text prepared for counting common characters: for each character a bit set of the positions it occurs at. */
export interface Needle {
  readonly length: number
  readonly positions: ReadonlyMap<number, Int32Array>
  /** The same for ASCII, without a lookup in the map. */
  readonly ascii: readonly (Int32Array | undefined)[]
  readonly free: Int32Array
  readonly text: string
  /** The common characters found, in the order of the other text. */
  readonly common: Uint16Array
}

/** Prepares a text without surrogates. */
export function needleOf(text: string): Needle {
  const words = Math.ceil(text.length / 32)
  const positions = new Map<number, Int32Array>()
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const bits = positions.get(unit) ?? new Int32Array(words)
    positions.set(unit, bits)
    bits[at >> 5]! |= 1 << (at & 31)
  }
  const ascii = Array.from({ length: 128 }, (_, unit) => positions.get(unit))
  return {
    length: text.length,
    positions,
    ascii,
    free: new Int32Array(words),
    text,
    common: new Uint16Array(text.length),
  }
}

/**
 * The common characters of Jaro's greedy matching, by bit-parallel search over 32 positions at a time. Stops, with a number
 * below `least`, as soon as `least` is out of reach.
 */
export function commonCharacters(text: Uint16Array, needle: Needle, least: number): number {
  const { length, free, ascii, positions } = needle
  const found = needle.common
  const reach = Math.max(0, (Math.max(text.length, length) >> 1) - 1)
  free.fill(-1)
  let common = 0
  for (let at = 0; at < text.length; at++) {
    if (common + text.length - at < least) return common
    const unit = text[at]!
    const bits = unit < 128 ? ascii[unit] : positions.get(unit)
    if (bits !== undefined && takeFirst(bits, free, Math.max(0, at - reach), Math.min(length, at + reach + 1)))
      found[common++] = unit
  }
  return common
}

/** Jaro similarity, given what `commonCharacters` has just found: half of the characters out of order are transpositions. */
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

/** Takes the first free position from `from` up to `to`, if there is one. */
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
