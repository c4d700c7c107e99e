import type { EventPolicy } from './policies.ts'
import { dot, type SparseVector } from './vectors.ts'

/** What was found about the subjects of two articles: it only groups. */
export type EventFinding = {
  readonly relation: 'linked' | null
  readonly measure: 'cosine'
  readonly value: number
  readonly threshold: number
}

const HOUR_MS = 3_600_000

/** Compares what two articles are about, less the further apart they appeared; null means the time is not known. */
export function compareEvents(
  a: SparseVector,
  b: SparseVector,
  apartMs: number | null,
  policy: EventPolicy,
): EventFinding {
  const fade = apartMs === null ? 1 : Math.exp(-Math.abs(apartMs) / (policy.fadeHours * HOUR_MS))
  const value = dot(a, b) * fade
  return { relation: value >= policy.link ? 'linked' : null, measure: 'cosine', value, threshold: policy.link }
}
