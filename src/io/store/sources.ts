import { type Selectable, sql } from 'kysely'
import type { Source } from '../../core/domain/source.ts'
import { type Db, runOnList, underSourceLock } from './dialect.ts'
import { SOURCES_IN_TROUBLE } from './feeds.ts'
import type { SourceRow } from './schema.ts'
import { toSource } from './source-rows.ts'
import { setHidden } from './subscriptions.ts'

/** In the order of the file, then of adding. */
export async function sources(db: Db): Promise<Source[]> {
  const rows = await db.selectFrom('source').selectAll().orderBy('position').orderBy('id').execute()
  return rows.map(toSource)
}

export async function sourcesById(db: Db, ids: readonly number[]): Promise<Source[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('source').selectAll().where('id', 'in', ids).orderBy('id').execute()
  return rows.map(toSource)
}

/** Active sources whose feeds may be in trouble, in their order. */
export async function sourcesInTrouble(db: Db): Promise<Source[]> {
  const { rows } = await sql<Selectable<SourceRow>>`select * from source
    where retired_at is null and id in (${sql.raw(SOURCES_IN_TROUBLE)}) order by position, id`.execute(db)
  return rows.map(toSource)
}

/** The logins of these sources, by their id; needed only to ask their feeds. */
export async function logins(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const question = 'select id, login from source where login is not null and id in (*)'
  const rows = await runOnList<{ id: number; login: string }>(db, question, ids)
  return new Map(rows.map(({ id, login }) => [id, login]))
}

/** The sources that a reader hides. */
export async function hiddenSources(db: Db, reader: number): Promise<Source[]> {
  const rows = await db
    .selectFrom('source')
    .innerJoin('subscription', 'subscription.source_id', 'source.id')
    .selectAll('source')
    .where('reader_id', '=', reader)
    .where('hidden', '=', 1)
    .where('retired_at', 'is', null)
    .orderBy('source.position')
    .orderBy('source.id')
    .execute()
  return rows.map(toSource)
}

/** Hides a source that everybody has from one reader, or shows it again. */
export async function hideSource(db: Db, reader: number, id: number, hidden: boolean, now: number): Promise<void> {
  await underSourceLock(db, (tx) => setHidden(tx, reader, id, hidden, now))
}
