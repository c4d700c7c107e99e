import type { Outcome } from '../domain/outcome.ts'

/**
 * The pause before a retry within the same pass; null when the outcome is final. `attempt` counts from 0, `pausesMs` is
 * the configured list: `[1000, 2000]` means two retries.
 */
export function retryPause(outcome: Outcome, attempt: number, pausesMs: readonly number[]): number | null {
  if (outcome.kind !== 'failed' && outcome.kind !== 'slowDown') return null
  return outcome.retry ? (pausesMs[attempt] ?? null) : null
}
