import type { PublishedDate } from '../../core/domain/published-date.ts'
import { type Db, underAdmissionLock } from './dialect.ts'
import { removeLinks } from './links.ts'
import { removeMatches } from './matches.ts'
import { lockCursor } from './search-index.ts'
import { removeIfEmpty } from './stories.ts'

/**
 * Tables with rows of an article, deleted with it; a test fails when a table that refers to articles is missing here.
 */
export const GOES_WITH_ARTICLE = [
  'revision',
  'article_body',
  'full_text',
  'print',
  'membership',
  'score',
  'rule_hit',
] as const

/**
 * Deletes up to `limit` articles, and their rows elsewhere, that were published, first seen and last changed before an
 * instant, unless a reader saved them; returns how many. Their entries stay, so that articles a publisher still lists
 * do not come back as new.
 */
export async function pruneArticles(db: Db, before: number, limit: number): Promise<number> {
  // Found without the lock: there may be thousands of saved articles among them.
  const query = oldArticles(db, before).orderBy('first_seen_at').orderBy('id').limit(limit)
  const found = (await query.execute()).map((row) => row.id)
  if (found.length === 0) return 0
  return underAdmissionLock(db, async (tx) => {
    await lockCursor(tx)
    const rows = await oldArticles(tx, before).where('id', 'in', found).execute()
    const ids = rows.map((row) => row.id)
    if (ids.length === 0) return 0
    const stories = await tx
      .selectFrom('membership')
      .select('story_key')
      .distinct()
      .where('article_id', 'in', ids)
      .execute()
    await tx.updateTable('entry').set({ article_id: null }).where('article_id', 'in', ids).execute()
    for (const table of GOES_WITH_ARTICLE) {
      await tx.deleteFrom(table).where('article_id', 'in', ids).execute()
    }
    await tx.deleteFrom('article').where('id', 'in', ids).execute()
    const keys = rows.map((row) => row.key)
    await removeMatches(tx, keys)
    await removeLinks(tx, keys)
    await removeIfEmpty(
      tx,
      stories.map((row) => row.story_key),
    )
    return ids.length
  })
}

/** Articles that nobody saved, published, first seen and last changed before an instant. */
const oldArticles = (db: Db, before: number) =>
  db
    .selectFrom('article')
    .select(['id', 'key'])
    .where('first_seen_at', '<', before)
    .where('published_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reader_article')
            .select('reader_id')
            .whereRef('article_key', '=', 'article.key')
            .where('saved_at', 'is not', null),
        ),
      ),
    )
    .where((eb) => eb.or([eb('updated_at', 'is', null), eb('updated_at', '<', before)]))

/** The newest publication dates that publishers gave, the newest first. */
export async function newestDates(db: Db, limit: number): Promise<PublishedDate[]> {
  const query = db.selectFrom('article').select(['feed_id', 'published_at']).where('date_uncertain', '=', 0)
  const rows = await query.orderBy('published_at', 'desc').orderBy('key', 'desc').limit(limit).execute()
  return rows.map((row) => ({ feed: row.feed_id, published: row.published_at }))
}

/** When the last article was first seen, by the clock of that time. */
export async function lastSeenAt(db: Db): Promise<number | null> {
  const query = db.selectFrom('article').select('first_seen_at').orderBy('first_seen_at', 'desc').limit(1)
  return (await query.executeTakeFirst())?.first_seen_at ?? null
}
