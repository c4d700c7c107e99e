import type { DeliveryOutcome } from './delivery-outcome.ts'

/** When a delivery that certainly failed is tried again. */
export interface Retries {
  /** The pause before each further try. */
  readonly pausesMs: readonly number[]
  readonly sleep: (ms: number) => Promise<void>
}

/** Tries until it is sent, until it is not certain that it was not, or until the pauses are used up. */
export async function withRetries(deliver: () => Promise<DeliveryOutcome>, retries: Retries): Promise<DeliveryOutcome> {
  let outcome = await deliver()
  for (const pause of retries.pausesMs) {
    if (outcome.kind !== 'failed' || !outcome.retry) return outcome
    await retries.sleep(pause)
    outcome = await deliver()
  }
  return outcome
}
