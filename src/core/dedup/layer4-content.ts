import type { Match } from '../domain/match.ts'
import type { Print, PrintBody } from '../domain/print.ts'
import { jaccardSorted } from '../similar/jaccard.ts'
import { bandKeys, minhash } from '../similar/minhash.ts'
import { hamming } from '../similar/simhash.ts'
import type { ContentRule } from './policies.ts'
import { type Compare, matchOf } from './rules.ts'

/*
 * Must never join two articles for the frame their feed puts around every text, nor two texts too short to tell a copy
 * from a habit. Must never part two copies because one gained a sentence: SimHash may confirm, but never rejects.
 */

/** Compares bodies by the policy's measure; no body on a side is neither match nor mismatch. */
export const contentMatch: Compare = (newcomer, existing, { policy }) => {
  const [own, other] = [newcomer.body, existing.body]
  if (own === null || other === null) return null
  switch (policy.content?.measure) {
    case 'shingles':
      return shinglesMatch(own, other, existing, policy.content)
    case 'fingerprints':
      return fingerprintMatch(own, other, existing, policy.content)
    case undefined:
      return null
  }
}

type RuleOf<M extends ContentRule['measure']> = Extract<ContentRule, { readonly measure: M }>

function shinglesMatch(own: PrintBody, other: PrintBody, existing: Print, rule: RuleOf<'shingles'>): Match | null {
  const { leastWords, same } = rule.thresholds
  if (Math.min(own.length, other.length) < leastWords) return null
  const value = jaccardSorted(own.shingles, other.shingles)
  if (value < same) return null
  return matchOf('content', existing, { measure: 'shingles', value, threshold: same, relation: 'same' })
}

/** SimHash first, which is cheapest; then MinHash, whose bands may miss a pair, as its document accepts; then sentences. */
function fingerprintMatch(
  own: PrintBody,
  other: PrintBody,
  existing: Print,
  rule: RuleOf<'fingerprints'>,
): Match | null {
  const found = (measure: 'simhash' | 'minhash' | 'sentences', value: number, threshold: number) =>
    matchOf('content', existing, { measure, value, threshold, relation: 'same' })
  const bits = hamming(own.simhash, other.simhash)
  if (bits <= rule.bits) return found('simhash', bits, rule.bits)
  const alike = jaccardSorted(own.shingles, other.shingles)
  if (alike >= rule.jaccard && sharesBand(own, other, rule)) return found('minhash', alike, rule.jaccard)
  const common = sharedSentences(own.sentences, other.sentences)
  return common >= rule.sentences ? found('sentences', common, rule.sentences) : null
}

function sharesBand(a: PrintBody, b: PrintBody, shape: RuleOf<'fingerprints'>): boolean {
  const size = shape.bands * shape.rows
  const keys = new Set(bandKeys(minhash(a.shingles, size), shape))
  return bandKeys(minhash(b.shingles, size), shape).some((key) => keys.has(key))
}

function sharedSentences(a: Uint32Array, b: Uint32Array): number {
  const others = new Set(b)
  return new Set(a.filter((sentence) => others.has(sentence))).size
}
