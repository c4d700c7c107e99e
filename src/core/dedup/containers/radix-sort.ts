/** Pairs as two columns of one length. */
export interface Pairs {
  readonly keys: Uint32Array
  readonly values: Int32Array
}

const BITS = 11
const PARTS = 1 << BITS
const ends = new Uint32Array(PARTS)

/**
 * LSD radix sort in three passes of eleven bits: pairs in ascending order of their keys, stable. The columns that are passed
 * in are used as working memory and overwritten.
 */
export function sortPairs(pairs: Pairs): Pairs {
  const { length } = pairs.keys
  const other: Pairs = { keys: new Uint32Array(length), values: new Int32Array(length) }
  sortBy(0, pairs, other)
  sortBy(BITS, other, pairs)
  sortBy(2 * BITS, pairs, other)
  return other
}

function sortBy(shift: number, { keys, values }: Pairs, to: Pairs): void {
  const [toKeys, toValues] = [to.keys, to.values]
  ends.fill(0)
  for (let at = 0; at < keys.length; at++) ends[(keys[at]! >>> shift) & (PARTS - 1)]!++
  for (let part = 1; part < PARTS; part++) ends[part]! += ends[part - 1]!
  for (let at = keys.length - 1; at >= 0; at--) {
    const key = keys[at]!
    const target = --ends[(key >>> shift) & (PARTS - 1)]!
    toKeys[target] = key
    toValues[target] = values[at]!
  }
}
