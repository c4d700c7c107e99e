import type { DedupPolicy } from '../core/dedup/policies.ts'
import { PRINT_VERSION } from '../core/dedup/print/encode-print.ts'
import { createRecent, type Recent } from '../core/dedup/recent/recent.ts'
import type { Admission } from '../io/store/admission.ts'
import { readEpoch } from './idf-epochs.ts'

/** What admission compares newcomers with: the prints of recent articles, in memory, as far as the store has come. */
export interface AdmissionWindow {
  readonly policy: DedupPolicy
  /** Whether the recent articles have been read; if not, prints of an older version must be made again first. */
  readonly isRead: () => boolean
  /** Reads what others stored meanwhile; to be called under the admission lock, with the feeds that arrive. */
  readonly catchUp: (tx: Admission, now: number, feeds: readonly number[]) => Promise<Recent>
  /** What was decided has been stored, up to this change. */
  readonly stored: (change: number) => void
  /** What was decided has not been stored: the window no longer is what the store is, and must be read anew. */
  readonly forget: () => void
}

const AT_ONCE = 5_000
const EXPIRE_MS = 3_600_000

/** A window that is read from the store when it is first needed. */
export function admissionWindow(policy: DedupPolicy): AdmissionWindow {
  let positions = new Map<number, number>()
  let recent: Recent | null = null
  let cursor = 0
  let expiredAt = Number.NEGATIVE_INFINITY

  const forget = (): void => {
    recent = null
    cursor = 0
    expiredAt = Number.NEGATIVE_INFINITY
  }
  const positionOf = (feed: number): number => positions.get(feed) ?? Number.MAX_SAFE_INTEGER
  return {
    policy,
    isRead: () => recent !== null,
    catchUp: async (tx, now, feeds) => {
      // All who decide must weigh words alike, so whoever finds new statistics begins anew.
      if (recent !== null && recent.rules.epoch.n !== (await tx.lastEpoch())) forget()
      if (recent === null || feeds.some((feed) => !positions.has(feed))) positions = new Map(await tx.feedPositions())
      const window = recent ?? createRecent(policy, { positionOf, epoch: readEpoch(await tx.newestEpoch()) })
      recent = window
      for (;;) {
        const prints = await tx.printsAfter(cursor, AT_ONCE)
        for (const { version, value, change } of prints) {
          // A print of another version cannot be compared; `renewPrints` has made the older ones again.
          if (version === PRINT_VERSION) window.addBytes(value)
          cursor = change
        }
        if (prints.length < AT_ONCE) break
      }
      // At whole hours, so that a window opened this minute lets go of the same articles as one that was open all day.
      const hour = now - (now % EXPIRE_MS)
      if (hour !== expiredAt) {
        window.expire(hour)
        expiredAt = hour
      }
      return window
    },
    stored: (change) => {
      cursor = Math.max(cursor, change)
    },
    forget,
  }
}
