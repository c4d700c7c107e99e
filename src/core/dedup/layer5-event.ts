import type { Match } from '../domain/match.ts'
import type { Print } from '../domain/print.ts'
import { jaccardSorted } from '../similar/jaccard.ts'
import { judgePair } from './judge-pair.ts'
import type { EventRule } from './policies.ts'
import { type Compare, isWithinHours, matchOf, type Rules } from './rules.ts'

/*
 * Must never join two look-alike events for a name everybody mentions, nor two articles weeks apart. What the pair rule
 * must never do is said at its head.
 */

/** Compares what two articles are about by the policy's measure. */
export const eventMatch: Compare = (newcomer, existing, rules) => {
  const rule = rules.policy.event
  switch (rule?.measure) {
    case 'pair':
      return pairMatch(newcomer, existing, rules)
    case 'entities':
      return entityMatch(newcomer, existing, rule)
    case undefined:
      return null
  }
}

type RuleOf<M extends EventRule['measure']> = Extract<EventRule, { readonly measure: M }>

/** A match for a pair that reached the threshold, with its veto where there is one. */
function pairMatch(newcomer: Print, existing: Print, { epoch, policy }: Rules): Match | null {
  const found = judgePair(newcomer, existing, epoch, policy.pairs)
  if (found === null || found.value < found.threshold) return null
  const { value, threshold, veto } = found
  return matchOf('event', existing, { measure: 'pair', value, threshold, relation: 'linked', veto })
}

function entityMatch(newcomer: Print, existing: Print, rule: RuleOf<'entities'>): Match | null {
  if (!isWithinHours(newcomer, existing, rule.hours)) return null
  const [own, other] = [newcomer.entities, existing.entities]
  if (Math.min(own.length, other.length) < rule.least) return null
  const value = jaccardSorted(own, other)
  if (value < rule.jaccard) return null
  return matchOf('event', existing, { measure: 'entities', value, threshold: rule.jaccard, relation: 'linked' })
}
