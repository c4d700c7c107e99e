import type { Print } from '../../domain/print.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { createMemo } from '../containers/memo.ts'
import type { DedupPolicy } from '../policies.ts'
import { indexedFields } from '../print/decode-print.ts'
import { createDensePrints } from '../print/dense-print.ts'
import { emptyHeader, haveSameKey, readHeader } from '../print/read-in-place.ts'
import { createSharingDecoder } from '../print/shared-sections.ts'
import type { Rules } from '../rules.ts'
import { createCandidateCounter } from './candidate-counter.ts'
import { createHeldPrints } from './held-prints.ts'
import { createIdentityIndex } from './identity-index.ts'
import { contentIndex, eventIndex, titleIndex } from './layer-indexes.ts'
import { createLazyDayIndex } from './lazy-day-index.ts'
import { createLiveSlots } from './live-slots.ts'

/** So many decoded prints are cached, about the candidates of one newcomer, which several layers compare: what is kept for longer V8 moves to its old generation. */
const CACHE_SIZE = 128
const HOUR_MS = 3_600_000

type Visit = (slot: number) => void

export type RecentIndex = ReturnType<typeof createRecentIndex>

/**
 * Prints in memory with all indexes over them; they are packed where there are more than `unpacked`. A dropped print keeps its slot until the index is rebuilt
 * (`isSparse`).
 */
export function createRecentIndex({ policy, epoch }: Rules, unpacked: number) {
  const identities = createIdentityIndex(policy)
  const counter = createCandidateCounter()
  const title = titleIndex(policy, epoch, counter)
  const dense = createDensePrints()
  const prints = createHeldPrints(dense, unpacked)
  const slots = createLiveSlots()
  const content = contentIndex(policy, (slot) => dense.bodySize(prints.at(slot)), counter)
  const { isAlive, publishedAt } = slots
  const { lookFor } = dense
  const termsAt = (slot: number) => dense.termsIn(prints.at(slot))
  const likelyTermsAt = (slot: number) => dense.likelyTermsIn(prints.at(slot))
  const event = eventIndex(policy, epoch, { termsAt, lookFor, likelyTermsAt, publishedAt }, counter)
  let seen = new Float64Array(64)
  let droppedCount = 0
  let first = 0
  const header = emptyHeader()
  const cached = createMemo<number, Print>(CACHE_SIZE)
  const decode = createSharingDecoder(epoch.window === null)

  /** The bytes of a print, valid until those of another are asked for. */
  const bytesAt = (slot: number): Uint8Array => dense.unpack(prints.at(slot))
  const printAt = (slot: number): Print => {
    const known = cached.get(slot)
    if (known !== undefined) return known
    // Bodies and terms are decoded when they are compared: most candidates are for their titles only. They are read from a copy.
    const print = decode(bytesAt(slot).slice())
    cached.set(slot, print)
    return print
  }
  const drop = (slot: number): void => {
    if (!isAlive(slot)) return
    slots.drop(slot)
    droppedCount++
  }
  const indexText = (slot: number, print = indexedFields(bytesAt(slot))): void => {
    title?.add(slot, print)
    event?.add(slot, print)
  }
  const [titleReach, eventReach] = [titleReachMs(policy), eventReachMs(policy)]
  const lazyDays = createLazyDayIndex(Math.max(titleReach, eventReach), (slot) => {
    if (isAlive(slot)) indexText(slot)
  })
  return {
    /** Adds a print and drops the one its article had; `print` is the decoded form, where there is one. */
    put: (bytes: Uint8Array, print: Print | null): void => {
      readHeader(bytes, header)
      identities.eachKeyStart(header.key, (slot) => {
        if (isAlive(slot) && haveSameKey(bytesAt(slot), bytes)) drop(slot)
      })
      const slot = prints.push(bytes)
      slots.put(slot, header.published)
      seen = ensureCapacity(seen, slot + 1)
      seen[slot] = header.seen
      identities.add(slot, header)
      content?.add(slot, bytes)
      if (lazyDays.isIndexed(header.published)) indexText(slot, print ?? indexedFields(bytes))
      else lazyDays.defer(slot, header.published!)
    },
    drop,
    slotOf: (key: string): number | null => {
      let found: number | null = null
      identities.eachKey(key, (slot) => {
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
      identities.eachOfFeed(feed, (slot) => {
        if (isAlive(slot) && found.length < most) found.push(printAt(slot))
      })
      return found
    },
    printAt,
    bytesAt,
    seenAt: (slot: number) => seen[slot]!,
    isAlive,
    alive: () => prints.size() - droppedCount,
    /** Rebuilding costs as much as loading, so it waits until a third of the slots are unused. */
    isSparse: () => droppedCount > 1000 && 3 * droppedCount > prints.size(),
    eachSlot: (visit: Visit): void => {
      for (let slot = 0; slot < prints.size(); slot++) if (isAlive(slot)) visit(slot)
    },
    /** Indexes what a newcomer of this time is compared with, which its search would do otherwise. */
    prepareInSteps: lazyDays.indexAroundInSteps,
    eachGuid: identities.eachGuid,
    eachAddress: identities.eachAddress,
    eachTitle: (newcomer: Print, visit: Visit) => {
      lazyDays.indexAround(newcomer.published)
      title?.each(newcomer, slots.within(newcomer.published, titleReach), visit)
    },
    eachContent: (newcomer: Print, visit: Visit) => content?.each(newcomer, isAlive, visit),
    eachEvent: (newcomer: Print, visit: Visit) => {
      lazyDays.indexAround(newcomer.published)
      event?.each(newcomer, slots.within(newcomer.published, eventReach), visit)
    },
    bytes: (): number => {
      const indexes = [identities, title, content, event, counter, slots, dense]
      return prints.bytes() + 8 * seen.length + indexes.reduce((sum, index) => sum + (index?.bytes() ?? 0), 0)
    },
  }
}

/** How far apart in time two articles may be for their titles to be compared. */
function titleReachMs({ title }: DedupPolicy): number {
  if (title?.measure === 'soft-idf') return title.thresholds.sameHours * HOUR_MS
  return title?.measure === 'jaccard' ? title.hours * HOUR_MS : Number.POSITIVE_INFINITY
}

/** The same for the event rule. */
function eventReachMs({ event, pairs }: DedupPolicy): number {
  return (event?.measure === 'pair' ? pairs.reachHours : (event?.hours ?? 0)) * HOUR_MS
}
