import type { Tables } from './schema.ts'

/** A table in the backup, and the key its rows are read by. */
export interface BackedUpTable {
  readonly table: keyof Tables & string
  readonly key: readonly [string, ...string[]]
  /** Whether ids are generated: ids are never reused, so the last one is stored too. */
  readonly numbered: boolean
}

const table = (name: BackedUpTable['table'], ...key: readonly [string, ...string[]]): BackedUpTable => ({
  table: name,
  key,
  numbered: key.includes('id'),
})

/** All data that cannot be derived, parents before children. */
export const BACKED_UP: readonly BackedUpTable[] = [
  table('source', 'id'),
  table('feed', 'id'),
  table('host', 'host'),
  // PostgreSQL has no index of polls by their ids.
  table('poll', 'at', 'id'),
  table('feed_day', 'feed_id', 'day'),
  table('article', 'id'),
  table('article_body', 'article_id'),
  table('full_text', 'article_id'),
  table('revision', 'article_id', 'n'),
  table('print', 'article_id'),
  table('entry', 'feed_id', 'guid_key'),
  table('event', 'id'),
  table('match', 'article_key', 'other_key', 'layer', 'measure'),
  table('story', 'key'),
  table('story_alias', 'key'),
  table('membership', 'article_id'),
  table('link', 'article_key', 'other_key'),
  table('story_constraint', 'id'),
  table('idf_epoch', 'language', 'n'),
  table('reader', 'id'),
  table('subscription', 'reader_id', 'source_id'),
  table('token', 'id'),
  table('tab', 'reader_id', 'key'),
  table('rule', 'id'),
  table('rule_hit', 'reader_id', 'article_id', 'rule_id'),
  table('saved_search', 'id'),
  table('search_digest', 'id'),
  table('followed_story', 'reader_id', 'story_key'),
  table('reader_article', 'reader_id', 'article_key'),
  table('read_again', 'reader_id', 'article_key', 'at'),
  table('score', 'article_id', 'reader_id'),
  table('digest', 'id'),
  table('digest_story', 'digest_id', 'story_key'),
  table('delivery', 'id'),
]

/**
 * Tables that are derived from the rest or tell of running processes, and the incarnation, which no other store may have. A prepared
 * poll that was not admitted is polled again.
 */
export const DERIVED: readonly string[] = [
  'search_stale',
  'search',
  'derived_cursor',
  'store',
  'worker',
  'prepared_poll',
]

/** The first line of a backup. */
export interface BackupHeader {
  readonly copytaster: 'backup'
  readonly version: 1
  readonly madeAt: string
  /** The schema version. */
  readonly migrations: readonly string[]
}
