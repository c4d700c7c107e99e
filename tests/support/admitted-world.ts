import { decidePoll, distinctGuids } from '../../src/core/dedup/decide-poll.ts'
import { policyOf } from '../../src/core/dedup/policies.ts'
import { decodePrint } from '../../src/core/dedup/print/decode-print.ts'
import { createRecent } from '../../src/core/dedup/recent/recent.ts'
import { answerTo } from '../../src/core/demo/answer-to.ts'
import { type ListedEntry, listedEntries } from '../../src/core/demo/listed-entries.ts'
import type { World, WorldSource } from '../../src/core/demo/world.ts'
import type { ArticleRef, Known, KnownArticle, KnownEntry, PrintBytes } from '../../src/core/domain/admission.ts'
import type { Article } from '../../src/core/domain/article.ts'
import type { Disposition } from '../../src/core/domain/disposition.ts'
import type { PreparedEntry } from '../../src/core/domain/prepared.ts'
import type { Print } from '../../src/core/domain/print.ts'
import { prepare } from '../../src/core/prepare.ts'

/** One entry of the world as it was admitted: each time it was new or changed. */
export interface Arrival {
  /** The entry's name in the world's truth. */
  readonly entry: string
  readonly disposition: Disposition
  /** Number of the article it stands for. */
  readonly article: number
}

/** What a world came to, without sockets and without a store. */
export interface AdmittedWorld {
  readonly arrivals: readonly Arrival[]
  /** By number. */
  readonly articles: ReadonlyMap<number, { readonly key: string; readonly revision: number }>
  readonly prints: readonly Print[]
  readonly ownerOf: (feed: number) => string | null
}

/** When the feeds are asked, and in which order. */
export interface Rounds {
  /** How long after the world's opening the first round is. */
  readonly afterMs: number
  readonly everyMs: number
  readonly sources: readonly WorldSource[]
}

/** Polls every feed of a world in rounds, and decides what comes as admission does. */
export function admitWorld(world: World, { afterMs, everyMs, sources }: Rounds): AdmittedWorld {
  const store = storeOf(world)
  const etags = new Map<string, string>()
  const seen = new Map<string, Uint8Array>()
  for (let at = world.opensAt + afterMs; ; at = Math.min(at + everyMs, world.closesAt)) {
    for (const source of sources) {
      const answer = ask(world, source.url, etags.get(source.id) ?? null, at)
      if (answer === null) continue
      const { headers, url, body } = answer
      const prepared = prepare(
        {
          fetched: { body, headers, url, contentType: headers['content-type'] ?? null },
          feed: store.feedOf(source),
          source,
          known: seen.get(source.id) ?? new Uint8Array(0),
          now: at,
          layered: false,
        },
        null,
      )
      if (prepared.kind !== 'feed') continue
      if (prepared.complete && headers.etag !== undefined) etags.set(source.id, headers.etag)
      seen.set(source.id, prepared.rawHashes)
      store.admit(source, prepared.entries, at)
    }
    if (at >= world.closesAt) return store.contents()
  }
}

/** One GET with redirects followed; null for anything but a document. */
function ask(world: World, url: string, etag: string | null, at: number) {
  for (let address = url; ; ) {
    const answer = answerTo(world, { url: address, ifNoneMatch: etag, ifModifiedSince: null }, at)
    if (answer.kind === 'stall') return null
    const { headers, body, status } = answer
    if (headers.location === undefined) return status === 200 ? { headers, body, url: address } : null
    address = headers.location
  }
}

interface Stored extends KnownArticle {
  readonly print: Print
}

/** As much of a store as admission asks. */
function storeOf(world: World) {
  const feeds = new Map(world.sources.map((source, at) => [source.id, at + 1]))
  const recent = createRecent(policyOf('calibrated'), { positionOf: (feed) => feed })
  const entries = new Map<string, KnownEntry>()
  const articles = new Map<number, Stored>()
  const arrivals: Arrival[] = []
  let last = 0

  const put = (id: number, article: Article, { value }: PrintBytes, revision: number): void => {
    const { key, feed, urlKey, contentHash, wordCount, published } = article
    const print = decodePrint(value)
    articles.set(id, { id, key, feed, position: feed, urlKey, contentHash, wordCount, published, revision, print })
  }
  const byKey = (key: string) => [...articles.values()].find((one) => one.key === key)
  const known = (feed: number, arriving: readonly PreparedEntry[]): Known => {
    const guids = new Set(arriving.map(({ guidKey }) => guidKey))
    const urls = new Set(arriving.map(({ article }) => article.urlKey))
    const keys = new Set(arriving.map(({ article }) => article.key))
    const found = [...entries.values()].filter(
      (one) => (one.feed === feed && guids.has(one.guidKey)) || (one.urlKey !== null && urls.has(one.urlKey)),
    )
    const ids = new Set(found.map(({ article }) => article))
    return { entries: found, articles: [...articles.values()].filter(({ id, key }) => ids.has(id) || keys.has(key)) }
  }
  return {
    feedOf: ({ id }: WorldSource) => feeds.get(id)!,
    admit: (source: WorldSource, prepared: readonly PreparedEntry[], at: number) => {
      const feed = feeds.get(source.id)!
      const arriving = distinctGuids(feed, prepared, recent)
      const decided = decidePoll({ id: feed, position: feed }, arriving, known(feed, arriving), recent)
      const first = last
      for (const { article, print } of decided.articles) put(++last, article, print!, 0)
      const idOf = (place: ArticleRef): number =>
        'id' in place ? place.id : 'added' in place ? first + 1 + place.added : byKey(place.key)!.id
      for (const { kind, of, article, print } of decided.revisions) {
        const old = articles.get(idOf(of))!
        if (kind === 'stays') articles.set(old.id, { ...old, revision: old.revision + 1 })
        else put(old.id, { ...article, key: old.key }, print!, old.revision + (kind === 'rehomes' ? 0 : 1))
      }
      const listed = prepared.length === 0 ? [] : listedEntries(world, source, at)
      decided.entries.forEach((entry, place) => {
        const article = idOf(entry.article!)
        const { guidKey, urlKey, rawHash, disposition } = entry
        entries.set(`${feed} ${guidKey}`, { feed, guidKey, urlKey, rawHash, disposition, article })
        arrivals.push({ entry: entryOf(listed, arriving[place]!.article), disposition, article })
      })
    },
    contents: (): AdmittedWorld => ({
      arrivals,
      articles,
      prints: [...articles.values()].map(({ print }) => print),
      ownerOf: (feed) => world.sources[feed - 1]?.owner ?? null,
    }),
  }
}

/** Which entry of the world an article was made of. */
function entryOf(listed: readonly ListedEntry[], article: Article): string {
  const found =
    listed.find(({ guid }) => guid !== null && guid.value === article.guid) ??
    listed.find(({ title, url }) => plain(title) === plain(article.title) || url === article.url)
  if (found === undefined) throw new Error(`the world lists no "${article.title}"`)
  return found.id
}

const plain = (title: string | null) => title?.replace(/\s+/gu, ' ')
