import type { Db } from '../dialect.ts'
import { runOnList } from '../dialect.ts'
import { feedFaces } from '../feed-faces.ts'
import { seesEverything } from '../subscriptions.ts'

/** Where a reader has an article: the lists of these feeds and tabs hold it. */
export interface ArticlePlaces {
  readonly feeds: readonly number[]
  readonly tabs: readonly string[]
}

interface EntryPlace {
  readonly id: number
  readonly own: number
  readonly tab: string | null
  readonly feed: number
  readonly at: number
}

const ENTRIES = `select e.article_id as id, a.feed_id as own, a.tab as tab, e.feed_id as feed, e.first_seen_at as at
  from entry e join article a on a.id = e.article_id where e.article_id in (*)`

/** For articles that a reader sees: their own feed where the reader follows it, else those through which they see them. */
export async function placesOf(db: Db, reader: number, ids: readonly number[]): Promise<ArticlePlaces[]> {
  const entries = await runOnList<EntryPlace>(db, ENTRIES, ids)
  const faces = (await seesEverything(db, reader)) ? null : await feedFaces(db, reader)
  const seen = new Map<number, EntryPlace[]>()
  for (const entry of entries) {
    if (entry.at < (faces === null ? Number.POSITIVE_INFINITY : (faces.get(entry.feed)?.until ?? 0)))
      seen.set(entry.id, [...(seen.get(entry.id) ?? []), entry])
  }
  return [...seen.values()].map((list) => {
    const own = list.filter(({ own, feed }) => own === feed)
    const feeds = [...new Set((own.length > 0 ? own : list).map(({ feed }) => feed))]
    const tabs = faces === null ? [list[0]!.tab] : feeds.map((feed) => faces.get(feed)!.tab)
    return { feeds: faces === null ? [list[0]!.own] : feeds, tabs: [...new Set(tabs)].filter((tab) => tab !== null) }
  })
}
