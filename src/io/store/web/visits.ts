import type { Visits } from '../../../core/domain/visit.ts'
import { type Db, inTransaction } from '../dialect.ts'

/** A reader's visits; none of a reader who is not there. */
export async function visitsOf(db: Db, reader: number): Promise<Visits> {
  const query = db.selectFrom('reader').select(['active_at', 'last_visit_at']).where('id', '=', reader)
  const row = await query.executeTakeFirst()
  return { activeAt: row?.active_at ?? null, since: row?.last_visit_at ?? null }
}

/** Two devices that come at once write the same: no lock is needed between reading and writing. */
export async function recordVisit(db: Db, reader: number, { activeAt, since }: Visits): Promise<void> {
  const row = { active_at: activeAt, last_visit_at: since, seen_at: activeAt }
  await inTransaction(db, async (tx) => {
    await tx.updateTable('reader').set(row).where('id', '=', reader).execute()
  })
}
