/** Few are sorted faster by moving each to its place. */
const FEW = 24
/** As many with the same leading bits are no hashes any more. */
const MOST_ALIKE = 64

let ends = new Uint32Array(1024)
let sorted = new Uint32Array(1024)

/**
 * Puts the first hashes in ascending order. They are spread evenly, so the leading bits tell each about its place, and only neighbours
 * are left to compare.
 */
export function sortHashes(hashes: Uint32Array, length = hashes.length): void {
  if (length <= FEW) {
    moveIntoPlace(hashes, length)
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
    const alike = ++ends[hashes[at]! >>> shift]!
    if (alike > most) most = alike
  }
  if (most > MOST_ALIKE) {
    hashes.subarray(0, length).sort()
    return
  }
  for (let lead = 1; lead < 1 << bits; lead++) ends[lead]! += ends[lead - 1]!
  for (let at = length - 1; at >= 0; at--) sorted[--ends[hashes[at]! >>> shift]!] = hashes[at]!
  moveIntoPlace(sorted, length)
  for (let at = 0; at < length; at++) hashes[at] = sorted[at]!
}

function moveIntoPlace(values: Uint32Array, length: number): void {
  for (let at = 1; at < length; at++) {
    const value = values[at]!
    let place = at
    while (place > 0 && values[place - 1]! > value) {
      values[place] = values[place - 1]!
      place--
    }
    values[place] = value
  }
}
