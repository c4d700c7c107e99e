import { sql } from 'kysely'
import { addSource, addSources, crawlFeed } from './add-sources.ts'
import { articlesSeenBy, SEES_ENTRY, SEES_SOURCE, sourcesOfFeeds } from './article-scope.ts'
import {
  articleAtAddress,
  articleById,
  articleHeads,
  articlePage,
  articlesByKey,
  originsOf,
  revisedSince,
  visibleKeys,
  type WindowTotals,
} from './articles.ts'
import type { Db } from './dialect.ts'
import { events, eventsSeenBy, latestEvents } from './events.ts'
import { type FacedArticle, feedFaces, withFaces } from './feed-faces.ts'
import { feeds } from './feeds.ts'
import { linksOf } from './links.ts'
import { matchesOf } from './matches.ts'
import type { Store } from './open-store.ts'
import { asReaderSearches } from './reader-search.ts'
import { retireSource } from './retire-sources.ts'
import { bestScored } from './scores.ts'
import { searchArticles } from './search.ts'
import { toSource } from './source-rows.ts'
import { hiddenSources } from './sources.ts'
import { partlySeen, storyMembers } from './story-members.ts'
import { asSubscribed, seesEverything, sourceViews } from './subscriptions.ts'
import { anythingSeen, articleLines, countStories } from './windows.ts'

/**
 * The queries whose results depend on the reader: articles through the feeds they follow, filed and named as they have those.
 * What they add or remove is theirs. A reader who sees everything gets what is stored as it is.
 */
export function readerView(db: Db, store: Queries, reader: number): Partial<Queries> {
  return { ...reading(db, store, reader), ...writing(db, reader) }
}

type Queries = Omit<Store, 'viewOf' | 'web' | 'shared'>

/** Each query by the part that the reader may see, unless they see everything. */
function reading(db: Db, store: Queries, reader: number): Partial<Queries> {
  const limited: Record<string, unknown> = {
    ...articleQueries(db, reader),
    ...storyQueries(db, reader),
    ...feedQueries(db, reader),
  }
  const chosen = Object.entries(limited).map(([name, query]) => {
    const whole = store[name as keyof Queries] as AnyQuery
    const choose: AnyQuery = async (...args) =>
      (await seesEverything(db, reader)) ? whole(...args) : (query as AnyQuery)(...args)
    return [name, choose]
  })
  return Object.fromEntries(chosen)
}

type AnyQuery = (...args: unknown[]) => Promise<unknown>

function writing(db: Db, reader: number): Partial<Queries> {
  return {
    addSource: async (request, now, title = null) => {
      const added = await addSource(db, request, now, title, reader)
      const [view] = await sourceViews(db, reader, [added.source.id])
      return { ...added, source: asSubscribed(added.source, view!) }
    },
    addSources: (requests, now) => addSources(db, requests, now, reader),
    crawlFeed: (request, now) => crawlFeed(db, request, now, reader),
    retireSource: (id, now) => retireSource(db, id, now, reader),
  }
}

function articleQueries(db: Db, reader: number) {
  const scope = articlesSeenBy(reader)
  const few = (keys: readonly unknown[]) => articlesSeenBy(reader, keys.length)
  const faced = <One extends FacedArticle>(articles: readonly One[]): Promise<One[]> => withFaces(db, reader, articles)
  const one = async (id: number) => {
    const article = await articleById(db, id, few([id]))
    return article === null ? null : (await faced([article]))[0]!
  }
  return {
    articlePage: async (query) => faced(await articlePage(db, query, scope)),
    articleById: one,
    articlesByKey: async (keys) => faced(await articlesByKey(db, keys, few(keys))),
    articleHeads: async (keys) => faced(await articleHeads(db, keys, few(keys))),
    revisedSince: async (keys, since) =>
      faced(await revisedSince(db, [...(await visibleKeys(db, keys, few(keys)))], since)),
    articleAtAddress: async (urlKey) => {
      const id = await articleAtAddress(db, urlKey)
      return id !== null && (await articleById(db, id, few([id]))) !== null ? id : null
    },
    originsOf: async (article) => {
      const origins = await originsOf(db, article)
      const faces = await feedFaces(db, reader, [...new Set(origins.map(({ feed }) => feed))])
      return origins.filter(({ feed, firstSeen }) => firstSeen < (faces.get(feed)?.until ?? 0))
    },
    bestScored: async (of, query) => faced(await bestScored(db, of, query, scope)),
    searchArticles: async (query, limit) => {
      const own = await asReaderSearches(db, query, reader)
      const hits = await searchArticles(db, own.query, limit, own.where)
      const shown = await faced(hits.map(({ article }) => article))
      return hits.map((hit, at) => ({ ...hit, article: shown[at]! }))
    },
    windowTotals: (from, to) => totalsSeen(db, reader, from, to),
    anythingSeen: (from, to) => anythingSeen(db, from, to, scope),
  } satisfies Partial<Store>
}

function storyQueries(db: Db, reader: number) {
  const scope = articlesSeenBy(reader)
  const few = (keys: readonly string[]) => articlesSeenBy(reader, keys.length)
  const visible = (keys: readonly string[]) => visibleKeys(db, keys, few(keys))
  return {
    articleLines: async (window) => withFaces(db, reader, await articleLines(db, window, scope)),
    countStories: (window) => countStories(db, window, scope),
    storyMembers: (stories) => storyMembers(db, stories, few(stories)),
    partlySeen: (stories) => partlySeen(db, stories, few(stories)),
    // With spare links, which may be all that connects what is seen.
    linksOf: async (keys) => {
      const links = await linksOf(db, keys, true)
      const seen = await visible([...new Set(links.flatMap(({ article, other }) => [article, other]))])
      return links.filter(({ article, other }) => seen.has(article) && seen.has(other))
    },
    matchesOf: async (key) => {
      const matches = await matchesOf(db, key)
      const seen = await visible([...new Set(matches.flatMap((one) => [one.article, one.with]))])
      return matches.filter((one) => seen.has(one.article) && seen.has(one.with))
    },
  } satisfies Partial<Store>
}

function feedQueries(db: Db, reader: number) {
  const sourcesSeen = async (ids: readonly number[] | null = null) =>
    (await sourceViews(db, reader, ids)).map((view) => asSubscribed(toSource(view), view))
  return {
    sources: () => sourcesSeen(),
    sourcesById: async (ids) => (await sourcesSeen(ids)).sort((a, b) => a.id - b.id),
    // With those they hide, which they may show again.
    feeds: async () => {
      const seen = new Set([...(await sourcesSeen()), ...(await hiddenSources(db, reader))].map(({ id }) => id))
      return (await feeds(db)).filter(({ source }) => seen.has(source))
    },
    wasPolled: async (from, to) => (await totalsSeen(db, reader, from, to)).polls > 0,
    events: (after, limit) => events(db, after, limit, eventsSeenBy(reader)),
    latestEvents: (limit, before = null) => latestEvents(db, limit, before, eventsSeenBy(reader)),
  } satisfies Partial<Store>
}

/** Polls, entries and articles of a span, of the feeds that a reader follows. */
async function totalsSeen(db: Db, reader: number, from: number, to: number): Promise<WindowTotals> {
  const followed = sql`select f.id from feed f ${sourcesOfFeeds(reader)} where ${SEES_SOURCE} and u.ended_at is null`
  const scope = articlesSeenBy(reader)
  const { rows } = await sql<Record<keyof WindowTotals | 'backlog', number | string | null>>`select
    (select count(*) from poll where at >= ${from} and at < ${to} and feed_id in (${followed})) as polls,
    (select coalesce(sum(succeeded), 0) from poll where at >= ${from} and at < ${to} and feed_id in (${followed})) as successes,
    (select count(*) from entry e join feed f on f.id = e.feed_id ${sourcesOfFeeds(reader)}
      where e.first_seen_at >= ${from} and e.first_seen_at < ${to} and e.article_id is not null and ${SEES_ENTRY}) as entries,
    (select count(*) from article where first_seen_at >= ${from} and first_seen_at < ${to} and ${scope('article', {})})
      as articles,
    (select count(*) from article where first_seen_at >= ${from} and first_seen_at < ${to} and backlog = 1
      and ${scope('article', {})}) as backlog`.execute(db)
  const { polls, successes, entries, articles, backlog } = rows[0]!
  return {
    polls: Number(polls),
    successes: Number(successes),
    entries: Number(entries) - Number(backlog),
    articles: Number(articles) - Number(backlog),
  }
}
