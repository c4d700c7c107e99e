import { sql } from 'kysely'
import { toBytes } from './bytes.ts'
import type { Tx } from './dialect.ts'
import { refreshDue } from './hosts.ts'
import { keyOf } from './source-rows.ts'
import { removeEmptyStories } from './stories.ts'

/** Makes a store whole from which rows were lost: every reference leads somewhere, and feeds are read from the start. */
export async function mendReferences(tx: Tx, now: number): Promise<void> {
  await addLostSources(tx, now)
  await addLostFeeds(tx, now)
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
  await removeEmptyStories(tx)
  const hosts = await sql<{ host: string }>`select distinct host from feed`.execute(tx)
  await refreshDue(
    tx,
    hosts.rows.map(({ host }) => host),
  )
}

/** In this order: what was lost with an article goes, and what an article must have is added. */
const STATEMENTS: readonly string[] = [
  'delete from poll where feed_id not in (select id from feed)',
  'delete from feed_day where feed_id not in (select id from feed)',
  // Without the entry, an article that the publisher still lists comes back.
  'delete from entry where article_id not in (select id from article)',
  ...['article_body', 'full_text', 'revision', 'print', 'membership', 'score', 'rule_hit'].map(
    (table) => `delete from ${table} where article_id not in (select id from article)`,
  ),
  `insert into article_body (article_id, sanitizer_version) select id, 0 from article
    where id not in (select article_id from article_body)`,
  `insert into membership (article_id, story_key, cause, since) select id, lower(hex(key)), 'online', first_seen_at
    from article where id not in (select article_id from membership)`,
  "insert or ignore into reader (id, name, created_at) values (1, 'reader', 0)",
  'delete from score where reader_id not in (select id from reader)',
  'delete from reader_article where reader_id not in (select id from reader)',
  'delete from read_again where reader_id not in (select id from reader)',
  'delete from rule where reader_id not in (select id from reader)',
  'delete from rule_hit where rule_id not in (select id from rule)',
  'delete from digest_story where digest_id not in (select id from digest)',
  "update feed set etag = null, last_modified = null, document_hash = null, last_entries = x''",
  'delete from host',
]

const NO_FEED = 'a feed that was lost'

/** Feeds that are left, or that articles came from, get a source again; one of which nothing is known is read no more. */
async function addLostSources(tx: Tx, now: number): Promise<void> {
  const lost = await sql<{ id: number; url: string | null }>`
    select source_id as id, url from feed where source_id not in (select id from source)
    union select feed_id, null from article where feed_id not in (select id from feed) and feed_id not in (select id from source)
    union select feed_id, null from entry where feed_id not in (select id from feed) and feed_id not in (select id from source)`.execute(
    tx,
  )
  for (const { id, url } of lost.rows) {
    const address = url ?? `https://lost.invalid/${id}`
    const name = url === null ? NO_FEED : null
    await sql`insert or ignore into source
      (id, url_key, url, name, kind, max_items, position, origin, created_at, retired_at) values
      (${id}, ${toBytes(keyOf(address))}, ${address}, ${name}, 'major', 20, 1000000, 'command', ${now},
      ${url === null ? now : null})`.execute(tx)
  }
}

/** A feed has the id of its source, which is so in almost every store. */
async function addLostFeeds(tx: Tx, now: number): Promise<void> {
  const lost = await sql<{ id: number; url: string; retired_at: number | null }>`
    select id, url, retired_at from source where id not in (select source_id from feed)
    and id not in (select id from feed)`.execute(tx)
  for (const { id, url, retired_at } of lost.rows) {
    await sql`insert into feed (id, source_id, url, host, previous_urls, state, next_at, next_reason, last_entries, history)
      values (${id}, ${id}, ${url}, ${new URL(url).host}, '[]', 'healthy', ${retired_at === null ? now : null}, 'first',
      ${new Uint8Array()}, '{}')`.execute(tx)
  }
}
