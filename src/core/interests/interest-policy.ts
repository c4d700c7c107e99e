import type { EngagementKind } from '../domain/interest.ts'

const DAY_MS = 86_400_000

/** Every number of an interest profile. */
export interface InterestPolicy {
  /** How far one engagement moves the terms of an article, shared out by their weight in it. */
  readonly steps: Readonly<Record<EngagementKind, number>>
  /** What a category of a source adds beside a configured interest of 1. */
  readonly categoryWeight: number
  /** Of an article only its heaviest terms are learned from: the rest is what any article says. */
  readonly termsPerArticle: number
  /** No term may drown all others. */
  readonly mostWeight: number
  /** Below this a faded weight is let go. */
  readonly leastWeight: number
  readonly mostTerms: number
  /** So many moves are listed for a term; older ones are added up. */
  readonly mostMoves: number
  /** What is left after each `fadeMs` without engagement. */
  readonly fade: number
  readonly fadeMs: number
}

/**
 * Fading by a tenth a week is the requirement. The steps are ours: ten times `more` weigh about as much as an interest
 * configured at 1, saving a little more than half of that, and one may read five articles before it counts as one `more`.
 */
export const INTEREST_POLICY: InterestPolicy = {
  steps: { read: 0.1, saved: 0.3, more: 0.5, less: -0.5 },
  categoryWeight: 0.1,
  termsPerArticle: 20,
  mostWeight: 2,
  leastWeight: 0.005,
  mostTerms: 2000,
  mostMoves: 12,
  fade: 0.9,
  fadeMs: 7 * DAY_MS,
}
