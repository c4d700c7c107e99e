import { type Selectable, sql } from 'kysely'
import { SEES_ENTRY, sourcesOfFeeds } from '../article-scope.ts'
import { type Db, runOnList } from '../dialect.ts'
import { type FeedFaces, feedFaces } from '../feed-faces.ts'
import type { ArticleRow } from '../schema.ts'
import { seesEverything } from '../subscriptions.ts'
import type { ListedKey } from './article-list.ts'

/** Where a reader has an article: the lists of these feeds and tabs hold it. */
export interface ArticlePlaces {
  readonly feeds: readonly number[]
  readonly tabs: readonly string[]
}

type Listed = Pick<ListedKey, 'id' | 'feed' | 'firstSeen'>

/** For articles that a reader sees: their own feed where the reader follows it, else those through which they see them. */
export async function placesOf(db: Db, reader: number, articles: readonly Listed[]): Promise<ArticlePlaces[]> {
  if (await seesEverything(db, reader)) return asStored(db, articles)
  const own = await feedFaces(db, reader, [...new Set(articles.map(({ feed }) => feed))])
  const isOwn = ({ feed, firstSeen }: Listed) => firstSeen < (own.get(feed)?.until ?? 0)
  const through = await feedsThrough(
    db,
    reader,
    articles.filter((one) => !isOwn(one)),
  )
  const others = await feedFaces(db, reader, [...new Set([...through.values()].flat())])
  return articles.map((one) => (isOwn(one) ? placesIn([one.feed], own) : placesIn(through.get(one.id) ?? [], others)))
}

const placesIn = (feeds: readonly number[], faces: FeedFaces): ArticlePlaces => ({
  feeds,
  tabs: [...new Set(feeds.flatMap((feed) => faces.get(feed)?.tab ?? []))],
})

const STORED = 'select id, feed_id, tab from article where id in (*)'

async function asStored(db: Db, articles: readonly Listed[]): Promise<ArticlePlaces[]> {
  const ids = articles.map(({ id }) => id)
  const rows = await runOnList<Pick<Selectable<ArticleRow>, 'feed_id' | 'tab'>>(db, STORED, ids)
  return rows.map(({ feed_id, tab }) => ({ feeds: [feed_id], tabs: tab === null ? [] : [tab] }))
}

/** The feeds through which a reader sees articles whose own feed they do not follow. */
async function feedsThrough(db: Db, reader: number, articles: readonly Listed[]): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>()
  if (articles.length === 0) return found
  const { rows } = await sql<{ id: number; feed: number }>`select distinct e.article_id as id, e.feed_id as feed
    from entry e join feed f on f.id = e.feed_id ${sourcesOfFeeds(reader)}
    where e.article_id in (${sql.join(articles.map(({ id }) => id))}) and ${SEES_ENTRY}`.execute(db)
  for (const { id, feed } of rows) found.set(id, [...(found.get(id) ?? []), feed])
  return found
}
