import type { Print } from '../domain/print.ts'
import { sortHashes } from './containers/sort-hashes.ts'

/** Boilerplate is detected in no fewer bodies than this: they may be versions of one article. */
const LEAST_BODIES = 5
const HALF = 0.5

/**
 * Boilerplate: shingles that more than half of a feed's bodies have (the invitation to subscribe, the line about cookies).
 * It makes different articles of one feed look alike, and copies in two feeds look different.
 */
export function boilerplateOf(bodies: readonly Uint32Array[], share = HALF): ReadonlySet<number> {
  const common = new Set<number>()
  if (bodies.length < LEAST_BODIES) return common
  const all = sortedTogether(bodies)
  let start = 0
  for (let at = 1; at <= all.length; at++) {
    if (all[at] === all[start]) continue
    const count = at - start
    if (count > share * bodies.length && count >= LEAST_BODIES - 1) common.add(all[start]!)
    start = at
  }
  return common
}

/** All hashes of all bodies, sorted. A body has each hash once, so that the length of an equal run is a number of bodies. */
function sortedTogether(bodies: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(bodies.reduce((sum, body) => sum + body.length, 0))
  let at = 0
  for (const body of bodies) {
    all.set(body, at)
    at += body.length
  }
  sortHashes(all)
  return all
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
