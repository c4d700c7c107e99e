import type { Print } from '../domain/print.ts'
import { sortHashes } from './containers/sort-hashes.ts'

/** Fewer bodies than this say nothing about a feed's habits: they may be versions of one article. */
const LEAST_BODIES = 5

/**
 * Runs of words that more than half of a feed's bodies carry: the invitation to subscribe, the line about cookies. Two
 * articles are no copies of one another for having the same frame, and no strangers for having another.
 */
export function boilerplateOf(bodies: readonly Uint32Array[]): ReadonlySet<number> {
  const common = new Set<number>()
  if (bodies.length < LEAST_BODIES) return common
  const all = sortedTogether(bodies)
  let start = 0
  for (let at = 1; at <= all.length; at++) {
    if (all[at] === all[start]) continue
    const count = at - start
    if (2 * count > bodies.length && count >= LEAST_BODIES - 1) common.add(all[start]!)
    start = at
  }
  return common
}

/** A body has each run once, so equal neighbours are as many bodies. */
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

/** The print without its feed's boilerplate, which it still remembers. */
export function withoutBoilerplate(print: Print, boilerplate: ReadonlySet<number>): Print {
  const { body } = print
  if (body === null || boilerplate.size === 0 || !body.shingles.some((shingle) => boilerplate.has(shingle)))
    return print
  const taken = [...body.boilerplate, ...body.shingles.filter((shingle) => boilerplate.has(shingle))]
  const shingles = body.shingles.filter((shingle) => !boilerplate.has(shingle))
  return { ...print, body: { ...body, shingles, boilerplate: Uint32Array.from(new Set(taken)).sort() } }
}

/** All runs of a body, as they were before anything was taken away. */
export function wholeBody(print: Pick<Print, 'body'>): Uint32Array | null {
  if (print.body === null) return null
  const { shingles, boilerplate } = print.body
  return boilerplate.length === 0 ? shingles : Uint32Array.from([...shingles, ...boilerplate]).sort()
}
