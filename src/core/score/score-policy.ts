import type { ScoreParts } from '../domain/score.ts'
import type { Tier } from '../domain/source.ts'
import { UserError } from '../domain/user-error.ts'

/** All constants of a score. */
export interface ScorePolicy {
  /** The weight of each part; they sum to one. */
  readonly weights: ScoreParts
  /** Recency falls by the factor e in 1/lambda hours. */
  readonly lambda: number
  readonly tierScores: Readonly<Record<Tier, number>>
  /** How much recency loses when the date is uncertain. */
  readonly uncertainPenalty: number
  /** What corroborates: independent newsrooms, or every feed that carries the story. */
  readonly corroboration: 'newsrooms' | 'feeds'
  readonly pointsPerSource: number
  readonly diverseTiers: number
  readonly diversityPoints: number
  /** Relevance without a profile. */
  readonly neutralRelevance: number
  /** Points by number of words, longest first. */
  readonly wordPoints: readonly (readonly [words: number, points: number])[]
  readonly dataPoints: number
  readonly listPoints: number
  readonly referencePoints: number
  /** Upper bound of depth for a truncated text, whose real depth is not known. */
  readonly partialDepth: number
}

/** The figures of the requirements: half-life of 23 hours, five parts, five tiers. */
export const SCORE_POLICY: ScorePolicy = {
  weights: { authority: 0.25, recency: 0.2, corroboration: 0.2, relevance: 0.2, depth: 0.15 },
  lambda: 0.03,
  tierScores: { T1: 95, T2: 80, T3: 65, T4: 50, T5: 30 },
  uncertainPenalty: 0.2,
  corroboration: 'newsrooms',
  pointsPerSource: 25,
  diverseTiers: 3,
  diversityPoints: 10,
  neutralRelevance: 50,
  wordPoints: [
    [1000, 100],
    [500, 75],
    [200, 50],
    [0, 20],
  ],
  dataPoints: 15,
  listPoints: 10,
  referencePoints: 10,
  partialDepth: 40,
}

/** Recency decays more slowly in a weekly digest. */
export const WEEKLY_LAMBDA = 0.01

/** What a user may set, as `feeds.yaml` names it. */
export interface ScoreSettings {
  readonly weights?: Partial<ScoreParts>
  readonly lambda?: number | undefined
  readonly corroboration?: 'newsrooms' | 'feeds'
}

const SLACK = 1e-6

/** The policy with a user's settings; reports all faults at once. */
export function scorePolicy(settings: ScoreSettings, type: 'daily' | 'weekly' = 'daily'): ScorePolicy {
  const weights = { ...SCORE_POLICY.weights, ...settings.weights }
  const lambda = settings.lambda ?? (type === 'weekly' ? WEEKLY_LAMBDA : SCORE_POLICY.lambda)
  const faults = [...faultsOf(weights), ...(lambda >= 0 && lambda <= 1 ? [] : [lambdaFault(lambda)])]
  if (faults.length > 0) throw new UserError(faults)
  return { ...SCORE_POLICY, weights, lambda, corroboration: settings.corroboration ?? SCORE_POLICY.corroboration }
}

function faultsOf(weights: ScoreParts): string[] {
  const list = Object.entries(weights)
  const bad = list.filter(([, weight]) => !(weight >= 0 && weight <= 1))
  if (bad.length > 0) return bad.map(([part, weight]) => `score.weights.${part} must be from 0 to 1, got ${weight}`)
  const sum = list.reduce((total, [, weight]) => total + weight, 0)
  if (Math.abs(sum - 1) <= SLACK) return []
  const shown = list.map(([part, weight]) => `${part} ${weight}`).join(', ')
  return [`score.weights must add up to 1, got ${Number(sum.toFixed(6))} (${shown})`]
}

function lambdaFault(lambda: number): string {
  return `score.lambda must be from 0 to 1, got ${lambda}: 0.03 halves recency in 23 hours, 0.01 in 69`
}
