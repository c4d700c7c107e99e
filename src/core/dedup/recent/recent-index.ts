import type { Print } from '../../domain/print.ts'
import { createArena } from '../containers/chunked-bytes.ts'
import { withRoom } from '../containers/growing-column.ts'
import { createMemo } from '../containers/memo.ts'
import { decodePrint, haveOneKey } from '../print/encode-print.ts'
import { type IndexedPart, indexedPart } from '../print/indexed-part.ts'
import { emptyLabel, readLabel } from '../print/print-label.ts'
import type { Rules } from '../rules.ts'
import { createTally } from './candidate-counter.ts'
import { contentIndex, eventIndex, titleIndex } from './layer-indexes.ts'
import { createDays } from './lazy-day-index.ts'
import { createOpenSlots } from './open-slots.ts'
import { createSortedPostings } from './sorted-postings.ts'

/** So many of the prints read last are kept at hand. */
const AT_HAND = 1024

type Visit = (slot: number) => void

/** Columns and indexes of one generation of the window; what was dropped only leaves with the whole. */
export function createShelf({ policy, epoch }: Rules) {
  const arena = createArena()
  const keys = createSortedPostings()
  const guids = createSortedPostings()
  const addresses = createSortedPostings()
  const feeds = createSortedPostings()
  const tally = createTally()
  const title = titleIndex(policy, epoch, tally)
  const content = contentIndex(policy, arena.at, tally)
  const event = eventIndex(policy, epoch, arena.at, tally)
  const open = createOpenSlots()
  const { isAlive } = open
  let seen = new Float64Array(64)
  let deadCount = 0
  let first = 0
  const label = emptyLabel()
  const atHand = createMemo<number, Print>(AT_HAND)

  const printAt = (slot: number): Print => {
    const known = atHand.get(slot)
    if (known !== undefined) return known
    const print = decodePrint(arena.at(slot))
    atHand.set(slot, print)
    return print
  }
  const drop = (slot: number): void => {
    if (!isAlive(slot)) return
    open.drop(slot)
    deadCount++
  }
  const index = (slot: number, print: IndexedPart): void => {
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

  const days = createDays(Math.max(titleReach, eventReach), (slot) => {
    if (isAlive(slot)) index(slot, indexedPart(arena.at(slot)))
  })

  return {
    /** Takes a print in, in the place of the one its article had; `print` spares opening the bytes where it is at hand. */
    put: (bytes: Uint8Array, print: Print | null): void => {
      readLabel(bytes, label)
      keys.each(label.key, (slot) => {
        if (isAlive(slot) && haveOneKey(arena.at(slot), bytes)) drop(slot)
      })
      const slot = arena.push(bytes)
      tally.makeRoom(slot)
      open.put(slot, label.published)
      seen = withRoom(seen, slot + 1)
      seen[slot] = label.seen
      keys.add(label.key, slot)
      guids.add(label.guid, slot)
      const address = policy.urlBy === 'urlKey' ? label.urlKey : label.address
      if (address !== null) addresses.add(address, slot)
      feeds.add(label.feed, slot)
      content?.add(slot, bytes)
      if (days.isOpen(label.published)) index(slot, print ?? indexedPart(bytes))
      else days.wait(slot, label.published!)
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
    bytesAt: (slot: number) => arena.at(slot),
    seenAt: (slot: number) => seen[slot]!,
    isAlive,
    alive: () => arena.size() - deadCount,
    /** Rebuilding costs as much as restoring, so it waits until a third would be left out. */
    isSparse: () => deadCount > 1000 && 3 * deadCount > arena.size(),
    eachSlot: (visit: Visit): void => {
      for (let slot = 0; slot < arena.size(); slot++) if (isAlive(slot)) visit(slot)
    },
    eachGuid: (guid: string, visit: Visit) => guids.each(shortOf(guid), visit),
    eachAddress: (address: string, visit: Visit) => addresses.each(shortOf(address), visit),
    eachTitle: (newcomer: Print, visit: Visit) => {
      days.openAround(newcomer.published)
      title?.each(newcomer, open.within(newcomer.published, titleReach), visit)
    },
    eachContent: (newcomer: Print, visit: Visit) => content?.each(newcomer, isAlive, visit),
    eachEvent: (newcomer: Print, visit: Visit) => {
      days.openAround(newcomer.published)
      event?.each(newcomer, open.within(newcomer.published, eventReach), visit)
    },
    bytes: (): number => {
      const indexes = [keys, guids, addresses, feeds, title, content, event, tally, open]
      return arena.bytes() + 8 * seen.length + indexes.reduce((sum, index) => sum + (index?.bytes() ?? 0), 0)
    },
  }
}

/** Four bytes of a hash find it; the whole of it is compared after. */
function shortOf(hash: string): number {
  return Number.parseInt(hash.slice(0, 8), 16)
}
