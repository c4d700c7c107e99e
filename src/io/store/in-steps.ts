import { type Db, type Tx, underAdmissionLock } from './dialect.ts'

/** A piece of long work: a few milliseconds of writing. */
export type Unit = (tx: Tx) => Promise<unknown>

/** A transaction begins another unit only within so long a time. Nobody may have to wait over 50 ms for the lock. */
const STEP_MS = 6
/**
 * Cuts long work into steps, each a transaction under the admission lock that takes as many units as fit into a short time. A
 * process that is killed in between has done the first units and none of the rest, so their order has to allow for that.
 */
export async function inSteps(db: Db, units: readonly Unit[]): Promise<void> {
  for (let done = 0; done < units.length; ) {
    done = await underAdmissionLock(db, (tx) => takeStep(tx, units, done))
  }
}

async function takeStep(tx: Tx, units: readonly Unit[], from: number): Promise<number> {
  const over = performance.now() + STEP_MS
  let next = from
  do await units[next++]!(tx)
  while (next < units.length && performance.now() < over)
  return next
}

/** Lists of at most so many. */
export function chunksOf<T>(list: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size))
}
