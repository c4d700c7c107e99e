import { setImmediate } from 'node:timers/promises'
import type { ParsedStarred, StarredItem } from '../core/opml/read-starred.ts'
import { prepareInFull } from '../core/prepare.ts'
import { keyHash } from '../core/text/key-hash.ts'
import { urlKey } from '../core/text/url-key.ts'
import { admitUnpolled, type UnpolledDeps } from './admit-unpolled.ts'

/** What an import of starred articles came to. */
export interface StarredReport {
  /** How many articles are saved now. */
  readonly saved: number
  /** How many of these were not stored before. */
  readonly stored: number
}

/** What the import needs; the store is the reader's. */
export interface StarredDeps extends UnpolledDeps {
  readonly reader: number
  readonly onDone: (done: number) => void
}

const ITEMS_A_STEP = 50

/**
 * Saves starred articles for a reader. Those that are stored are found by their address; others are stored first, as articles of a
 * source that is the reader's alone and never polled: they are compared with no other article, and nobody else sees them.
 */
export async function importStarred({ items }: ParsedStarred, deps: StarredDeps): Promise<StarredReport> {
  let [saved, stored] = [0, 0]
  for (let from = 0; from < items.length; from += ITEMS_A_STEP) {
    const some = items.slice(from, from + ITEMS_A_STEP)
    const known = await storedAt(some, deps)
    const missing = some.filter(({ url }) => !known.has(addressKey(url)))
    const imported = missing.length > 0 ? await storeItems(missing, deps) : NONE
    const keys = [...new Set([...known.values(), ...imported.keys])]
    await deps.store.web.markSaved(deps.reader, keys, deps.now())
    saved += keys.length
    stored += imported.added
    deps.onDone(some.length)
    await setImmediate()
  }
  return { saved, stored }
}

const addressKey = (url: string): string => keyHash(urlKey(url) ?? url)

const storedAt = (items: readonly StarredItem[], { store, reader }: StarredDeps) =>
  store.web.articlesAt(
    reader,
    items.map(({ url }) => addressKey(url)),
  )

/** Not a host that can be asked for anything. */
const sourceUrl = (reader: number) => `https://starred.invalid/${reader}`

const NONE: StoredItems = { keys: [], added: 0 }

interface StoredItems {
  /** Of the articles. */
  readonly keys: readonly string[]
  readonly added: number
}

async function storeItems(items: readonly StarredItem[], deps: StarredDeps): Promise<StoredItems> {
  const { store, now, reader } = deps
  const startedAt = now()
  const url = sourceUrl(reader)
  const unsaid = { tab: null, category: null, tier: null, owner: null, language: null }
  const request = { url, ...unsaid, name: 'Starred elsewhere', kind: 'dormant', maxItems: 20, private: true } as const
  const feed = await store.crawlFeed({ ...request, position: 1_000_000 }, startedAt)
  const [source] = await store.sourcesById([feed.source])
  const body = Buffer.from(JSON.stringify(jsonFeed(items)))
  const prepared = await prepareInFull({
    fetched: { body, contentType: 'application/feed+json', headers: {}, url },
    feed: feed.id,
    source: { ...request, private: true },
    known: new Uint8Array(),
    now: startedAt,
    layered: deps.recentCache.policy.name === 'layered',
    // What was starred once is no news.
    bounds: { entries: ITEMS_A_STEP, fresh: 0 },
  })
  if (prepared.kind !== 'feed') throw new Error('a JSON feed of ours cannot be parsed')
  const { entries } = prepared
  const { count } = await admitUnpolled({ feed, source: source!, entries, startedAt, bytes: body.length }, deps)
  // Of two that are alike, one is stored.
  const stored = await store.articlesByKey(entries.map(({ article }) => article.key))
  return { keys: stored.map(({ key }) => key), added: count.added }
}

/** The way of every article leads through the parser: sanitising, dates and languages are its business. */
const jsonFeed = (items: readonly StarredItem[]) => ({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Starred elsewhere',
  items: items.map(({ url, title, html, author, publishedAt, origin }) => ({
    id: url,
    url,
    title: title ?? undefined,
    content_html: html ?? title ?? url,
    date_published: publishedAt === null ? undefined : new Date(publishedAt).toISOString(),
    authors: author === null && origin === null ? undefined : [{ name: author ?? origin }],
  })),
})
