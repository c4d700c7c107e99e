const BITS = 11
const PARTS = 1 << BITS

/** Two columns of one length, a pair in each row. */
export interface Pairs {
  readonly keys: Uint32Array
  readonly values: Int32Array
}

const ends = new Uint32Array(PARTS)

/**
 * Puts pairs in ascending order of their keys; pairs of one key stay in the order they were in. By eleven bits at a time,
 * which no comparing comes near to. The pairs given are room to sort in, and lost.
 */
export function sortPairs(pairs: Pairs): Pairs {
  const { length } = pairs.keys
  let from = pairs
  let to: Pairs = { keys: new Uint32Array(length), values: new Int32Array(length) }
  for (let shift = 0; shift < 32; shift += BITS) {
    ends.fill(0)
    for (let at = 0; at < length; at++) ends[(from.keys[at]! >>> shift) & (PARTS - 1)]!++
    for (let part = 1; part < PARTS; part++) ends[part]! += ends[part - 1]!
    for (let at = length - 1; at >= 0; at--) {
      const place = --ends[(from.keys[at]! >>> shift) & (PARTS - 1)]!
      to.keys[place] = from.keys[at]!
      to.values[place] = from.values[at]!
    }
    const sorted = to
    to = from
    from = sorted
  }
  return from
}
