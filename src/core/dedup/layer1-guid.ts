import type { Match } from '../domain/match.ts'
import type { Print } from '../domain/print.ts'
import { type Compare, matchOf } from './rules.ts'

/*
 * Must never join two articles that only carry the same bare number: guids are unique in their feed, and in the world only
 * by their form. Must never take an article for its own duplicate's duplicate: a changed text is a revision, not a copy.
 */

/** The same guid. Feeds that reuse guids skip this layer; see `guid-trust.ts`. */
export const guidMatch: Compare = (newcomer, existing, { policy }) => {
  if (newcomer.guid !== existing.guid) return null
  const isOwn = newcomer.feed === existing.feed
  if (policy.guidScope === 'own-or-unique' && !isOwn && !newcomer.guidIsUnique) return null
  return sameGuid(existing)
}

/** The match of a newcomer with an article that has, or once had, its guid. */
export function sameGuid(existing: Print): Match {
  return matchOf('guid', existing, { measure: 'equal', value: 1, threshold: 1, relation: 'same' })
}
