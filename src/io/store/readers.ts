import type { EngagementKind, Profile } from '../../core/domain/interest.ts'
import { toBytes, toHex } from './bytes.ts'
import { type Db, inTransaction, underAdmissionLock } from './dialect.ts'
import { insertRows } from './insert-rows.ts'
import { type ReadState, tellOfState } from './state-events.ts'

/** A reader's actions on an article. */
export interface ReaderArticle {
  readonly article: string
  readonly readAt: number | null
  readonly savedAt: number | null
  readonly skippedAt: number | null
  /** 1 for more of this, −1 for less, 0 for neither. */
  readonly vote: -1 | 0 | 1
  readonly votedAt: number | null
}

/** A reader's learned profile; null before anything was learned. */
export async function profileOf(db: Db, reader: number): Promise<Profile | null> {
  const row = await db.selectFrom('reader').select('profile').where('id', '=', reader).executeTakeFirst()
  return row?.profile ? (JSON.parse(row.profile) as Profile) : null
}

/** Changes a reader's profile under a lock. */
export async function changeProfile(
  db: Db,
  reader: number,
  change: (profile: Profile | null) => Profile | null,
): Promise<Profile | null> {
  return underAdmissionLock(db, async (tx) => {
    const next = change(await profileOf(tx, reader))
    const profile = next && JSON.stringify(next)
    await tx.updateTable('reader').set({ profile }).where('id', '=', reader).execute()
    return next
  })
}

const DONE: Readonly<Record<EngagementKind, (at: number) => Record<string, number>>> = {
  read: (at) => ({ read_at: at }),
  saved: (at) => ({ saved_at: at }),
  skipped: (at) => ({ skipped_at: at }),
  more: (at) => ({ vote: 1, voted_at: at }),
  less: (at) => ({ vote: -1, voted_at: at }),
}

/** Stores a reader's action on an article. */
export async function recordEngagement(
  db: Db,
  reader: number,
  article: string,
  kind: EngagementKind,
  at: number,
): Promise<void> {
  const done = { reader_id: reader, article_key: toBytes(article), vote: 0, ...DONE[kind](at) }
  const columns = Object.keys(DONE[kind](at))
  const again = `on conflict (reader_id, article_key) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`
  await inTransaction(db, async (tx) => {
    await insertRows(tx, 'reader_article', [done], again)
    if (kind !== 'skipped') await tellOfState(tx, { reader, at, keys: [article], state: STATES[kind] })
  })
}

/** What other devices of the reader show. */
const STATES: Readonly<Record<Exclude<EngagementKind, 'skipped'>, ReadState>> = {
  read: { read: true },
  saved: { saved: true },
  more: { vote: 1 },
  less: { vote: -1 },
}

/** A reader's actions on some articles; articles without any are left out. */
export async function readerArticles(db: Db, reader: number, keys: readonly string[]): Promise<ReaderArticle[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('reader_article')
    .selectAll()
    .where('reader_id', '=', reader)
    .where('article_key', 'in', keys.map(toBytes))
    .execute()
  return rows.map((row) => ({
    article: toHex(row.article_key),
    readAt: row.read_at,
    savedAt: row.saved_at,
    skippedAt: row.skipped_at,
    vote: row.vote as ReaderArticle['vote'],
    votedAt: row.voted_at,
  }))
}
