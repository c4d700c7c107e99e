import type { Selectable } from 'kysely'
import type { Known } from '../../core/domain/admission.ts'
import type { Disposition } from '../../core/domain/disposition.ts'
import { type EntryKeys, knownAbout } from '../../core/domain/known-about.ts'
import { toBytes, toHex } from './bytes.ts'
import { type Db, isPostgres, runOnList, runText } from './dialect.ts'
import { listParameter } from './list-parameters.ts'
import type { ArticleRow, EntryRow, SourceRow } from './schema.ts'

const ENTRIES = 'select feed_id, guid_key, url_key, raw_hash, disposition, article_id from entry'
const ENTRIES_BY_GUID = `${ENTRIES} where feed_id = ? and guid_key in (*)`
const ENTRIES_BY_URL = `${ENTRIES} where url_key in (*)`

const ARTICLES = `select article.id, key, feed_id, position, article.url_key, content_hash, word_count, published_at,
  revision from article join feed on feed.id = article.feed_id join source on source.id = feed.source_id`
const ARTICLES_BY_ID = `${ARTICLES} where article.id in (*)`
const ARTICLES_BY_KEY = `${ARTICLES} where key in (*)`

/**
 * What is stored about entries. Articles are found by address through their entries, which saves an index on the larger
 * table.
 */
export async function known(tx: Db, keys: EntryKeys): Promise<Known> {
  return toKnown(isPostgres(tx) ? await knownAtOnce(tx, [keys]) : await knownByAndBy(tx, keys))
}

/** The same for several polls, on PostgreSQL by one statement. */
export async function knownOfEach(tx: Db, polls: readonly EntryKeys[]): Promise<readonly Known[]> {
  if (isPostgres(tx) && polls.length > 1) {
    const all = toKnown(await knownAtOnce(tx, polls))
    return polls.map((keys) => knownAbout(all, keys))
  }
  const each: Known[] = []
  for (const keys of polls) each.push(await known(tx, keys))
  return each
}

function toKnown({ rows, found }: KnownRows): Known {
  const entries = new Map(rows.map((row) => [`${row.feed_id} ${toHex(row.guid_key)}`, toKnownEntry(row)]))
  const articles = new Map(found.map((row) => [row.id, toKnownArticle(row)]))
  return { entries: [...entries.values()], articles: [...articles.values()].sort((a, b) => a.id - b.id) }
}

/** Rows of entries and of articles; some may be there twice. */
interface KnownRows {
  readonly rows: readonly KnownEntryRow[]
  readonly found: readonly KnownRow[]
}

async function knownByAndBy(tx: Db, { feed, guidKeys, urlKeys, articleKeys }: EntryKeys): Promise<KnownRows> {
  const own = await runOnList<KnownEntryRow>(tx, ENTRIES_BY_GUID, guidKeys.map(toBytes), [feed])
  const rows = [...own, ...(await runOnList<KnownEntryRow>(tx, ENTRIES_BY_URL, urlKeys.map(toBytes)))]
  const ids = new Set(rows.flatMap((row) => row.article_id ?? []))
  const found = [
    ...(await runOnList<KnownRow>(tx, ARTICLES_BY_ID, [...ids])),
    ...(await runOnList<KnownRow>(tx, ARTICLES_BY_KEY, articleKeys.map(toBytes))),
  ]
  return { rows, found }
}

const KNOWN_AT_ONCE = `with e as materialized (${ENTRIES} join unnest(?::integer[], ?::bytea[]) as own (feed, guid)
    on feed_id = own.feed and guid_key = own.guid union all ${ENTRIES} where url_key = any(?))
  select feed_id, guid_key, url_key, raw_hash, disposition, article_id, null::integer as id, null::bytea as key,
    null::integer as position, null as content_hash, null::integer as word_count, null::bigint as published_at,
    null::integer as revision from e
  union all select feed_id, null, article.url_key, null, null, null, article.id, key, position, content_hash, word_count,
    published_at, revision from article join feed on feed.id = article.feed_id join source on source.id = feed.source_id
    where article.id = any(array(select article_id from e union select id from article where key = any(?)))`

/** The same in one statement, with rows of both kinds: on PostgreSQL an answer takes longer than finding the rows. */
async function knownAtOnce(tx: Db, polls: readonly EntryKeys[]): Promise<KnownRows> {
  const feeds = polls.flatMap(({ feed, guidKeys }) => guidKeys.map(() => feed))
  const keys = (['guidKeys', 'urlKeys', 'articleKeys'] as const).map((name) =>
    polls.flatMap((poll) => poll[name].map(toBytes)),
  )
  const all = await runText<KnownEntryRow | KnownRow>(tx, KNOWN_AT_ONCE, [listParameter('integer', feeds), ...keys])
  const isArticle = (row: KnownEntryRow | KnownRow): row is KnownRow => (row as KnownRow).id !== null
  return { rows: all.filter((row): row is KnownEntryRow => !isArticle(row)), found: all.filter(isArticle) }
}

type KnownEntryRow = Omit<EntryRow, 'first_seen_at'>
type ArticleColumn = 'id' | 'key' | 'feed_id' | 'url_key' | 'content_hash' | 'word_count' | 'published_at' | 'revision'
type KnownRow = Pick<Selectable<ArticleRow>, ArticleColumn> & Pick<SourceRow, 'position'>

function toKnownArticle(row: KnownRow): Known['articles'][number] {
  return {
    id: row.id,
    key: toHex(row.key),
    feed: row.feed_id,
    position: row.position,
    urlKey: row.url_key && toHex(row.url_key),
    contentHash: row.content_hash,
    wordCount: row.word_count,
    published: row.published_at,
    revision: row.revision,
  }
}

function toKnownEntry(row: KnownEntryRow): Known['entries'][number] {
  return {
    feed: row.feed_id,
    guidKey: toHex(row.guid_key),
    urlKey: row.url_key && toHex(row.url_key),
    rawHash: toHex(row.raw_hash),
    disposition: row.disposition as Disposition,
    article: row.article_id,
  }
}
