import { sql } from 'kysely'
import { SEES_ENTRY, sourcesOfFeeds } from '../article-scope.ts'
import type { Db } from '../dialect.ts'
import { seesEverything } from '../subscriptions.ts'

/** Where a reader has an article: the lists of these feeds and tabs hold it. */
export interface ArticlePlaces {
  readonly feeds: readonly number[]
  readonly tabs: readonly string[]
}

interface EntryPlace {
  readonly id: number
  /** The feed of the article itself. */
  readonly own: number
  readonly feed: number
  readonly tab: string | null
}

/** For articles that a reader sees: their own feed where the reader follows it, else those through which they see them. */
export async function placesOf(db: Db, reader: number, ids: readonly number[]): Promise<ArticlePlaces[]> {
  if (ids.length === 0) return []
  const entries = (await seesEverything(db, reader)) ? await asStored(db, ids) : await asFollowed(db, reader, ids)
  const byArticle = new Map<number, EntryPlace[]>()
  for (const entry of entries) {
    const known = byArticle.get(entry.id)
    if (known === undefined) byArticle.set(entry.id, [entry])
    else known.push(entry)
  }
  return [...byArticle.values()].map((list) => {
    const own = list.filter((one) => one.own === one.feed)
    const places = own.length > 0 ? own : list
    return {
      feeds: [...new Set(places.map(({ feed }) => feed))],
      tabs: [...new Set(places.flatMap(({ tab }) => tab ?? []))],
    }
  })
}

async function asStored(db: Db, ids: readonly number[]): Promise<EntryPlace[]> {
  const { rows } = await sql<EntryPlace>`select id, feed_id as own, feed_id as feed, tab from article
    where id in (${sql.join(ids)})`.execute(db)
  return rows
}

async function asFollowed(db: Db, reader: number, ids: readonly number[]): Promise<EntryPlace[]> {
  const { rows } = await sql<EntryPlace>`select e.article_id as id, a.feed_id as own, e.feed_id as feed,
    coalesce(u.tab, case when s.shared = 1 then s.tab end) as tab
    from entry e join article a on a.id = e.article_id join feed f on f.id = e.feed_id ${sourcesOfFeeds(reader)}
    where e.article_id in (${sql.join(ids)}) and ${SEES_ENTRY}`.execute(db)
  return rows
}
