/** A sparse vector: term numbers in ascending order, and their weights. */
export type SparseVector = { readonly ids: Uint32Array; readonly weights: Float64Array }

/** Gives each term a number, the same for the same term as long as the vocabulary lives. */
export type Vocabulary = { readonly numberOf: (term: string) => number; readonly size: () => number }

/** An empty vocabulary; terms are numbered in the order of first use, so no result may depend on that order. */
export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>()
  const numberOf = (term: string): number => {
    const known = numbers.get(term)
    if (known !== undefined) return known
    numbers.set(term, numbers.size)
    return numbers.size - 1
  }
  return { numberOf, size: () => numbers.size }
}

/** A vector from term numbers and weights in any order, scaled to length one; an empty one stays empty. */
export function unitVector(entries: readonly (readonly [number, number])[]): SparseVector {
  const sorted = entries.filter(([, weight]) => weight !== 0).sort((a, b) => a[0] - b[0])
  const ids = Uint32Array.from(sorted, ([id]) => id)
  const weights = Float64Array.from(sorted, ([, weight]) => weight)
  let squares = 0
  for (const weight of weights) squares += weight * weight
  const length = Math.sqrt(squares)
  if (length > 0) for (let at = 0; at < weights.length; at++) weights[at]! /= length
  return { ids, weights }
}

/** The dot product, which for unit vectors is the cosine. */
export function dot(a: SparseVector, b: SparseVector): number {
  let sum = 0
  let i = 0
  let j = 0
  while (i < a.ids.length && j < b.ids.length) {
    const x = a.ids[i]!
    const y = b.ids[j]!
    if (x === y) sum += a.weights[i++]! * b.weights[j++]!
    else if (x < y) i++
    else j++
  }
  return sum
}

/** The centroid of a cluster: the sum of its vectors, scaled to length one. */
export function centroid(vectors: readonly SparseVector[]): SparseVector {
  const sums = new Map<number, number>()
  for (const { ids, weights } of vectors) {
    for (let at = 0; at < ids.length; at++) sums.set(ids[at]!, (sums.get(ids[at]!) ?? 0) + weights[at]!)
  }
  return unitVector([...sums])
}
