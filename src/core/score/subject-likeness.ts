import type { Subject } from '../similar/subject.ts'
import type { SparseVector } from '../similar/vectors.ts'

/** The weight of a hashed term. */
export type TermWeight = (id: number) => number

/** Sublinear term frequency, 1 + ln tf, for every count. */
const DAMPED = Float64Array.from({ length: 256 }, (_, count) => (count === 0 ? 0 : 1 + Math.log(count)))

/** The products of a profile and an article, before they are scaled by the length of the article's vector. */
let profileWeights = new Float64Array(64)
let weights = new Float64Array(64)

/**
 * Cosine similarity of a profile and an article's TF-IDF vector, without making that vector: a profile has few terms, and only the
 * length of the vector depends on all others. Equal to `likenessTo` of the whole vector to the last bit, as it adds in the same order.
 */
export function subjectLikeness(profile: SparseVector, { ids, counts }: Subject, idf: TermWeight): number {
  if (weights.length < profile.ids.length) {
    profileWeights = new Float64Array(profile.ids.length)
    weights = new Float64Array(profile.ids.length)
  }
  let [next, shared, squares] = [0, 0, 0]
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at]!
    const weight = DAMPED[counts[at]!]! * idf(id)
    squares += weight * weight
    while (next < profile.ids.length && profile.ids[next]! < id) next++
    if (profile.ids[next] !== id) continue
    profileWeights[shared] = profile.weights[next]!
    weights[shared++] = weight
  }
  const length = Math.sqrt(squares)
  let sum = 0
  for (let at = 0; at < shared; at++) sum += profileWeights[at]! * (length > 0 ? weights[at]! / length : weights[at]!)
  return Math.min(1, Math.max(0, sum))
}
