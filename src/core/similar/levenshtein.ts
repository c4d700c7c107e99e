import { codePoints } from './code-points.ts'

/** Levenshtein distance: the fewest insertions, deletions and replacements of characters that turn one text into the other. */
export function levenshtein(a: string, b: string): number {
  if (a === b) return 0
  let [short, long] = [codePoints(a), codePoints(b)]
  if (short.length > long.length) [short, long] = [long, short]
  const [from, shortEnd, longEnd] = differingPart(short, long)
  if (from === shortEnd) return longEnd - from
  return distance(short.subarray(from, shortEnd), long.subarray(from, longEnd))
}

/** One minus the distance over the longer length: 1 for equal texts, 0 for texts that share nothing. */
export function levenshteinRatio(a: string, b: string): number {
  const longest = Math.max(codePoints(a).length, codePoints(b).length)
  return longest === 0 ? 1 : 1 - levenshtein(a, b) / longest
}

function differingPart(short: Uint32Array, long: Uint32Array): [number, number, number] {
  let from = 0
  while (from < short.length && short[from] === long[from]) from++
  let shortEnd = short.length
  let longEnd = long.length
  while (shortEnd > from && short[shortEnd - 1] === long[longEnd - 1]) {
    shortEnd--
    longEnd--
  }
  return [from, shortEnd, longEnd]
}

function distance(short: Uint32Array, long: Uint32Array): number {
  return short.length <= 32 ? distanceOfWord(short, long) : distanceOfBlocks(short, long)
}

/** Myers' bit-parallel algorithm (1999) in Hyyrö's form: a whole column of the table in one machine word. */
function distanceOfWord(short: Uint32Array, long: Uint32Array): number {
  const places = placesOf(short, 0, short.length)
  let positive = -1
  let negative = 0
  let score = short.length
  const last = 1 << (short.length - 1)
  for (const code of long) {
    const equal = places.get(code) ?? 0
    const vertical = equal | negative
    const diagonal = (((equal & positive) + positive) ^ positive) | equal
    let up = negative | ~(diagonal | positive)
    let down = positive & diagonal
    if (up & last) score++
    if (down & last) score--
    up = (up << 1) | 1
    down <<= 1
    positive = down | ~(vertical | up)
    negative = up & vertical
  }
  return score
}

/** The same in blocks of 32 rows; the differences at the lower edge of a block feed the next one. */
function distanceOfBlocks(short: Uint32Array, long: Uint32Array): number {
  const upEdge = new Uint8Array(long.length).fill(1)
  const downEdge = new Uint8Array(long.length)
  for (let start = 0; start < short.length; start += 32) {
    const end = Math.min(start + 32, short.length)
    runBlock(placesOf(short, start, end), end - start, long, { upEdge, downEdge })
  }
  let total = short.length
  for (let at = 0; at < long.length; at++) total += upEdge[at]! - downEdge[at]!
  return total
}

function runBlock(
  places: ReadonlyMap<number, number>,
  rows: number,
  long: Uint32Array,
  { upEdge, downEdge }: { readonly upEdge: Uint8Array; readonly downEdge: Uint8Array },
): void {
  let positive = -1
  let negative = 0
  const shift = rows - 1
  for (let at = 0; at < long.length; at++) {
    const upIn = upEdge[at]!
    const downIn = downEdge[at]!
    let equal = places.get(long[at]!) ?? 0
    const vertical = equal | negative
    equal |= downIn
    const diagonal = (((equal & positive) + positive) ^ positive) | equal
    let up = negative | ~(diagonal | positive)
    let down = positive & diagonal
    upEdge[at] = (up >>> shift) & 1
    downEdge[at] = (down >>> shift) & 1
    up = (up << 1) | upIn
    down = (down << 1) | downIn
    positive = down | ~(vertical | up)
    negative = up & vertical
  }
}

function placesOf(codes: Uint32Array, start: number, end: number): Map<number, number> {
  const places = new Map<number, number>()
  for (let at = start; at < end; at++) places.set(codes[at]!, (places.get(codes[at]!) ?? 0) | (1 << (at - start)))
  return places
}
