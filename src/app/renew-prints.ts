import { setImmediate } from 'node:timers/promises'
import type { DedupPolicy } from '../core/dedup/policies.ts'
import { PRINT_VERSION } from '../core/dedup/print/encode-print.ts'
import { renewPrint } from '../core/dedup/print/renew-print.ts'
import type { Store } from '../io/store/open-store.ts'

/** Small enough that nobody waits long for the lock, and that a step cut short loses little. */
const PRINTS_A_STEP = 200

/**
 * Makes prints of an older version again from their articles, newest first, in steps of one transaction each. An older
 * print cannot be compared, so this comes before recent articles or the stories' window are read: a newcomer must be
 * compared with all that is stored. Whoever is stopped half-way goes on with what is left.
 */
export async function renewPrints(store: Store, policy: Pick<DedupPolicy, 'name'>): Promise<number> {
  for (let renewed = 0; ; ) {
    const step = await renewSomePrints(store, policy, PRINTS_A_STEP)
    renewed += step
    if (step === 0) return renewed
    // Requests, and the beat that keeps our leases, have their turn.
    await setImmediate()
  }
}

/** One step: so many of the newest old prints at most; gives how many there were. */
export async function renewSomePrints(
  store: Store,
  { name }: Pick<DedupPolicy, 'name'>,
  limit: number,
): Promise<number> {
  const old = await store.oldPrints(PRINT_VERSION, limit)
  if (old.length === 0) return 0
  const layered = name === 'layered'
  await store.renewPrints(
    old.map(({ article, change, value, of }) => ({ article, change, ...renewPrint(of, value, layered) })),
  )
  return old.length
}
