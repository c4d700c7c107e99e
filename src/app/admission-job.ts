import type { ArrivingFeed } from '../core/dedup/decide-by-identity.ts'
import type { RemovedCount } from '../core/dedup/decide-poll.ts'
import { countDispositions, type DispositionCounts } from '../core/domain/disposition.ts'
import type { Feed } from '../core/domain/feed.ts'
import type { HostLease } from '../core/domain/host-lease.ts'
import type { Reading } from '../core/domain/outcome.ts'
import type { PollRecord } from '../core/domain/poll.ts'
import type { WaitingFeed } from '../core/domain/prepared.ts'
import type { Source } from '../core/domain/source.ts'
import type { DailyQuota, QuotaOutcome } from '../core/poll/daily-quota.ts'
import type { ReadPoll } from './poll-record.ts'

/** What admission needs of a document; a crawl result gives it too. */
export type Arriving = Pick<WaitingFeed, 'entries' | 'entryCount' | 'refresh' | 'malformed' | 'cutOff' | 'valid'>

/** A private feed is a scope of its own: its articles are compared with those of the same document only. */
export const scopeOf = (source: Pick<Source, 'private'>, feed: Pick<Feed, 'id'>): number =>
  source.private ? feed.id : 0

/** How many entries of a poll are new, changed or duplicates. */
export interface AdmissionCount {
  readonly added: number
  readonly revised: number
  readonly duplicates: number
  /** Entries that each step of dedup removed, those the feed had given before included. */
  readonly removed: RemovedCount
  readonly dispositions: DispositionCounts
}

/** The entries of one poll, to be admitted. */
export interface AdmissionJob {
  readonly feed: ArrivingFeed
  readonly prepared: Arriving
  /** 0, or the number of a private feed: see `scopeOf`. */
  readonly scope: number
  /** The lease of the feed's host; null for a crawl, which needs none. It may be lost by the time the poll is stored. */
  readonly lease: HostLease | null
  /** How much the feed may still bring today. */
  readonly room: DailyQuota
  /** How many of its newest entries are unread, if it is the feed's first document; null for all. */
  readonly unreadAtFirst?: number | null
  /** The poll's record, which depends on how many entries turned out to be new. */
  readonly recordOf: (reading: Reading, count?: AdmissionCount) => PollRecord
  /** What the record is made of, for another process that admits it; only a poll has it. */
  readonly poll?: ReadPoll
}

/** What was stored; null when the lease was lost and nothing was stored. */
export type AdmittedPoll = { readonly record: PollRecord; readonly count: AdmissionCount } | null

/** What a poll that brought no entries came to. */
export const NOTHING_ADMITTED: AdmissionCount = {
  added: 0,
  revised: 0,
  duplicates: 0,
  removed: { guid: 0, url: 0, title: 0 },
  dispositions: countDispositions([]),
}

/** What was taken of a document's entries. */
export interface TakenEntries extends Pick<QuotaOutcome, 'storedBytes' | 'leftOut'> {
  readonly newEntries: number
  readonly revisedEntries: number
  readonly uncertainDates: number
  readonly publishedAt: readonly number[]
}

/** Of a document without entries, or one whose entries are not stored. */
export const NOTHING_TAKEN: TakenEntries = {
  newEntries: 0,
  revisedEntries: 0,
  uncertainDates: 0,
  publishedAt: [],
  storedBytes: 0,
  leftOut: [],
}

/** What the schedule learns from a document. New means new to this feed, even if another feed had the article first. */
export function readingOf(prepared: Omit<Arriving, 'entries'>, { leftOut, ...taken }: TakenEntries): Reading {
  return {
    ...taken,
    entries: prepared.entryCount,
    malformed: prepared.malformed,
    cutOff: prepared.cutOff,
    valid: prepared.valid,
    leftOut: leftOut.map(({ rawHash }) => rawHash),
    hints: prepared.refresh,
  }
}
