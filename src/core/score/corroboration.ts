import type { ScoreInputs } from '../domain/score.ts'
import type { Tier } from '../domain/source.ts'
import type { Story } from '../domain/story.ts'
import type { ScorePolicy } from './score-policy.ts'

/** Corroboration: points for each source of the story, and extra points when they span several tiers. */
export function corroboration({ sources, tiers }: Pick<ScoreInputs, 'sources' | 'tiers'>, policy: ScorePolicy): number {
  const bonus = tiers >= policy.diverseTiers ? policy.diversityPoints : 0
  return Math.min(100, Math.max(0, sources) * policy.pointsPerSource + bonus)
}

/** The origin of one member of a story. */
export interface Witness {
  readonly feed: number
  readonly tier: Tier
}

/** Counts the sources that corroborate a story, as the policy says; an article outside of any story counts itself. */
export function countSources(
  story: Pick<Story, 'newsrooms'> | null,
  witnesses: readonly Witness[],
  policy: Pick<ScorePolicy, 'corroboration'>,
): Pick<ScoreInputs, 'sources' | 'tiers'> {
  const feeds = new Set(witnesses.map(({ feed }) => feed)).size
  const tiers = new Set(witnesses.map(({ tier }) => tier)).size
  const sources = policy.corroboration === 'feeds' ? feeds : (story?.newsrooms ?? 1)
  return { sources: Math.max(1, sources), tiers: Math.max(1, tiers) }
}
