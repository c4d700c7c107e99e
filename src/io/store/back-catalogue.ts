import { sql } from 'kysely'
import { UNREAD_AT_FIRST } from '../../core/domain/poll-plan.ts'
import { articlesSeenBy, SEES_ENTRY_TEXT } from './article-scope.ts'
import { toBytes } from './bytes.ts'
import { type Db, runOnList, type Tx } from './dialect.ts'
import { chunksOf, inSteps } from './in-steps.ts'
import { insertRows } from './insert-rows.ts'
import { seesEverything } from './subscriptions.ts'

/** As the time of reading: nobody has read it. Before all instants, so that nothing is learned from it and no undo takes it back. */
const ARRIVED_READ = -1

const KEEP = 'on conflict (reader_id, article_key) do nothing'

/**
 * Marks articles that the first document of a feed brought as read for everybody who follows the feed, except those of some entries.
 * What a reader has by another feed stays as it is. In the transaction that stores them: nobody sees them unread.
 */
export async function markFirstDocument(
  tx: Tx,
  feed: number,
  articles: readonly number[],
  unreadGuids: readonly string[],
): Promise<void> {
  const guids = unreadGuids.length === 0 ? 'null' : unreadGuids.map(() => '?').join(', ')
  await runOnList(tx, FIRST_DOCUMENT.replace('(guids)', `(${guids})`), articles, [
    feed,
    feed,
    ...unreadGuids.map(toBytes),
    feed,
  ])
}

/** Of fixed text, as every part of a first document writes so. */
const FIRST_DOCUMENT = `insert into reader_article (reader_id, article_key, read_at, vote)
  select r.id, a.key, ${ARRIVED_READ}, 0 from reader r join feed g on g.id = ? join source o on o.id = g.source_id
  left join subscription w on w.source_id = o.id and w.reader_id = r.id cross join article a
  where coalesce(w.hidden, 0) = 0 and (o.shared = 1 or w.reader_id is not null) and w.ended_at is null
  and not exists (select 1 from entry n where n.article_id = a.id and n.feed_id = ? and n.guid_key in (guids))
  and not exists (select 1 from entry e join feed f on f.id = e.feed_id join source s on s.id = f.source_id
    left join subscription u on u.source_id = s.id and u.reader_id = r.id
    where e.article_id = a.id and e.feed_id <> ? and ${SEES_ENTRY_TEXT})
  and a.id in (*) ${KEEP}`

const ARTICLES_A_UNIT = 64

/**
 * Marks what stored feeds hold as read for a reader who is about to follow them, except their newest; what the reader sees already
 * stays as it is. In steps and beforehand: marks of articles that they do not see change nothing.
 */
export async function markBackCatalogues(db: Db, reader: number, sources: readonly number[]): Promise<void> {
  if (sources.length === 0 || (await seesEverything(db, reader))) return
  const isSeen = articlesSeenBy(reader)('article', {})
  for (const source of sources) {
    const { rows } = await sql<{
      key: Uint8Array
    }>`select distinct article.key, article.published_at, article.id from feed
      join entry on entry.feed_id = feed.id join article on article.id = entry.article_id
      where feed.source_id = ${source} and not ${isSeen}
      order by article.published_at desc, article.id desc`.execute(db)
    const read = rows.slice(UNREAD_AT_FIRST).map(({ key }) => ({
      reader_id: reader,
      article_key: key,
      read_at: ARRIVED_READ,
      vote: 0,
    }))
    await inSteps(
      db,
      chunksOf(read, ARTICLES_A_UNIT).map((some) => (tx) => insertRows(tx, 'reader_article', some, KEEP)),
    )
  }
}
