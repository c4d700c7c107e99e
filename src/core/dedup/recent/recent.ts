import type { Match } from '../../domain/match.ts'
import type { Print } from '../../domain/print.ts'
import type { Steps } from '../../domain/steps.ts'
import { readBytes, writeBytes } from '../containers/bytes.ts'
import { type Epoch, epochZero } from '../epoch/epoch.ts'
import { guidMatch } from '../layer1-guid.ts'
import { urlMatch } from '../layer2-url.ts'
import { titleMatch } from '../layer3-title.ts'
import { contentMatch } from '../layer4-content.ts'
import { eventMatch } from '../layer5-event.ts'
import type { DedupPolicy } from '../policies.ts'
import { bytesOf } from '../print/encoded-prints.ts'
import { emptyHeader, readHeader } from '../print/read-in-place.ts'
import type { Compare, Rules } from '../rules.ts'
import { createRecentIndex, type RecentIndex } from './recent-index.ts'

/** Options of `createRecent` besides the policy. */
export interface RecentOptions {
  readonly epoch?: Epoch
  /** A source's position in feeds.yaml, which breaks ties: the earlier one comes first. */
  readonly positionOf?: (feed: number) => number
  /** The most articles to hold; the oldest leave first. */
  readonly most?: number
  /** False for one whose user calls `tidy` when there is time for it. */
  readonly compactsItself?: boolean
  /** How many prints are held as they are stored; the further ones are packed. */
  readonly unpacked?: number
}

/** The prints of recent articles in memory, with an index for every rule of a policy. */
export interface Recent {
  readonly rules: Rules
  readonly positionOf: (feed: number) => number
  readonly add: (print: Print) => void
  /** Adds a stored print, decoding no more of it than its indexes need. */
  readonly addBytes: (bytes: Uint8Array) => void
  readonly remove: (key: string) => void
  readonly get: (key: string) => Print | null
  /** Drops what was first seen longer ago than the policy's window. */
  readonly expire: (now: number) => void
  /** Rebuilds the indexes when many of their slots are unused, which takes as long as loading. */
  readonly tidy: () => void
  /** Indexes what newcomers are compared with, given by their bytes; deciding about them does the same, but not in steps. */
  readonly prepareInSteps: (newcomers: Iterable<Uint8Array>) => Steps<void>
  /** The same for newcomers that are published at a time. */
  readonly indexAroundInSteps: (published: number) => Steps<void>
  readonly guidMatches: (newcomer: Print) => Match[]
  readonly urlMatches: (newcomer: Print) => Match[]
  readonly titleMatches: (newcomer: Print) => Match[]
  readonly contentMatches: (newcomer: Print) => Match[]
  readonly eventMatches: (newcomer: Print) => Match[]
  /** The latest articles of a feed, newest first. */
  readonly ofFeed: (feed: number, most: number) => Print[]
  readonly each: (visit: (print: Print) => void) => void
  readonly size: () => number
  /** Memory of prints and indexes. */
  readonly bytes: () => number
  readonly snapshot: () => Uint8Array
}

const DAY_MS = 86_400_000
/**
 * An agency text on a thousand sites would otherwise cost a thousand comparisons for each further copy. A search ends after so
 * many matches of one layer: they are enough to decide about a newcomer, and stories are made later from the whole set.
 */
const ENOUGH = 200
const MOST = 2_000_000
/**
 * In a small window packing saves a few megabytes, and takes a twelfth of the processor time of a command that polls some hundred feeds
 * and ends.
 */
const UNPACKED = 8_192

/** No articles yet. */
export function createRecent(policy: DedupPolicy, options: RecentOptions = {}): Recent {
  // A copy of the epoch: caches are kept per epoch object, and are collected together with this window.
  const rules: Rules = { policy, epoch: { ...(options.epoch ?? epochZero()) } }
  const positionOf = options.positionOf ?? (() => 0)
  const { most = MOST, compactsItself = true, unpacked = UNPACKED } = options
  let index = createRecentIndex(rules, unpacked)

  const addBytes = (bytes: Uint8Array, print: Print | null = null): void => {
    index.put(bytes, print)
    if (index.alive() > most) index.drop(index.oldest())
    if (compactsItself) tidy()
  }
  const tidy = (): void => {
    if (index.isSparse()) compact()
  }
  const compact = (): void => {
    const fresh = createRecentIndex(rules, unpacked)
    index.eachSlot((slot) => {
      fresh.put(index.bytesAt(slot), null)
    })
    index = fresh
  }
  const ranked = (found: readonly Found[]): Match[] => rankedBy(positionOf, found)
  const search = (newcomer: Print, compare: Compare, visitAll: VisitAll): Match[] =>
    ranked(enoughMatches(index, newcomer, (existing) => compare(newcomer, existing, rules), visitAll))
  return {
    rules,
    positionOf,
    add: (print) => addBytes(bytesOf(print), print),
    addBytes: (bytes) => addBytes(bytes),
    remove: (key) => {
      const slot = index.slotOf(key)
      if (slot !== null) index.drop(slot)
      if (compactsItself) tidy()
    },
    get: (key) => {
      const slot = index.slotOf(key)
      return slot === null ? null : index.printAt(slot)
    },
    expire: (now) => {
      index.eachSlot((slot) => {
        if (index.seenAt(slot) < now - policy.windowDays * DAY_MS) index.drop(slot)
      })
      if (compactsItself) tidy()
    },
    tidy,
    *prepareInSteps(newcomers) {
      const header = emptyHeader()
      for (const bytes of newcomers) {
        readHeader(bytes, header)
        yield* index.prepareInSteps(header.published)
      }
    },
    indexAroundInSteps: (published) => index.prepareInSteps(published),
    guidMatches: (newcomer) => identityMatches(newcomer, guidMatch, (visit) => index.eachGuid(newcomer.guid, visit)),
    urlMatches: (newcomer) => {
      const address = policy.urlBy === 'urlKey' ? newcomer.urlKey : newcomer.address
      return identityMatches(newcomer, urlMatch, (visit) => {
        const own = index.slotOf(newcomer.key)
        if (own !== null) visit(own)
        if (address === null) return
        index.eachAddress(address, (slot) => {
          if (slot !== own) visit(slot)
        })
      })
    },
    titleMatches: (newcomer) => search(newcomer, titleMatch, (visit) => index.eachTitle(newcomer, visit)),
    contentMatches: (newcomer) => search(newcomer, contentMatch, (visit) => index.eachContent(newcomer, visit)),
    eventMatches: (newcomer) => search(newcomer, eventMatch, (visit) => index.eachEvent(newcomer, visit)),
    ofFeed: (feed, count) => index.ofFeed(feed, count),
    each: (visit) => index.eachSlot((slot) => visit(index.printAt(slot))),
    size: () => index.alive(),
    bytes: () => index.bytes(),
    snapshot: () => {
      const out = writeBytes()
      index.eachSlot((slot) => {
        const bytes = index.bytesAt(slot)
        out.count(bytes.length)
        out.bytes(bytes)
      })
      return out.done()
    },
  }

  /** Layers 1 and 2 compare a newcomer with its own article too: a later version has the article's key. */
  function identityMatches(newcomer: Print, compare: Compare, visitAll: VisitAll) {
    const found: Found[] = []
    visitAll((slot) => {
      if (!index.isAlive(slot)) return
      const match = compare(newcomer, index.printAt(slot), rules)
      if (match !== null) found.push([match, index.printAt(slot)])
    })
    return ranked(found)
  }
}

/** A match and the print it was found with. */
type Found = readonly [Match, Print]
type VisitAll = (visit: (slot: number) => void) => void

/** Compares candidates until there are enough matches. */
function enoughMatches(
  index: RecentIndex,
  newcomer: Print,
  compare: (existing: Print) => Match | null,
  visitAll: VisitAll,
): Found[] {
  const found: Found[] = []
  let enough = 0
  visitAll((slot) => {
    if (enough >= ENOUGH || !index.isAlive(slot)) return
    const existing = index.printAt(slot)
    if (existing.key === newcomer.key) return
    const match = compare(existing)
    if (match === null) return
    found.push([match, existing])
    if (match.veto === null) enough++
  })
  return found
}

/** The best first; of equal ones the feed that comes first among the sources. */
function rankedBy(positionOf: (feed: number) => number, found: readonly Found[]): Match[] {
  return found
    .toSorted(
      ([a, first], [b, second]) => rank(a, b) || positionOf(first.feed) - positionOf(second.feed) || byKey(a, b),
    )
    .map(([match]) => match)
}

/** Restores what `snapshot` saved. */
export function restoreRecent(snapshot: Uint8Array, policy: DedupPolicy, options: RecentOptions = {}): Recent {
  const recent = createRecent(policy, options)
  const read = readBytes(snapshot)
  for (let at = 0; at < snapshot.length; ) {
    const length = read.count()
    recent.addBytes(read.bytes(length))
    at = read.place()
  }
  return recent
}

/** Certain matches before likely ones, both before vetoed ones; then by value. */
function rank(a: Match, b: Match): number {
  const sure = (match: Match) => (match.veto !== null ? 0 : match.relation === 'same' ? 2 : 1)
  return sure(b) - sure(a) || b.value - a.value
}

function byKey(a: Match, b: Match): number {
  return a.with < b.with ? -1 : a.with > b.with ? 1 : 0
}
