import { allSteps, type Steps } from '../../domain/steps.ts'

/**
 * Lazy indexing by day: slots of a day are indexed when the first newcomer within reach of that day is looked up. Most of
 * a window is older than any newcomer reaches, and indexing it all would take the first minute after a start.
 */
export interface LazyDayIndex {
  readonly isIndexed: (published: number | null) => boolean
  readonly defer: (slot: number, published: number) => void
  /** Indexes all days within reach of a time; every day where the time is unknown. */
  readonly indexAround: (published: number | null) => void
  /** The same, a slot at a step; nothing else may be done with the index in between. */
  readonly indexAroundInSteps: (published: number | null) => Steps<void>
}

const DAY_MS = 86_400_000
const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

/** No day is indexed yet; a slot without a date is near everything and indexed at once. */
export function createLazyDayIndex(reachMs: number, index: (slot: number) => void): LazyDayIndex {
  const deferred = new Map<number, number[]>()
  const indexed = new Set<number>()
  let isAllIndexed = !Number.isFinite(reachMs)

  /** In the order of slots, whatever their days: posting lists that grow at their end need no sorting. */
  function* indexDays(days: readonly number[]): Steps<void> {
    const slots: number[] = []
    for (const day of days) {
      indexed.add(day)
      for (const slot of deferred.get(day) ?? []) slots.push(slot)
      deferred.delete(day)
    }
    for (const slot of Int32Array.from(slots).sort()) {
      index(slot)
      yield
    }
  }
  function* indexAroundInSteps(published: number | null): Steps<void> {
    if (isAllIndexed) return
    if (published === null) {
      isAllIndexed = true
      yield* indexDays([...deferred.keys()])
      return
    }
    const missing: number[] = []
    const last = dayOf(published + reachMs)
    for (let day = dayOf(published - reachMs); day <= last; day++) if (!indexed.has(day)) missing.push(day)
    if (missing.length > 0) yield* indexDays(missing)
  }
  return {
    isIndexed: (published) => isAllIndexed || published === null || indexed.has(dayOf(published)),
    defer: (slot, published) => {
      const day = dayOf(published)
      const others = deferred.get(day)
      if (others === undefined) deferred.set(day, [slot])
      else others.push(slot)
    },
    indexAround: (published) => allSteps(indexAroundInSteps(published)),
    indexAroundInSteps,
  }
}
