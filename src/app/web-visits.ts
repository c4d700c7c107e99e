import { visitAt } from '../core/domain/visit.ts'
import type { Store } from '../io/store/open-store.ts'

/** When one reader was here before. */
export interface WebVisits {
  /** What was stored after this instant is new to the reader; null on their first visit. Writes nothing. */
  readonly since: () => Promise<number | null>
  /** Stores that the reader is active now; gives the same. */
  readonly visit: () => Promise<number | null>
}

/** What visits need. */
export interface WebVisitsDeps {
  readonly store: Store
  readonly reader: number
  readonly now: () => number
}

export function createWebVisits({ store, reader, now }: WebVisitsDeps): WebVisits {
  const present = async () => visitAt(await store.web.visitsOf(reader), now())
  return {
    since: async () => (await present()).since,
    async visit() {
      const visits = await present()
      await store.web.recordVisit(reader, visits)
      return visits.since
    },
  }
}
