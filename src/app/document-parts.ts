import type { Habits } from '../core/dedup/decide.ts'
import { distinctGuids, documentHabits } from '../core/dedup/decide-poll.ts'
import { createRecent, type Recent } from '../core/dedup/recent/recent.ts'
import type { Known } from '../core/domain/admission.ts'
import type { EntryKeys } from '../core/domain/known-about.ts'
import type { PreparedEntry } from '../core/domain/prepared.ts'
import { type QuotaOutcome, withinQuota } from '../core/poll/daily-quota.ts'
import { newestEntries } from '../core/poll/newest-entries.ts'
import type { Store } from '../io/store/open-store.ts'
import type { AdmissionJob } from './admission-job.ts'
import { unpackEntries } from './packed-entries.ts'

/** The entries of a document, to be admitted part by part. */
export interface DocumentParts {
  /** At least one, which may be empty. */
  readonly parts: readonly (readonly PreparedEntry[])[]
  /** What the feed does in the whole document; null for a single part, where it is found. */
  readonly habits: Habits | null
  /** What its articles are compared with, when that is nothing but the document itself; else null. */
  readonly recent: Recent | null
  readonly size: Pick<QuotaOutcome, 'storedBytes' | 'leftOut'>
  /** What was stored about its entries when it was cut. */
  readonly known: Known
  /** How many of its entries have a date that was guessed. */
  readonly uncertainDates: number
  /** The guid keys of its newest entries, which alone are unread; null for all. */
  readonly unreadGuids: readonly string[] | null
}

/** The entries of a document, and what is stored about them. */
export interface ReadEntries {
  readonly entries: readonly PreparedEntry[]
  readonly known: Known
}

/** Entries of one part: few enough that nobody waits long for the lock. Fixed, so that decisions do not depend on the machine. */
export const ENTRIES_A_PART = 25

/**
 * Cuts the entries of a poll into parts. Only the feed's own entries and articles count here, which nobody else changes while its
 * host is leased; so the lock is not needed. What is stored about all its entries is looked up unless it is given.
 */
export async function partsOf(
  job: AdmissionJob,
  everything: Recent,
  { store, entriesAPart = ENTRIES_A_PART }: { readonly store: Store; readonly entriesAPart?: number },
  read?: ReadEntries,
): Promise<DocumentParts> {
  const { feed, scope, room, unreadAtFirst = null } = job
  const entries = read?.entries ?? unpackEntries(job.prepared.entries)
  const { policy, epoch } = everything.rules
  const recent = scope === 0 ? null : createRecent(policy, { epoch })
  const arriving = distinctGuids(feed.id, entries, recent ?? everything)
  // What was asked before holds unless the feed reuses its guids.
  const isAsked = read !== undefined && arriving === entries
  const known = isAsked ? read.known : await store.known(keysOf(feed.id, arriving))
  const own = known.entries.filter((entry) => entry.feed === feed.id)
  const { kept, ...size } = withinQuota(arriving, own, room)
  const parts = cut(kept, entriesAPart)
  const habits = parts.length === 1 ? null : documentHabits(feed, kept, known, recent ?? everything)
  const unreadGuids =
    unreadAtFirst === null ? null : newestEntries(entries, unreadAtFirst).map(({ guidKey }) => guidKey)
  return { parts, habits, recent, size, known, uncertainDates: uncertainDatesIn(entries), unreadGuids }
}

/** How many entries have a date that was guessed. */
export function uncertainDatesIn(entries: readonly PreparedEntry[]): number {
  return entries.filter(({ article }) => article.dateUncertain).length
}

export function keysOf(feed: number, entries: readonly PreparedEntry[]): EntryKeys {
  return {
    feed,
    guidKeys: entries.map((entry) => entry.guidKey),
    urlKeys: entries.flatMap((entry) => entry.article.urlKey ?? []),
    articleKeys: entries.map((entry) => entry.article.key),
  }
}

/** The same after an error, when it is not known what of it was stored. */
export function withoutUnstored(document: DocumentParts): DocumentParts {
  if (document.recent === null) return document
  const { policy, epoch } = document.recent.rules
  return { ...document, recent: createRecent(policy, { epoch }) }
}

/** Lists of about so many entries, in their order; entries of one guid, address or key stay together. */
export function cut(entries: readonly PreparedEntry[], size: number): (readonly PreparedEntry[])[] {
  const parts: PreparedEntry[][] = [[]]
  for (const group of sameArticles(entries)) {
    const last = parts.at(-1)!
    if (last.length > 0 && last.length + group.length > size) parts.push(group)
    else last.push(...group)
  }
  return parts
}

/** Entries by article, in the order of the first of each: the same guid, the same address, or the same key. */
function sameArticles(entries: readonly PreparedEntry[]): Iterable<PreparedEntry[]> {
  const groups = new Set<PreparedEntry[]>()
  const groupOf = new Map<string, PreparedEntry[]>()
  for (const entry of entries) {
    const names = namesOf(entry)
    const found = new Set(names.flatMap((name) => (groupOf.has(name) ? [groupOf.get(name)!] : [])))
    const [own = [], ...others] = found
    groups.add(own)
    own.push(entry)
    for (const other of others) {
      own.push(...other)
      groups.delete(other)
    }
    for (const member of others.length === 0 ? [entry] : own) for (const name of namesOf(member)) groupOf.set(name, own)
  }
  const at = new Map(entries.map((entry, index) => [entry, index]))
  return Array.from(groups, (group) => group.sort((a, b) => at.get(a)! - at.get(b)!))
}

function namesOf({ guidKey, article: { key, urlKey } }: PreparedEntry): string[] {
  return [`guid ${guidKey}`, `key ${key}`, ...(urlKey === null ? [] : [`url ${urlKey}`])]
}
