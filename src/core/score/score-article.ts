import type { Score, ScoreInputs, ScoreParts } from '../domain/score.ts'
import { authority } from './authority.ts'
import { corroboration } from './corroboration.ts'
import { depth } from './depth.ts'
import { recency } from './recency.ts'
import { relevance } from './relevance.ts'
import type { ScorePolicy } from './score-policy.ts'

/** When a score was computed, and with which profile; version 0 means no profile. */
export interface Taking {
  readonly now: number
  readonly profileVersion: number
}

/** Computes the five parts and their weighted sum, and keeps the inputs. */
export function scoreArticle(inputs: ScoreInputs, policy: ScorePolicy, { now, profileVersion }: Taking): Score {
  const parts = scoreParts(inputs, policy)
  return { value: weigh(parts, policy.weights), parts, inputs, takenAt: now, profileVersion }
}

/** The five parts, each 0 to 100. */
export function scoreParts(inputs: ScoreInputs, policy: ScorePolicy): ScoreParts {
  return {
    authority: authority(inputs, policy),
    recency: recency(inputs, policy),
    corroboration: corroboration(inputs, policy),
    relevance: relevance(inputs, policy),
    depth: depth(inputs, policy),
  }
}

function weigh(parts: ScoreParts, weights: ScoreParts): number {
  const sum =
    weights.authority * parts.authority +
    weights.recency * parts.recency +
    weights.corroboration * parts.corroboration +
    weights.relevance * parts.relevance +
    weights.depth * parts.depth
  return Math.min(100, Math.max(0, sum))
}
