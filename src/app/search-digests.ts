import { itemsOf } from '../core/digest/self-check.ts'
import type { DigestChannel, SavedSearch, SearchSchedule } from '../core/domain/rule.ts'
import { Trouble } from '../core/domain/trouble.ts'
import type { SearchQuery } from '../core/text/search-query.ts'
import type { Store } from '../io/store/open-store.ts'
import type { DeliveryReport } from './deliver.ts'
import { type DigestDelivery, isFound, RETRY_AFTER_MS } from './digest-delivery.ts'
import type { DigestMaker } from './digest-maker.ts'
import { type DueSearchDigest, dueSearchDigest } from './digest-schedule.ts'
import { withoutMuted } from './load-window.ts'
import { followSearch } from './search-articles.ts'

/** Digests of saved searches at the hours that their reader chose. */
export interface SearchDigests {
  /** Makes what is due, each once per local date; gives how many found something. */
  readonly makeDue: (since: number, onTrouble?: (words: string) => void) => Promise<number>
  /** Delivers what was made and not delivered yet, by all channels or by some; one that is over an hour late is not sent. */
  readonly deliverDue: (
    since: number,
    stop?: AbortSignal,
    only?: readonly DigestChannel[] | null,
  ) => Promise<DeliveryReport[]>
}

/** What these digests need. */
export interface SearchDigestsDeps {
  /** The reader's. */
  readonly store: Store
  readonly reader: number
  readonly zone: string
  readonly now: () => number
  readonly maker: DigestMaker
  readonly delivery: DigestDelivery
  readonly parseSearch: (line: string) => Promise<SearchQuery>
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** What a first digest looks back on, and the most that a later one does. */
const FIRST_MS = DAY_MS
const LONGEST_MS = 7 * DAY_MS
/** The most articles of one digest. */
const MOST_FOUND = 200

interface DueSearch {
  readonly search: SavedSearch
  readonly schedule: SearchSchedule
  readonly due: DueSearchDigest
}

export function createSearchDigests(deps: SearchDigestsDeps): SearchDigests {
  const { store, reader, zone, now, maker, delivery } = deps

  async function dueSince(since: number): Promise<DueSearch[]> {
    const saved = await store.web.savedSearches(reader)
    return saved.flatMap((search): DueSearch[] => {
      const { digest: schedule, digestSince } = search
      if (schedule === null) return []
      const due = dueSearchDigest(schedule, zone, now(), Math.max(since, digestSince ?? 0))
      return due === null ? [] : [{ search, schedule, due }]
    })
  }

  /** The keys of what is new to the search, and how far the index went; what comes into it later is for the next digest. */
  async function findNew({ search, due }: DueSearch) {
    await followSearch(store, () => {})
    const [last] = await store.web.searchDigests(reader, search.id, 1)
    const from = Math.max(last?.at ?? due.at - FIRST_MS, due.at - LONGEST_MS)
    // What came after the hour is for the next digest, however late this one is made.
    const upTo = Math.min(await store.web.indexedTo(), (await store.web.firstIdSince(due.at)) - 1)
    const after = Math.max(last?.upTo ?? 0, (await store.web.firstIdSince(from)) - 1)
    const query = await deps.parseSearch(search.query)
    const keys = await store.web.searchKeys(reader, query, { limit: MOST_FOUND, after, upTo })
    const articles = await withoutMuted(store, reader, await store.articlesByKey(keys))
    const fresh = articles.filter(({ backlog }) => !backlog)
    return { keys: new Set(fresh.map(({ key }) => key)), upTo, windowMs: due.at - from }
  }

  async function make(one: DueSearch): Promise<boolean> {
    const { search, due } = one
    const { keys, upTo, windowMs } = await findNew(one)
    const { id, name, query } = search
    const made = keys.size === 0 ? null : await maker.makeOfSearch({ id, name, query }, { keys, at: due.at, windowMs })
    const digest = made !== null && itemsOf(made).length > 0 ? made : null
    const { localDate, at } = due
    const isKept = await store.web.keepSearchDigest({ reader, search: id, localDate, at, madeAt: now(), upTo, digest })
    return isKept && digest !== null
  }

  const known = ({ search, due }: DueSearch) => store.web.searchDigestOn(reader, search.id, due.localDate)
  return {
    async makeDue(since, onTrouble = failLoudly) {
      let made = 0
      for (const one of await dueSince(since)) {
        if ((await known(one)) !== null) continue
        // A query that cannot be followed any more must not end the polling; an error of the store must.
        const isMade = await make(one).catch((error: unknown) => {
          if (error instanceof Trouble) throw error
          onTrouble(`the digest of the search "${one.search.name}" cannot be made: ${(error as Error).message}`)
          return false
        })
        if (isMade) made++
      }
      return made
    },
    async deliverDue(since, stop, only = null) {
      const reports: DeliveryReport[] = []
      for (const one of await dueSince(since)) {
        const stored = one.due.send ? await known(one) : null
        if (!isFound(stored)) continue
        const message = delivery.searchMessageOf(stored)
        reports.push(...(await delivery.send(message, RETRY_AFTER_MS, stop, inBoth(one.schedule.channels, only))))
      }
      return reports.filter(({ outcome }) => outcome !== 'already')
    },
  }
}

/** What two lists have in common; null is the list of all. */
function inBoth(
  some: readonly DigestChannel[] | null,
  others: readonly DigestChannel[] | null,
): readonly DigestChannel[] | null {
  if (some === null || others === null) return some ?? others
  return some.filter((one) => others.includes(one))
}

function failLoudly(words: string): never {
  throw new Error(words)
}
