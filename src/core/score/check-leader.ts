import type { Score } from '../domain/score.ts'
import type { Warning } from '../domain/warning.ts'
import { corroboration } from './corroboration.ts'
import { relevance } from './relevance.ts'
import type { ScorePolicy } from './score-policy.ts'

const SLACK = 1e-6

/**
 * Checks a source of tier T5 that leads the ranking: its corroboration and relevance are computed again from the stored
 * inputs. `t5_leader` when they agree, `t5_leader_differs` when the stored parts are not what the inputs give.
 */
export function checkLeader(
  scored: readonly { readonly key: string; readonly score: Score }[],
  policy: ScorePolicy,
): Warning | null {
  const leader = leaderOf(scored)
  if (leader === null || leader.score.inputs.tier !== 'T5') return null
  const { inputs, parts, value } = leader.score
  const again = { corroboration: corroboration(inputs, policy), relevance: relevance(inputs, policy) }
  const stands =
    Math.abs(again.corroboration - parts.corroboration) < SLACK && Math.abs(again.relevance - parts.relevance) < SLACK
  const who = `article ${leader.key} leads with ${shown(value)} from a T5 source`
  const found = `corroboration ${shown(again.corroboration)}, relevance ${shown(again.relevance)}`
  if (stands) return { code: 't5_leader', message: `${who}: ${found}, computed again and the same`, at: null }
  const stored = `stored as ${shown(parts.corroboration)} and ${shown(parts.relevance)}`
  return { code: 't5_leader_differs', message: `${who}: ${found}, but ${stored}`, at: null }
}

function leaderOf<T extends { readonly key: string; readonly score: Score }>(scored: readonly T[]): T | null {
  let best: T | null = null
  for (const one of scored) {
    const ahead = best === null ? 1 : one.score.value - best.score.value
    if (ahead > 0 || (ahead === 0 && one.key < best!.key)) best = one
  }
  return best
}

function shown(value: number): string {
  return String(Number(value.toFixed(1)))
}
