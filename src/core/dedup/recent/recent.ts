import type { Match } from '../../domain/match.ts'
import type { Print } from '../../domain/print.ts'
import { readBytes, writeBytes } from '../containers/bytes.ts'
import { type Epoch, epochZero } from '../epoch/epoch.ts'
import { guidMatch } from '../layer1-guid.ts'
import { urlMatch } from '../layer2-url.ts'
import { titleMatch } from '../layer3-title.ts'
import { contentMatch } from '../layer4-content.ts'
import { eventMatch } from '../layer5-event.ts'
import type { DedupPolicy } from '../policies.ts'
import { bytesOf } from '../print/open-print.ts'
import type { Compare, Rules } from '../rules.ts'
import { createShelf } from './recent-index.ts'

/** What a window is opened with besides its policy. */
export interface RecentOptions {
  readonly epoch?: Epoch
  /** A source's place in feeds.yaml: the earlier one is named first among equals. */
  readonly positionOf?: (feed: number) => number
  /** The window never holds more articles; the longest there leave first. */
  readonly most?: number
}

/** The prints of recent articles, found again by everything a policy compares. */
export interface Recent {
  readonly rules: Rules
  readonly positionOf: (feed: number) => number
  readonly add: (print: Print) => void
  /** Adds a stored print without taking it apart more than it must. */
  readonly addBytes: (bytes: Uint8Array) => void
  readonly remove: (key: string) => void
  readonly get: (key: string) => Print | null
  /** Lets go what was seen longer ago than the policy's window. */
  readonly expire: (now: number) => void
  readonly guidMatches: (newcomer: Print) => Match[]
  readonly urlMatches: (newcomer: Print) => Match[]
  readonly titleMatches: (newcomer: Print) => Match[]
  readonly contentMatches: (newcomer: Print) => Match[]
  readonly eventMatches: (newcomer: Print) => Match[]
  /** The latest articles of a feed, newest first. */
  readonly ofFeed: (feed: number, most: number) => Print[]
  readonly each: (visit: (print: Print) => void) => void
  readonly size: () => number
  /** Memory of arena and indexes. */
  readonly bytes: () => number
  readonly snapshot: () => Uint8Array
}

const DAY_MS = 86_400_000
/**
 * Wire copy that a thousand sites carry would be compared with all thousand by each that follows. Where an index knows no
 * nearest, so many findings of one layer settle what becomes of a newcomer; its story is settled later, from the whole set.
 */
const ENOUGH = 200
const MOST = 2_000_000

/** An empty window. */
export function createRecent(policy: DedupPolicy, options: RecentOptions = {}): Recent {
  // An epoch of its own: what is remembered for it goes with this window, and would otherwise keep its prints in memory.
  const rules: Rules = { policy, epoch: { ...(options.epoch ?? epochZero()) } }
  const positionOf = options.positionOf ?? (() => 0)
  const most = options.most ?? MOST
  let shelf = createShelf(rules)

  const addBytes = (bytes: Uint8Array, print: Print | null = null): void => {
    shelf.put(bytes, print)
    if (shelf.alive() > most) shelf.drop(shelf.oldest())
    if (shelf.isSparse()) tidy()
  }
  const tidy = (): void => {
    const fresh = createShelf(rules)
    shelf.eachSlot((slot) => {
      fresh.put(shelf.bytesAt(slot), null)
    })
    shelf = fresh
  }
  const ranked = (found: readonly (readonly [Match, Print])[]): Match[] =>
    found
      .toSorted(
        ([a, first], [b, second]) => rank(a, b) || positionOf(first.feed) - positionOf(second.feed) || byKey(a, b),
      )
      .map(([match]) => match)
  const search = (newcomer: Print, compare: Compare, visitAll: (visit: (slot: number) => void) => void): Match[] => {
    const found: [Match, Print][] = []
    let enough = 0
    visitAll((slot) => {
      if (enough >= ENOUGH || !shelf.isAlive(slot)) return
      const standing = shelf.printAt(slot)
      if (standing.key === newcomer.key) return
      const match = compare(newcomer, standing, rules)
      if (match === null) return
      found.push([match, standing])
      if (match.veto === null) enough++
    })
    return ranked(found)
  }
  return {
    rules,
    positionOf,
    add: (print) => addBytes(bytesOf(print), print),
    addBytes: (bytes) => addBytes(bytes),
    remove: (key) => {
      const slot = shelf.slotOf(key)
      if (slot !== null) shelf.drop(slot)
      if (shelf.isSparse()) tidy()
    },
    get: (key) => {
      const slot = shelf.slotOf(key)
      return slot === null ? null : shelf.printAt(slot)
    },
    expire: (now) => {
      shelf.eachSlot((slot) => {
        if (shelf.seenAt(slot) < now - policy.windowDays * DAY_MS) shelf.drop(slot)
      })
      if (shelf.isSparse()) tidy()
    },
    guidMatches: (newcomer) => identityMatches(newcomer, guidMatch, (visit) => shelf.eachGuid(newcomer.guid, visit)),
    urlMatches: (newcomer) => {
      const address = policy.urlBy === 'urlKey' ? newcomer.urlKey : newcomer.address
      return identityMatches(newcomer, urlMatch, (visit) => {
        const own = shelf.slotOf(newcomer.key)
        if (own !== null) visit(own)
        if (address === null) return
        shelf.eachAddress(address, (slot) => {
          if (slot !== own) visit(slot)
        })
      })
    },
    titleMatches: (newcomer) => search(newcomer, titleMatch, (visit) => shelf.eachTitle(newcomer, visit)),
    contentMatches: (newcomer) => search(newcomer, contentMatch, (visit) => shelf.eachContent(newcomer, visit)),
    eventMatches: (newcomer) => search(newcomer, eventMatch, (visit) => shelf.eachEvent(newcomer, visit)),
    ofFeed: (feed, count) => shelf.ofFeed(feed, count),
    each: (visit) => shelf.eachSlot((slot) => visit(shelf.printAt(slot))),
    size: () => shelf.alive(),
    bytes: () => shelf.bytes(),
    snapshot: () => {
      const out = writeBytes()
      shelf.eachSlot((slot) => {
        const bytes = shelf.bytesAt(slot)
        out.count(bytes.length)
        out.bytes(bytes)
      })
      return out.done()
    },
  }

  /** An article's own later version has its key, so layers 1 and 2 do look at it. */
  function identityMatches(newcomer: Print, compare: Compare, visitAll: (visit: (slot: number) => void) => void) {
    const found: [Match, Print][] = []
    visitAll((slot) => {
      if (!shelf.isAlive(slot)) return
      const match = compare(newcomer, shelf.printAt(slot), rules)
      if (match !== null) found.push([match, shelf.printAt(slot)])
    })
    return ranked(found)
  }
}

/** A window as its snapshot left it. */
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

/** Sure before likely, counted before overturned, alike before less alike. */
function rank(a: Match, b: Match): number {
  const sure = (match: Match) => (match.veto !== null ? 0 : match.relation === 'same' ? 2 : 1)
  return sure(b) - sure(a) || b.value - a.value
}

function byKey(a: Match, b: Match): number {
  return a.with < b.with ? -1 : a.with > b.with ? 1 : 0
}
