import type { Selectable } from 'kysely'
import type { Known } from '../../core/domain/admission.ts'
import type { Disposition } from '../../core/domain/disposition.ts'
import { toBytes, toHex } from './bytes.ts'
import { type Db, runOnList } from './dialect.ts'
import type { ArticleRow, EntryRow, SourceRow } from './schema.ts'

/** The keys of a poll's entries. */
export interface EntryKeys {
  readonly feed: number
  readonly guidKeys: readonly string[]
  readonly urlKeys: readonly string[]
  /** The keys under which the articles would be stored. */
  readonly articleKeys: readonly string[]
}

const ENTRIES_BY_GUID = 'select * from entry where feed_id = ? and guid_key in (*)'
const ENTRIES_BY_URL = 'select * from entry where url_key in (*)'

const ARTICLES = `select article.id, key, feed_id, position, article.url_key, content_hash, word_count, published_at,
  revision from article join feed on feed.id = article.feed_id join source on source.id = feed.source_id`
const ARTICLES_BY_ID = `${ARTICLES} where article.id in (*)`
const ARTICLES_BY_KEY = `${ARTICLES} where key in (*)`

/**
 * What is stored about entries. Articles are found by address through their entries, which saves an index on the larger
 * table.
 */
export async function known(tx: Db, { feed, guidKeys, urlKeys, articleKeys }: EntryKeys): Promise<Known> {
  const own = await runOnList<EntryRow>(tx, ENTRIES_BY_GUID, guidKeys.map(toBytes), [feed])
  const rows = [...own, ...(await runOnList<EntryRow>(tx, ENTRIES_BY_URL, urlKeys.map(toBytes)))]
  const entries = new Map(rows.map((row) => [`${row.feed_id} ${toHex(row.guid_key)}`, toKnownEntry(row)]))
  const ids = new Set(rows.flatMap((row) => row.article_id ?? []))
  const found = [
    ...(await runOnList<KnownRow>(tx, ARTICLES_BY_ID, [...ids])),
    ...(await runOnList<KnownRow>(tx, ARTICLES_BY_KEY, articleKeys.map(toBytes))),
  ]
  const articles = new Map(found.map((row) => [row.id, toKnownArticle(row)]))
  return { entries: [...entries.values()], articles: [...articles.values()].sort((a, b) => a.id - b.id) }
}

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

function toKnownEntry(row: EntryRow): Known['entries'][number] {
  return {
    feed: row.feed_id,
    guidKey: toHex(row.guid_key),
    urlKey: row.url_key && toHex(row.url_key),
    rawHash: toHex(row.raw_hash),
    disposition: row.disposition as Disposition,
    article: row.article_id,
  }
}
