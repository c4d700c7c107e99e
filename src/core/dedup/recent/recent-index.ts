import type { Print } from '../../domain/print.ts'
import { createChunkedBytes } from '../containers/chunked-bytes.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { createMemo } from '../containers/memo.ts'
import {
  decodePrint,
  emptyHeader,
  haveSameKey,
  type IndexedFields,
  indexedFields,
  readHeader,
} from '../print/print-layout.ts'
import type { Rules } from '../rules.ts'
import { createCandidateCounter } from './candidate-counter.ts'
import { contentIndex, eventIndex, titleIndex } from './layer-indexes.ts'
import { createLazyDayIndex } from './lazy-day-index.ts'
import { createLiveSlots } from './live-slots.ts'
import { createSortedPostings } from './sorted-postings.ts'

/** So many decoded prints are cached. */
const CACHE_SIZE = 1024

type Visit = (slot: number) => void

/** Prints in memory with all indexes over them. A dropped print keeps its slot until the index is rebuilt (`isSparse`). */
export function createRecentIndex({ policy, epoch }: Rules) {
  const prints = createChunkedBytes()
  const keys = createSortedPostings()
  const guids = createSortedPostings()
  const addresses = createSortedPostings()
  const feeds = createSortedPostings()
  const counter = createCandidateCounter()
  const title = titleIndex(policy, epoch, counter)
  const content = contentIndex(policy, prints.at, counter)
  const event = eventIndex(policy, epoch, prints.at, counter)
  const open = createLiveSlots()
  const { isAlive } = open
  let seen = new Float64Array(64)
  let droppedCount = 0
  let first = 0
  const header = emptyHeader()
  const cached = createMemo<number, Print>(CACHE_SIZE)

  const printAt = (slot: number): Print => {
    const known = cached.get(slot)
    if (known !== undefined) return known
    const print = decodePrint(prints.at(slot))
    cached.set(slot, print)
    return print
  }
  const drop = (slot: number): void => {
    if (!isAlive(slot)) return
    open.drop(slot)
    droppedCount++
  }
  const index = (slot: number, print: IndexedFields): void => {
    title?.add(slot, print)
    event?.add(slot, print)
  }
  const titleReach =
    policy.title?.measure === 'soft-idf'
      ? policy.title.thresholds.sameHours * 3_600_000
      : policy.title?.measure === 'jaccard'
        ? policy.title.hours * 3_600_000
        : Number.POSITIVE_INFINITY
  const eventReach =
    (policy.event?.measure === 'pair' ? policy.pairs.reachHours : (policy.event?.hours ?? 0)) * 3_600_000

  const lazyDays = createLazyDayIndex(Math.max(titleReach, eventReach), (slot) => {
    if (isAlive(slot)) index(slot, indexedFields(prints.at(slot)))
  })

  return {
    /** Adds a print and drops the one its article had; `print` is the decoded form, where there is one. */
    put: (bytes: Uint8Array, print: Print | null): void => {
      readHeader(bytes, header)
      keys.each(header.key, (slot) => {
        if (isAlive(slot) && haveSameKey(prints.at(slot), bytes)) drop(slot)
      })
      const slot = prints.push(bytes)
      counter.makeRoom(slot)
      open.put(slot, header.published)
      seen = ensureCapacity(seen, slot + 1)
      seen[slot] = header.seen
      keys.add(header.key, slot)
      guids.add(header.guid, slot)
      const address = policy.urlBy === 'urlKey' ? header.urlKey : header.address
      if (address !== null) addresses.add(address, slot)
      feeds.add(header.feed, slot)
      content?.add(slot, bytes)
      if (lazyDays.isIndexed(header.published)) index(slot, print ?? indexedFields(bytes))
      else lazyDays.defer(slot, header.published!)
    },
    drop,
    slotOf: (key: string): number | null => {
      let found: number | null = null
      keys.each(shortOf(key), (slot) => {
        if (isAlive(slot) && found === null && printAt(slot).key === key) found = slot
      })
      return found
    },
    oldest: (): number => {
      while (!isAlive(first)) first++
      return first
    },
    ofFeed: (feed: number, most: number): Print[] => {
      const found: Print[] = []
      feeds.each(feed, (slot) => {
        if (isAlive(slot) && found.length < most) found.push(printAt(slot))
      })
      return found
    },
    printAt,
    bytesAt: (slot: number) => prints.at(slot),
    seenAt: (slot: number) => seen[slot]!,
    isAlive,
    alive: () => prints.size() - droppedCount,
    /** Rebuilding costs as much as loading, so it waits until a third of the slots are unused. */
    isSparse: () => droppedCount > 1000 && 3 * droppedCount > prints.size(),
    eachSlot: (visit: Visit): void => {
      for (let slot = 0; slot < prints.size(); slot++) if (isAlive(slot)) visit(slot)
    },
    eachGuid: (guid: string, visit: Visit) => guids.each(shortOf(guid), visit),
    eachAddress: (address: string, visit: Visit) => addresses.each(shortOf(address), visit),
    eachTitle: (newcomer: Print, visit: Visit) => {
      lazyDays.indexAround(newcomer.published)
      title?.each(newcomer, open.within(newcomer.published, titleReach), visit)
    },
    eachContent: (newcomer: Print, visit: Visit) => content?.each(newcomer, isAlive, visit),
    eachEvent: (newcomer: Print, visit: Visit) => {
      lazyDays.indexAround(newcomer.published)
      event?.each(newcomer, open.within(newcomer.published, eventReach), visit)
    },
    bytes: (): number => {
      const indexes = [keys, guids, addresses, feeds, title, content, event, counter, open]
      return prints.bytes() + 8 * seen.length + indexes.reduce((sum, index) => sum + (index?.bytes() ?? 0), 0)
    },
  }
}

/** The first four bytes of a hash, which the indexes store; the whole hash is compared afterwards. */
function shortOf(hash: string): number {
  return Number.parseInt(hash.slice(0, 8), 16)
}
