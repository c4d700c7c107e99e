import { dot, type SparseVector } from './vectors.ts'

/** Rounding must not lose a pair that lies on the edge. */
const SLACK = 1e-9

/**
 * For each unit vector the others within a cosine distance, exactly, without comparing all pairs. Of each vector only the
 * rare terms are indexed: what is left out is shorter than the needed cosine, so a pair that meets nowhere else cannot reach it.
 */
export function withinDistance(vectors: readonly SparseVector[], distance: number): number[][] {
  if (!(distance < 1)) throw new RangeError(`a cosine distance must be below 1 to mean anything, got ${distance}`)
  const rarity = termFrequencies(vectors)
  const postings = new Map<number, number[]>()
  const seen = new Int32Array(vectors.length).fill(-1)
  const near: number[][] = vectors.map(() => [])
  vectors.forEach((vector, node) => {
    for (const term of vector.ids) {
      for (const other of postings.get(term) ?? []) {
        if (seen[other] === node) continue
        seen[other] = node
        if (1 - dot(vector, vectors[other]!) > distance) continue
        near[node]!.push(other)
        near[other]!.push(node)
      }
    }
    for (const term of rareTerms(vector, rarity, 1 - distance - SLACK)) {
      const list = postings.get(term)
      if (list === undefined) postings.set(term, [node])
      else list.push(node)
    }
  })
  return near
}

function termFrequencies(vectors: readonly SparseVector[]): Map<number, number> {
  const frequencies = new Map<number, number>()
  for (const { ids } of vectors) for (const id of ids) frequencies.set(id, (frequencies.get(id) ?? 0) + 1)
  return frequencies
}

/** The terms that remain after leaving out the commonest ones while their length stays below the needed cosine. */
function rareTerms({ ids, weights }: SparseVector, frequencies: ReadonlyMap<number, number>, needed: number): number[] {
  const places = Array.from(ids.keys()).sort(
    (a, b) => frequencies.get(ids[b]!)! - frequencies.get(ids[a]!)! || ids[a]! - ids[b]!,
  )
  let squares = 0
  let left = 0
  for (const at of places) {
    squares += weights[at]! * weights[at]!
    if (Math.sqrt(squares) >= needed) break
    left++
  }
  return places.slice(left).map((at) => ids[at]!)
}
