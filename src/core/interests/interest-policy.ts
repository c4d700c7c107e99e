import type { EngagementKind } from '../domain/interest.ts'

const DAY_MS = 86_400_000

/** All constants of an interest profile. */
export interface InterestPolicy {
  /** How far one engagement moves the terms of an article, distributed by their weight in it. */
  readonly steps: Readonly<Record<EngagementKind, number>>
  /** What was learned counts from so many articles on so many days: one click must not move every other story. */
  readonly leastArticles: number
  readonly leastDays: number
  /** The weight of a source's category, where a configured interest has 1. */
  readonly categoryWeight: number
  /** Only the heaviest terms of an article are learned: the rest occurs in any article. */
  readonly termsPerArticle: number
  /** Upper bound of a weight. */
  readonly mostWeight: number
  /** A weight that decays below this is removed. */
  readonly leastWeight: number
  readonly mostTerms: number
  /** How many changes of a term are listed; older ones are summed. */
  readonly mostMoves: number
  /** The factor for each `fadeMs` without engagement. */
  readonly fade: number
  readonly fadeMs: number
}

/**
 * Decay by a tenth a week is a requirement. The steps are our choice: ten times `more` weigh about as much as an
 * interest configured at 1, saving counts a little more than half of a `more`, five articles read count as one `more`, and two skipped ones take back what one
 * read gave.
 */
export const INTEREST_POLICY: InterestPolicy = {
  steps: { read: 0.1, saved: 0.3, skipped: -0.05, more: 0.5, less: -0.5 },
  leastArticles: 30,
  leastDays: 5,
  categoryWeight: 0.1,
  termsPerArticle: 20,
  mostWeight: 2,
  leastWeight: 0.005,
  mostTerms: 2000,
  mostMoves: 12,
  fade: 0.9,
  fadeMs: 7 * DAY_MS,
}
