import type { DedupPolicy } from '../policies.ts'
import type { PrintHeader } from '../print/read-in-place.ts'
import { createSortedPostings } from './sorted-postings.ts'

type Visit = (slot: number) => void

/** Inverted indexes over what identifies an article: its key, guid and address, and its feed. They hold the first four bytes of a hash; the caller compares the whole. */
export interface IdentityIndex {
  readonly add: (slot: number, header: PrintHeader) => void
  readonly eachKeyStart: (start: number, visit: Visit) => void
  readonly eachKey: (key: string, visit: Visit) => void
  readonly eachGuid: (guid: string, visit: Visit) => void
  readonly eachAddress: (address: string, visit: Visit) => void
  readonly eachOfFeed: (feed: number, visit: Visit) => void
  readonly bytes: () => number
}

/** Empty indexes for a policy, which says what an address is. */
export function createIdentityIndex({ urlBy }: DedupPolicy): IdentityIndex {
  const keys = createSortedPostings()
  const guids = createSortedPostings()
  const addresses = createSortedPostings()
  const feeds = createSortedPostings()
  return {
    add: (slot, header) => {
      keys.add(header.key, slot)
      guids.add(header.guid, slot)
      const address = urlBy === 'urlKey' ? header.urlKey : header.address
      if (address !== null) addresses.add(address, slot)
      feeds.add(header.feed, slot)
    },
    eachKeyStart: keys.each,
    eachKey: (key, visit) => keys.each(startOf(key), visit),
    eachGuid: (guid, visit) => guids.each(startOf(guid), visit),
    eachAddress: (address, visit) => addresses.each(startOf(address), visit),
    eachOfFeed: feeds.each,
    bytes: () => [keys, guids, addresses, feeds].reduce((sum, index) => sum + index.bytes(), 0),
  }
}

/** The first four bytes of a hash. */
function startOf(hash: string): number {
  return Number.parseInt(hash.slice(0, 8), 16)
}
