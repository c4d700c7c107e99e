import { sql } from 'kysely'
import { type Db, isPostgres } from '../dialect.ts'
import { databaseBytes } from './database-bytes.ts'

/** What an operator wants to know about the store. */
export interface ServerState {
  readonly databaseKind: 'sqlite' | 'postgres'
  readonly databaseBytes: number
  /** Null when that is not known. */
  readonly backedUpAt: number | null
  readonly readers: number
  /** Those that are polled. */
  readonly feeds: number
  readonly articles: number
  /** Feeds that are due now. */
  readonly feedsDue: number
}

/** Counts what is stored: a few statements, each over an index. */
export async function serverState(db: Db, now: number): Promise<ServerState> {
  const { rows } = await sql<Record<'readers' | 'feeds' | 'articles' | 'due' | 'backup', number | string | null>>`select
    (select count(*) from reader) as readers, (select count(*) from feed where next_at is not null) as feeds,
    (select count(*) from article) as articles, (select count(*) from feed where next_at <= ${now}) as due,
    (select backed_up_at from store) as backup`.execute(db)
  const { readers, feeds, articles, due, backup } = rows[0]!
  return {
    databaseKind: isPostgres(db) ? 'postgres' : 'sqlite',
    databaseBytes: await databaseBytes(db),
    backedUpAt: backup === null ? null : Number(backup),
    readers: Number(readers),
    feeds: Number(feeds),
    articles: Number(articles),
    feedsDue: Number(due),
  }
}
