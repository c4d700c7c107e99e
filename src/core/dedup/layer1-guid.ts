import type { Match } from '../domain/match.ts'
import type { Print } from '../domain/print.ts'
import { type Compare, matchOf } from './rules.ts'

/*
 * Must never join two articles that only carry the same bare number: guids are unique in their feed, and in the world only
 * by their form. Must never take an article for its own duplicate's duplicate: a changed text is a revision, not a copy.
 */

/** The same guid. A feed that reuses its guids is not asked; see `guid-trust.ts`. */
export const guidMatch: Compare = (newcomer, standing, { policy }) => {
  if (newcomer.guid !== standing.guid) return null
  const isOwn = newcomer.feed === standing.feed
  if (policy.guidScope === 'own-or-unique' && !isOwn && !newcomer.guidIsUnique) return null
  return sameGuid(standing)
}

/** The finding that an article has a newcomer's guid, or had it once. */
export function sameGuid(standing: Print): Match {
  return matchOf('guid', standing, { measure: 'equal', value: 1, threshold: 1, relation: 'same' })
}
