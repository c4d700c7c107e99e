import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../core/domain/reader.ts'
import {
  changedSettings,
  DEFAULT_SETTINGS,
  type ReaderSettings,
  type SettingsChange,
} from '../../core/domain/reader-settings.ts'
import { isTimeZone } from '../../core/text/is-time-zone.ts'
import { type Db, inTransaction, lockingRows, type Tx, underSourceLock } from './dialect.ts'
import { insertRows } from './insert-rows.ts'
import { retireUnfollowed } from './retire-sources.ts'
import type { ReaderRow } from './schema.ts'

/** All readers, the first one first. */
export async function readers(db: Db): Promise<Reader[]> {
  return (await db.selectFrom('reader').selectAll().orderBy('id').execute()).map(toReader)
}

/** Adds a reader; null when there is one of that name. */
export async function addReader(
  db: Db,
  { name, role, email }: Pick<Reader, 'name' | 'role' | 'email'>,
  now: number,
): Promise<Reader | null> {
  return inTransaction(db, async (tx) => {
    const rows = await insertRows(
      tx,
      'reader',
      [{ name, role, email, created_at: now }],
      'on conflict (name) do nothing returning id',
    )
    if (rows.length === 0) return null
    const query = tx
      .selectFrom('reader')
      .selectAll()
      .where('id', '=', rows[0]!.id as number)
    return toReader(await query.executeTakeFirstOrThrow())
  })
}

/** Changes what is stored about a reader. */
export async function changeReader(
  db: Db,
  id: number,
  { passwordHash, seenAt }: Partial<Pick<Reader, 'passwordHash' | 'seenAt'>>,
): Promise<void> {
  const changed = {
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...(seenAt === undefined ? {} : { seen_at: seenAt }),
  }
  await inTransaction(db, (tx) =>
    tx
      .updateTable('reader')
      .set(changed)
      .where('id', '=', id)
      .execute()
      .then(() => {}),
  )
}

/** Changes some of a reader's settings, under a lock: two devices may each change one. Null when there is no such reader. */
export async function changeSettings(db: Db, id: number, change: SettingsChange): Promise<ReaderSettings | null> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ preferences: string | null }>`select preferences from reader where id = ${id}
      ${sql.raw(lockingRows(tx))}`.execute(tx)
    if (rows.length === 0) return null
    const settings = changedSettings(storedSettings(rows[0]!.preferences), change)
    const preferences = JSON.stringify(settings)
    await tx.updateTable('reader').set({ preferences }).where('id', '=', id).execute()
    return settings
  })
}

/** What another version of the program stored may lack settings, or have others; and another machine may know other zones. */
function storedSettings(preferences: string | null): ReaderSettings {
  if (preferences === null) return DEFAULT_SETTINGS
  const settings = changedSettings(DEFAULT_SETTINGS, JSON.parse(preferences) as SettingsChange)
  return settings.zone === null || isTimeZone(settings.zone) ? settings : { ...settings, zone: null }
}

/** Gives a reader without a password a name and one; false when there is one already, or the name is another reader's. */
export async function setUpReader(
  db: Db,
  id: number,
  { name, passwordHash }: Readonly<Record<'name' | 'passwordHash', string>>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const query = tx
      .updateTable('reader')
      .set({ name, password_hash: passwordHash })
      .where('id', '=', id)
      .where('password_hash', 'is', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('reader as other')
              .select('other.id')
              .where('other.name', '=', name)
              .where('other.id', '<>', id),
          ),
        ),
      )
    return Number((await query.executeTakeFirst()).numUpdatedRows) > 0
  })
}

/** What else belongs to one reader. */
const OWNED = ['token', 'tab', 'rule_hit', 'rule', 'search_digest', 'saved_search', 'followed_story', 'event'] as const

/** Rows deleted in one transaction: a long one would keep others from writing. */
const ROWS_A_STEP = 2_000

/** Removes a reader with everything that is theirs alone; feeds that nobody follows then are not polled any more. */
export async function removeReader(db: Db, id: number, now: number): Promise<void> {
  await lockOut(db, id)
  while ((await deleteScores(db, id)) === ROWS_A_STEP);
  while ((await deleteHits(db, id)) === ROWS_A_STEP);
  await underSourceLock(db, async (tx) => {
    await tx.deleteFrom('score').where('reader_id', '=', id).execute()
    await tx.deleteFrom('reader_article').where('reader_id', '=', id).execute()
    await tx.deleteFrom('read_again').where('reader_id', '=', id).execute()
    await sql`delete from digest_story where digest_id in (select id from digest where reader_id = ${id})`.execute(tx)
    await tx.deleteFrom('digest').where('reader_id', '=', id).execute()
    await tx.deleteFrom('subscription').where('reader_id', '=', id).execute()
    for (const table of OWNED) await tx.deleteFrom(table).where('reader_id', '=', id).execute()
    await tx.deleteFrom('reader').where('id', '=', id).execute()
    await retireUnfollowed(tx, now)
  })
}

/** Ends all sessions of a reader and lets them open no other. */
async function lockOut(db: Db, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('token').where('reader_id', '=', id).execute()
    await tx.updateTable('reader').set({ password_hash: null }).where('id', '=', id).execute()
  })
}

async function deleteHits(db: Db, reader: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { numAffectedRows } = await sql`delete from rule_hit where reader_id = ${reader} and article_id in
      (select article_id from rule_hit where reader_id = ${reader} order by article_id limit ${ROWS_A_STEP})`.execute(
      tx,
    )
    return Math.min(ROWS_A_STEP, Number(numAffectedRows ?? 0))
  })
}

async function deleteScores(db: Db, reader: number): Promise<number> {
  return inTransaction(db, async (tx: Tx) => {
    const some = tx.selectFrom('score').select('article_id').where('reader_id', '=', reader).limit(ROWS_A_STEP)
    const ids = (await some.execute()).map(({ article_id }) => article_id)
    if (ids.length > 0)
      await tx.deleteFrom('score').where('reader_id', '=', reader).where('article_id', 'in', ids).execute()
    return ids.length
  })
}

export function toReader(row: Omit<Selectable<ReaderRow>, 'profile'>): Reader {
  return {
    id: row.id,
    name: row.name,
    role: row.role as Reader['role'],
    email: row.email,
    passwordHash: row.password_hash,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    settings: storedSettings(row.preferences),
  }
}
