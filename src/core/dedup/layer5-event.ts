import type { Match } from '../domain/match.ts'
import type { Print } from '../domain/print.ts'
import { jaccardSorted } from '../similar/jaccard.ts'
import { judgePair } from './judge-pair.ts'
import type { EventRule } from './policies.ts'
import { type Compare, isWithinHours, matchOf, type Rules } from './rules.ts'

/*
 * Must never join two look-alike events for a name everybody mentions, nor two articles weeks apart. What the pair rule
 * must never do stands at its head.
 */

/** Compares what two articles are about by the policy's measure. */
export const eventMatch: Compare = (newcomer, standing, rules) => {
  const rule = rules.policy.event
  switch (rule?.measure) {
    case 'pair':
      return pairMatch(newcomer, standing, rules)
    case 'entities':
      return entityMatch(newcomer, standing, rule)
    case undefined:
      return null
  }
}

type RuleOf<M extends EventRule['measure']> = Extract<EventRule, { readonly measure: M }>

/** A pair that reached the threshold; with its veto where one forbids it. */
function pairMatch(newcomer: Print, standing: Print, { epoch, policy }: Rules): Match | null {
  const found = judgePair(newcomer, standing, epoch, policy.pairs)
  if (found === null || found.value < found.threshold) return null
  const { value, threshold, veto } = found
  return matchOf('event', standing, { measure: 'pair', value, threshold, relation: 'linked', veto })
}

function entityMatch(newcomer: Print, standing: Print, rule: RuleOf<'entities'>): Match | null {
  if (!isWithinHours(newcomer, standing, rule.hours)) return null
  const [own, other] = [newcomer.entities, standing.entities]
  if (Math.min(own.length, other.length) < rule.least) return null
  const value = jaccardSorted(own, other)
  if (value < rule.jaccard) return null
  return matchOf('event', standing, { measure: 'entities', value, threshold: rule.jaccard, relation: 'linked' })
}
