import type { KnownEntry } from '../domain/admission.ts'
import type { PollDay } from '../domain/health.ts'
import type { PreparedEntry } from '../domain/prepared.ts'
import { dayOf } from './poll-days.ts'
import type { PollPolicy } from './poll-policy.ts'

/** How much a feed may still bring today: a feed that never stops bringing new entries must not fill the disk. */
export interface DailyQuota {
  readonly articles: number
  readonly bytes: number
}

/** For crawls, which somebody started on purpose. */
export const UNLIMITED_QUOTA: DailyQuota = { articles: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY }

export function dailyQuota(days: readonly PollDay[], now: number, policy: PollPolicy): DailyQuota {
  const today = days.find(({ day }) => day === dayOf(now))
  return {
    articles: policy.articlesPerDay - (today?.newArticles ?? 0),
    bytes: policy.storedBytesPerDay - (today?.storedBytes ?? 0),
  }
}

/** The entries of a poll that fit, in their order, and those that were left out. */
export interface QuotaOutcome {
  readonly kept: readonly PreparedEntry[]
  readonly storedBytes: number
  readonly leftOut: readonly PreparedEntry[]
}

/** Keeps the newest entries that fit. An entry that is known and unchanged takes no room, a changed one only bytes. */
export function withinQuota(
  entries: readonly PreparedEntry[],
  known: readonly Pick<KnownEntry, 'guidKey' | 'rawHash'>[],
  room: DailyQuota,
): QuotaOutcome {
  const hashes = new Map(known.map(({ guidKey, rawHash }) => [guidKey, rawHash]))
  const left = new Set<PreparedEntry>()
  let { articles, bytes } = room
  for (const entry of entries.toSorted((a, b) => b.article.published - a.article.published)) {
    const before = hashes.get(entry.guidKey)
    if (before === entry.rawHash) continue
    const size = sizeOf(entry)
    if ((before === undefined && articles < 1) || bytes < size) {
      left.add(entry)
      continue
    }
    if (before === undefined) articles--
    bytes -= size
  }
  return {
    kept: left.size === 0 ? entries : entries.filter((entry) => !left.has(entry)),
    storedBytes: room.bytes === Number.POSITIVE_INFINITY ? 0 : room.bytes - bytes,
    leftOut: [...left],
  }
}

/** What an entry takes in the database, nearly: its texts and its print. */
function sizeOf({ article, print }: PreparedEntry): number {
  const { title, text, body, description, guid, url } = article
  const texts = [title, text, body, description, guid, url]
  return texts.reduce((sum, one) => sum + (one?.length ?? 0), print.value.length)
}
