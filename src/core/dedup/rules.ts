import type { LayerName, Match, Measure, Veto } from '../domain/match.ts'
import type { Print } from '../domain/print.ts'
import { namesNewsroom } from '../text/agencies.ts'
import type { Epoch } from './epoch/epoch.ts'
import { type DedupPolicy, RULE_VERSION } from './policies.ts'

/** Policy and term statistics, by which layers compare. */
export interface Rules {
  readonly policy: DedupPolicy
  readonly epoch: Epoch
}

/** Compares a newcomer with one existing article; null when there is no match. */
export type Compare = (newcomer: Print, existing: Print, rules: Rules) => Match | null

/** The result of a measure. */
export interface Found {
  readonly measure: Measure
  readonly value: number
  readonly threshold: number
  readonly relation: Match['relation']
  readonly veto?: Veto | null
}

/** The match to store for a result. */
export function matchOf(layer: LayerName, existing: Print, found: Found): Match {
  const { measure, value, threshold, relation, veto } = found
  return { layer, with: existing.key, measure, value, threshold, relation, veto: veto ?? null, rule: RULE_VERSION }
}

const HOUR_MS = 3_600_000

/** Whether two articles were published within so many hours of each other; an unknown time counts as near. No clock is involved, so that a replay decides the same. */
export function isWithinHours(a: Pick<Print, 'published'>, b: Pick<Print, 'published'>, hours: number): boolean {
  if (a.published === null || b.published === null) return true
  return Math.abs(a.published - b.published) <= hours * HOUR_MS
}

/** Two articles in the order of publication, so that the result of an asymmetric measure does not depend on arrival. */
export function inOrder<T extends Pick<Print, 'key' | 'published'>>(a: T, b: T): readonly [T, T] {
  const apart = (a.published ?? 0) - (b.published ?? 0)
  return apart < 0 || (apart === 0 && a.key <= b.key) ? [a, b] : [b, a]
}

/** The fields that tell the newsroom of an article. */
export type Newsroom = Pick<Print, 'feed' | 'sourceName' | 'domain' | 'publisher'>

/** One newsroom: the same feed, feeds shown under the same name, or pages of one web site. */
export function isOneSource(a: Newsroom, b: Newsroom): boolean {
  if (a.feed !== 0 && a.feed === b.feed) return true
  if (a.domain !== null && a.domain === b.domain) return true
  return a.sourceName !== null && a.sourceName === b.sourceName
}

/** Whether one article credits the newsroom of the other, or both an agency: the text of one newsroom under two names. */
export function isCredited(a: Newsroom, b: Newsroom): boolean {
  return (a.publisher !== null && a.publisher === b.publisher) || credits(a, b) || credits(b, a)
}

const credits = ({ publisher }: Newsroom, { sourceName }: Newsroom): boolean =>
  publisher !== null && sourceName !== null && namesNewsroom(publisher, sourceName)

/** One web site, or one feed where a site is not known. */
export function isOneDomain(a: Print, b: Print): boolean {
  return a.domain === null || b.domain === null ? a.feed === b.feed : a.domain === b.domain
}
