import { sql } from 'kysely'
import type { Backlog } from '../../../core/domain/backlog.ts'
import type { Db } from '../dialect.ts'

/** A delivery takes less than this; one that was claimed longer ago and has no result is in doubt. */
const UNDER_WAY_MS = 600_000

/** What waits at an instant, with the deliveries claimed since another. */
export async function backlog(db: Db, now: number, deliveriesSince: number): Promise<Backlog> {
  const { rows } = await sql<Counts>`select
    (select min(due_at) from host where due_at <= ${now} and lease_until <= ${now}) as due,
    (select count(*) from prepared_poll where result is null) as prepared,
    (select count(*) from worker where leads = 1) as admitting,
    (select count(*) from delivery where claimed_at >= ${deliveriesSince} and
      (outcome = 'unknown' or (outcome is null and claimed_at < ${now - UNDER_WAY_MS}))) as doubtful`.execute(db)
  const { due, prepared, admitting, doubtful } = rows[0]!
  const states = await db
    .selectFrom('feed')
    .innerJoin('source', 'source.id', 'feed.source_id')
    .where('retired_at', 'is', null)
    .select(['state', (eb) => eb.fn.countAll<number | string>().as('count')])
    .groupBy('state')
    .execute()
  return {
    overdueMs: due === null ? 0 : now - Number(due),
    preparedPolls: Number(prepared),
    admitting: Number(admitting),
    feeds: Object.fromEntries(states.map(({ state, count }) => [state, Number(count)])),
    doubtfulDeliveries: Number(doubtful),
  }
}

interface Counts {
  readonly due: number | string | null
  readonly prepared: number | string
  readonly admitting: number | string
  readonly doubtful: number | string
}
