import type { LayerName, Match, Measure, Veto } from '../domain/match.ts'
import type { Print } from '../domain/print.ts'
import type { Epoch } from './epoch/epoch.ts'
import { type DedupPolicy, RULE_VERSION } from './policies.ts'

/** What a layer compares by. */
export interface Rules {
  readonly policy: DedupPolicy
  readonly epoch: Epoch
}

/** Compares a newcomer with one standing article; null when the rule does not admit the pair or finds nothing. */
export type Compare = (newcomer: Print, standing: Print, rules: Rules) => Match | null

/** What a measure found. */
export interface Found {
  readonly measure: Measure
  readonly value: number
  readonly threshold: number
  readonly relation: Match['relation']
  readonly veto?: Veto | null
}

/** A finding as the match that is kept. */
export function matchOf(layer: LayerName, standing: Print, found: Found): Match {
  const { measure, value, threshold, relation, veto } = found
  return { layer, with: standing.key, measure, value, threshold, relation, veto: veto ?? null, rule: RULE_VERSION }
}

const HOUR_MS = 3_600_000

/** Counted between the two articles, not from a clock, so that a replay decides as the day did; an unknown time is near. */
export function isWithinHours(a: Print, b: Print, hours: number): boolean {
  if (a.published === null || b.published === null) return true
  return Math.abs(a.published - b.published) <= hours * HOUR_MS
}

/** The two in the order of publication, so that a measure that knows left and right does not know who came first. */
export function inOrder(a: Print, b: Print): readonly [Print, Print] {
  const apart = (a.published ?? 0) - (b.published ?? 0)
  return apart < 0 || (apart === 0 && a.key <= b.key) ? [a, b] : [b, a]
}

/** As much of a print as its newsroom is known by. */
export type Newsroom = Pick<Print, 'feed' | 'sourceName' | 'domain'>

/** One newsroom: the same feed, feeds shown under the same name, or pages of one web site. */
export function isOneSource(a: Newsroom, b: Newsroom): boolean {
  if (a.feed !== 0 && a.feed === b.feed) return true
  if (a.domain !== null && a.domain === b.domain) return true
  return a.sourceName !== null && a.sourceName === b.sourceName
}

/** One web site, or one feed where a site is not known. */
export function isOneDomain(a: Print, b: Print): boolean {
  return a.domain === null || b.domain === null ? a.feed === b.feed : a.domain === b.domain
}
