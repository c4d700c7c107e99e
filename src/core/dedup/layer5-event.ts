import type { Match } from '../domain/match.ts'
import type { Print } from '../domain/print.ts'
import { compareEvents } from '../similar/event-rule.ts'
import { jaccardSorted } from '../similar/jaccard.ts'
import type { SparseVector } from '../similar/vectors.ts'
import { GRAINS, grainsOf, sharedWeight, type WeighedTerms } from './candidate-index.ts'
import { type Epoch, eventVectorOf, type MeasuredVector } from './epoch.ts'
import type { IndexedPart } from './indexed-part.ts'
import { createMemos } from './memo.ts'
import type { EventRule } from './policies.ts'
import { type Compare, isOneSource, isWithinHours, matchOf, type Rules } from './rules.ts'
import { numbersDiffer } from './titles.ts'

/*
 * Must never join two look-alike events for a name everybody mentions, nor two articles weeks apart, nor bare headlines,
 * which are the title layer's. Must never join two posts of one newsroom whose titles carry different numbers.
 */

/** Compares what two articles are about by the policy's measure. */
export const eventMatch: Compare = (newcomer, standing, rules) => {
  const rule = rules.policy.event
  switch (rule?.measure) {
    case 'cosine':
      return cosineMatch(newcomer, standing, rule, rules)
    case 'entities':
      return entityMatch(newcomer, standing, rule)
    case undefined:
      return null
  }
}

type RuleOf<M extends EventRule['measure']> = Extract<EventRule, { readonly measure: M }>

/** The rule that compares what openings say. */
export type CosineRule = RuleOf<'cosine'>

function cosineMatch(newcomer: Print, standing: Print, rule: CosineRule, { epoch, policy }: Rules): Match | null {
  if (newcomer.terms.bodyTerms === 0 || standing.terms.bodyTerms === 0) return null
  const { thresholds, leastShared } = rule
  const apart =
    newcomer.published === null || standing.published === null ? null : newcomer.published - standing.published
  if (apart !== null && Math.abs(apart) > reachMs(rule)) return null
  const [own, other] = [heavyVector(newcomer, epoch, rule), heavyVector(standing, epoch, rule)]
  if (sharedWeight(own.heavy, other.heavy) < leastShared * GRAINS) return null
  const { relation, value, threshold } = compareEvents(own.vector, other.vector, apart, thresholds)
  if (relation === null) return null
  const wantsNumbers = policy.title?.measure === 'soft-idf' && policy.title.numberVeto
  const veto =
    wantsNumbers && isOneSource(newcomer, standing) && numbersDiffer(newcomer.title, standing.title) ? 'numbers' : null
  return matchOf('event', standing, { measure: 'cosine', value, threshold, relation: 'linked', veto })
}

/** Further apart in time not even two equal texts reach the threshold. */
export function reachMs({ thresholds }: CosineRule): number {
  return thresholds.fadeHours * 3_600_000 * Math.log(1 / thresholds.link)
}

interface HeavyVector {
  readonly vector: MeasuredVector
  /** With the squares of their weights: no cosine exceeds the root of what is shared of them. */
  readonly heavy: WeighedTerms
}

/** Newcomers are asked for theirs several times over, and those who stand near by one newcomer after the other. */
const AT_HAND = 1024
const vectors = createMemos<Epoch, VectorPart, HeavyVector>(AT_HAND)

type VectorPart = Pick<IndexedPart, 'language' | 'title' | 'terms'>

/** The vector of an article, and which of its terms bring it together with others. */
export function heavyVector(print: VectorPart, epoch: Epoch, rule: CosineRule): HeavyVector {
  const memo = vectors(epoch)
  const known = memo.get(print)
  if (known !== undefined) return known
  const vector = eventVectorOf(print, epoch, rule.thresholds.nameWeight)
  const ids = heaviestOf(vector, rule.heaviest)
  const made = { vector, heavy: { ids, weights: squaresOf(vector, ids) } }
  memo.set(print, made)
  return made
}

/** Both columns ascend. */
function squaresOf({ ids, weights }: SparseVector, wanted: Uint32Array): Int32Array {
  const squares = new Int32Array(wanted.length)
  for (let place = 0, at = 0; place < wanted.length; place++) {
    while (ids[at] !== wanted[place]) at++
    squares[place] = grainsOf(weights[at]! * weights[at]!, wanted.length)
  }
  return squares
}

/** The heaviest terms of a vector, ascending; equal weights go by the term's hash. */
export function heaviestOf({ ids, weights }: SparseVector, most: number): Uint32Array {
  if (ids.length <= most) return ids
  // The few best so far, the heaviest first: cheaper than ordering all of them.
  const best = new Int32Array(most)
  let size = 0
  for (let at = 0; at < ids.length; at++) {
    let place = size
    while (place > 0 && weights[at]! > weights[best[place - 1]!]!) place--
    if (place === most) continue
    if (size < most) size++
    best.copyWithin(place + 1, place, size - 1)
    best[place] = at
  }
  const heaviest = new Uint32Array(size)
  for (let place = 0; place < size; place++) heaviest[place] = ids[best[place]!]!
  return heaviest.sort()
}

function entityMatch(newcomer: Print, standing: Print, rule: RuleOf<'entities'>): Match | null {
  if (!isWithinHours(newcomer, standing, rule.hours)) return null
  const [own, other] = [newcomer.entities, standing.entities]
  if (Math.min(own.length, other.length) < rule.least) return null
  const value = jaccardSorted(own, other)
  if (value < rule.jaccard) return null
  return matchOf('event', standing, { measure: 'entities', value, threshold: rule.jaccard, relation: 'linked' })
}
