import type { Print } from '../domain/print.ts'

/** Boilerplate is detected in no fewer bodies than this: they may be versions of one article. */
const LEAST_BODIES = 5
const HALF = 0.5

/**
 * Boilerplate: shingles that more than half of a feed's bodies have (the invitation to subscribe, the line about cookies).
 * It makes different articles of one feed look alike, and copies in two feeds look different. Bodies are ascending lists of distinct hashes.
 */
export function boilerplateOf(bodies: readonly Uint32Array[], share = HALF): ReadonlySet<number> {
  const common = new Set<number>()
  if (bodies.length < LEAST_BODIES) return common
  const needed = Math.max(LEAST_BODIES - 1, Math.floor(share * bodies.length) + 1)
  const candidates = sharedWithinGroups(bodies, bodies.length - needed + 1)
  const counts = new Uint32Array(candidates.length)
  for (const body of bodies) countIn(body, candidates, counts)
  for (let at = 0; at < candidates.length; at++) if (counts[at]! >= needed) common.add(candidates[at]!)
  return common
}

/**
 * The hashes that all bodies of at least one of so many groups have, ascending. By the pigeonhole principle a hash that fewer bodies lack
 * than there are groups is among them, and hardly any other. The groups share out all bodies: one that has a single body adds all
 * hashes of that body.
 */
function sharedWithinGroups(bodies: readonly Uint32Array[], groups: number): Uint32Array {
  const found = new Set<number>()
  for (let group = 0; group < groups; group++) {
    const from = Math.floor((group * bodies.length) / groups)
    const end = Math.floor(((group + 1) * bodies.length) / groups)
    let shared = bodies[from]!
    for (let at = from + 1; at < end; at++) shared = intersectionOf(shared, bodies[at]!)
    for (let at = 0; at < shared.length; at++) found.add(shared[at]!)
  }
  return Uint32Array.from(found).sort()
}

/** A bit set of the last bits of hashes, empty between two uses. */
const marks = new Uint8Array(1 << 12)

/** Tests the members of one list by their last bits first: few pass, where a merge would take a branch that cannot be predicted for each. */
function intersectionOf(a: Uint32Array, b: Uint32Array): Uint32Array {
  const last = marks.length - 1
  const shared: number[] = []
  for (let at = 0; at < a.length; at++) marks[a[at]! & last] = 1
  for (let at = 0; at < b.length; at++) if (marks[b[at]! & last] === 1 && has(a, b[at]!)) shared.push(b[at]!)
  for (let at = 0; at < a.length; at++) marks[a[at]! & last] = 0
  return Uint32Array.from(shared)
}

/** Binary search in an ascending list. */
function has(list: Uint32Array, hash: number): boolean {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle]! < hash) low = middle + 1
    else high = middle
  }
  return low < list.length && list[low] === hash
}

/** Adds one to the count of each candidate that a body has. */
function countIn(body: Uint32Array, candidates: Uint32Array, counts: Uint32Array): void {
  for (let i = 0, j = 0; i < body.length && j < candidates.length; ) {
    const x = body[i]!
    const y = candidates[j]!
    if (x === y) counts[j]!++
    if (x <= y) i++
    if (y <= x) j++
  }
}

/** Moves a feed's boilerplate from the shingles of a print to its `boilerplate`. */
export function withoutBoilerplate(print: Print, boilerplate: ReadonlySet<number>): Print {
  const { body } = print
  if (body === null || boilerplate.size === 0 || !body.shingles.some((shingle) => boilerplate.has(shingle)))
    return print
  const taken = [...body.boilerplate, ...body.shingles.filter((shingle) => boilerplate.has(shingle))]
  const shingles = body.shingles.filter((shingle) => !boilerplate.has(shingle))
  return { ...print, body: { ...body, shingles, boilerplate: Uint32Array.from(new Set(taken)).sort() } }
}

/** All shingles of a body, boilerplate included. */
export function wholeBody(print: Pick<Print, 'body'>): Uint32Array | null {
  if (print.body === null) return null
  const { shingles, boilerplate } = print.body
  return boilerplate.length === 0 ? shingles : Uint32Array.from([...shingles, ...boilerplate]).sort()
}
