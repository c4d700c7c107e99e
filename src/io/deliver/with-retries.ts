import type { DeliveryOutcome } from './delivery-outcome.ts'

/** When a failed delivery is tried again. */
export interface Retries {
  /** The pause before each further try. */
  readonly pausesMs: readonly number[]
  readonly sleep: (ms: number, stop: AbortSignal) => Promise<void>
}

/** Retries a delivery while it fails for certain and a retry can help, at most once per pause. */
export async function withRetries(
  deliver: () => Promise<DeliveryOutcome>,
  retries: Retries,
  stop: AbortSignal,
): Promise<DeliveryOutcome> {
  let outcome = await deliver()
  for (const pause of retries.pausesMs) {
    if (outcome.kind !== 'failed' || !outcome.retry) return outcome
    await retries.sleep(pause, stop)
    if (stop.aborted) return outcome
    outcome = await deliver()
  }
  return outcome
}
