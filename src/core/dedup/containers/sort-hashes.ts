/** Up to this length insertion sort is faster. */
const FEW = 24
/** More values than this in one bucket mean that the hashes are not evenly spread. */
const MOST_PER_BUCKET = 64

let ends = new Uint32Array(1024)
let sorted = new Uint32Array(1024)

/**
 * Sorts the first `length` values in place, ascending: bucket sort by leading bits, then insertion sort. Hashes are spread
 * evenly, so a bucket holds about one. Values that are not spread evenly are left to the platform's sort.
 */
export function sortHashes(hashes: Uint32Array, length = hashes.length): void {
  if (length <= FEW) {
    insertionSort(hashes, length)
    return
  }
  const bits = 32 - Math.clz32(length)
  if (ends.length < 1 << bits) {
    ends = new Uint32Array(1 << bits)
    sorted = new Uint32Array(1 << bits)
  }
  ends.fill(0, 0, 1 << bits)
  const shift = 32 - bits
  let most = 0
  for (let at = 0; at < length; at++) {
    const count = ++ends[hashes[at]! >>> shift]!
    if (count > most) most = count
  }
  if (most > MOST_PER_BUCKET) {
    hashes.subarray(0, length).sort()
    return
  }
  for (let bucket = 1; bucket < 1 << bits; bucket++) ends[bucket]! += ends[bucket - 1]!
  for (let at = length - 1; at >= 0; at--) sorted[--ends[hashes[at]! >>> shift]!] = hashes[at]!
  insertionSort(sorted, length)
  for (let at = 0; at < length; at++) hashes[at] = sorted[at]!
}

function insertionSort(values: Uint32Array, length: number): void {
  for (let at = 1; at < length; at++) {
    const value = values[at]!
    let target = at
    while (target > 0 && values[target - 1]! > value) {
      values[target] = values[target - 1]!
      target--
    }
    values[target] = value
  }
}
