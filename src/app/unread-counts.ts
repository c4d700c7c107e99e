import { setImmediate } from 'node:timers/promises'
import type { Store } from '../io/store/open-store.ts'
import type { ListPosition } from '../io/store/web/article-list.ts'

/** Unread articles by feed and by tab, none counted beyond the bound. */
export interface UnreadCounts {
  readonly feeds: ReadonlyMap<number, number>
  readonly tabs: ReadonlyMap<string, number>
  readonly all: number
}

const STRETCH = 1_000
/** So many of the newest articles are looked at. To look at all would take the longer, the less there is unread. */
const STRETCHES = 5
const MOST = 100

/** Counts what a reader has not read of the newest articles. */
export async function countUnread(store: Store, reader: number): Promise<UnreadCounts> {
  const feeds = new Map<number, number>()
  const tabs = new Map<string, number>()
  const one = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, Math.min(MOST, 1 + (counts.get(key) ?? 0)))
  let all = 0
  let from: ListPosition | null = null
  for (let done = 0; done < STRETCHES; done++) {
    const stretch = await store.web.scanByTime(reader, { unread: true }, from, STRETCH)
    const places = await store.web.placesOf(reader, stretch.fitting)
    for (const place of places) {
      for (const feed of place.feeds) one(feeds, feed)
      for (const tab of place.tabs) one(tabs, tab)
    }
    all = Math.min(MOST, all + places.length)
    from = stretch.next
    if (from === null) break
    await setImmediate()
  }
  return { feeds, tabs, all }
}
