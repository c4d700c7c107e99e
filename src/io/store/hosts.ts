import { type ExpressionBuilder, sql } from 'kysely'
import type { HostLease } from '../../core/domain/host-lease.ts'
import { type Db, inTransaction, isPostgres, lockingRows, runAhead, runOnList, runText, type Tx } from './dialect.ts'
import { insertRows } from './insert-rows.ts'
import type { Tables } from './schema.ts'

/**
 * No schedule reaches further than the seven days that a publisher may ask for: a time beyond was set by a clock that was ahead.
 */
export const LONGEST_WAIT_MS = 8 * 86_400_000
/** How much the clocks of two machines may differ. */
const CLOCKS_DIFFER_MS = 300_000

/** Whether a time has come, or lies so far ahead that it is not believed. */
const isDue = (now: number) => (eb: ExpressionBuilder<Tables, 'host'>) =>
  eb.or([eb('due_at', '<=', now), eb('due_at', '>', now + LONGEST_WAIT_MS)])

/** Whether a lease has ended, or ends later than one that is taken now can. */
const isFree =
  ({ now, until }: Claim) =>
  (eb: ExpressionBuilder<Tables, 'host'>) =>
    eb.or([eb('lease_until', '<=', now), eb('lease_until', '>', until + CLOCKS_DIFFER_MS)])

/** The owner and the end of a lease to be taken. */
export interface Claim {
  readonly owner: string
  readonly now: number
  readonly until: number
}

/** A lease to be given back, and the time of the host's last request under it. */
export interface ReleasedHost {
  readonly lease: HostLease
  readonly lastRequestAt: number | null
}

/** Leases up to `limit` hosts with a due feed and without a lease, those due longest first. */
export async function claimDueHosts(db: Db, claim: Claim, limit: number): Promise<HostLease[]> {
  // In a transaction even when nothing is due: it is how a daemon at rest notices that its store was replaced.
  return inTransaction(db, async (tx) => {
    const due = await tx
      .selectFrom('host')
      .select('host')
      .where(isDue(claim.now))
      .where(isFree(claim))
      .orderBy('due_at')
      .orderBy('host')
      .limit(limit)
      .execute()
    return lease(
      tx,
      due.map((row) => row.host),
      claim,
    )
  })
}

/** Leases the given hosts, due or not, except those leased by another process. */
export async function claimHosts(db: Db, claim: Claim, hosts: readonly string[]): Promise<HostLease[]> {
  return inTransaction(db, (tx) => lease(tx, hosts, claim))
}

/** Leases a host that need not have any feed; null while another holds it. */
export async function claimHost(db: Db, claim: Claim, host: string): Promise<HostLease | null> {
  return inTransaction(db, async (tx) => {
    await insertRows(tx, 'host', [{ host, due_at: null, ...FREE }], 'on conflict (host) do nothing')
    return (await lease(tx, [host], claim))[0] ?? null
  })
}

/** Deletes up to `limit` hosts that have no feed and were asked for pages only, before an instant; returns how many. */
export async function pruneHosts(db: Db, before: number, limit: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const idle = tx
      .selectFrom('host')
      .select('host')
      .where('due_at', 'is', null)
      .where('lease_until', '<=', before)
      .where((eb) => eb.or([eb('last_request_at', 'is', null), eb('last_request_at', '<', before)]))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('feed').select('id').whereRef('feed.host', '=', 'host.host'))),
      )
    const { numDeletedRows } = await tx.deleteFrom('host').where('host', 'in', idle.limit(limit)).executeTakeFirst()
    return Number(numDeletedRows)
  })
}

/** The update checks the condition again: another process may have come between the query and the update. */
async function lease(tx: Tx, hosts: readonly string[], claim: Claim): Promise<HostLease[]> {
  if (hosts.length === 0) return []
  const rows = await tx
    .updateTable('host')
    .set({ lease_owner: claim.owner, lease_until: claim.until, lease_token: sql`lease_token + 1` })
    .where('host', 'in', hosts)
    .where(isFree(claim))
    .returning(['host', 'lease_token'])
    .execute()
  const tokens = new Map(rows.map((row) => [row.host, row.lease_token]))
  return hosts.flatMap((host) => {
    const token = tokens.get(host)
    return token === undefined ? [] : { host, owner: claim.owner, token, until: claim.until }
  })
}

const RENEW = 'update host set lease_until = ? where lease_owner is not null and host in (*)'

/** Extends leases, except those already given back; returns those that have passed to another process. */
export async function renewLeases(
  db: Db,
  leases: readonly HostLease[],
  until: number,
): Promise<ReadonlySet<HostLease>> {
  if (leases.length === 0) return new Set()
  return inTransaction(db, async (tx) => {
    const lost = await lostLeases(tx, leases)
    const held = leases.filter((lease) => !lost.has(lease))
    await runOnList(tx, RENEW, hostsOf(held), [until])
    return lost
  })
}

const RELEASED = '(cast(? as text), cast(? as bigint), cast(? as bigint))'
/** Released by one statement; of a power of two, so that there are few texts. */
const MOST_RELEASED = 64

const releaseText = (count: number) => `update host set lease_owner = null, lease_until = 0,
  last_request_at = coalesce(released.column3, last_request_at) from (values ${Array(count).fill(RELEASED).join(', ')}) as released
  where host.host = released.column1 and host.lease_token = released.column2`

/**
 * Gives hosts back, and stores the time of the last request, so that the next process keeps the pause. Many by one statement: each makes
 * the jobs of its hosts anew where several processes share the store.
 */
export async function releaseHosts(db: Db, released: readonly ReleasedHost[]): Promise<void> {
  if (released.length === 0) return
  await inTransaction(db, async (tx) => {
    for (let from = 0; from < released.length; from += MOST_RELEASED) {
      const values = released
        .slice(from, from + MOST_RELEASED)
        .map(({ lease, lastRequestAt }) => [lease.host, lease.token, lastRequestAt])
      const count = 2 ** Math.ceil(Math.log2(values.length))
      while (values.length < count) values.push(values.at(-1)!)
      await runText(tx, releaseText(count), values.flat())
    }
  })
}

/** Gives back all hosts of an owner that works no more. When it last asked them is not known: as if it were now, so that the next one keeps the pause. */
export async function releaseHostsOf(db: Db, owner: string, now: number): Promise<void> {
  // Without a transaction, which would wait for whoever has the write lock.
  const held = await db.selectFrom('host').select('host').where('lease_owner', '=', owner).limit(1).execute()
  if (held.length === 0) return
  await inTransaction(db, (tx) =>
    tx
      .updateTable('host')
      .set({ lease_owner: null, lease_until: 0, last_request_at: now })
      .where('lease_owner', '=', owner)
      .execute(),
  )
}

/** When the first host without a lease is due; null when no feed is polled any more. */
export async function nextDueAt(db: Db, now: number): Promise<number | null> {
  const rows = await runText<{ at: number | null }>(db, NEXT_DUE, [
    now + LONGEST_WAIT_MS,
    now,
    now + LONGEST_WAIT_MS,
    now,
  ])
  return rows[0]?.at ?? null
}

const NEXT_DUE = `select min(case when due > free then due else free end) as at from (
  select case when due_at > ? then ? else due_at end as due, case when lease_until > ? then ? else lease_until end as free
  from host where due_at is not null) as waiting`

/** The time of the last request to each of these hosts. */
export async function lastRequests(db: Db, hosts: readonly string[]): Promise<Map<string, number>> {
  if (hosts.length === 0) return new Map()
  const rows = await db.selectFrom('host').select(['host', 'last_request_at']).where('host', 'in', hosts).execute()
  return new Map(rows.flatMap((row) => (row.last_request_at === null ? [] : [[row.host, row.last_request_at]])))
}

const TOKENS = 'select host, lease_token from host where host in (*)'

/**
 * The leases that have passed to another process: nothing done under them may be written. The rows stay locked until
 * the transaction ends, so that no lease passes on between this check and the commit.
 */
export async function lostLeases(tx: Tx, leases: readonly HostLease[]): Promise<ReadonlySet<HostLease>> {
  const question = `${TOKENS} ${lockingRows(tx)}`
  const rows = await runOnList<{ host: string; lease_token: number }>(tx, question, hostsOf(leases))
  return lostAmong(leases, new Map(rows.map((row) => [row.host, row.lease_token])))
}

/** The leases whose hosts have another token now. */
export const lostAmong = (leases: readonly HostLease[], tokens: ReadonlyMap<string, number>): ReadonlySet<HostLease> =>
  new Set(leases.filter(({ host, token }) => tokens.get(host) !== token))

export const hostsOf = (leases: readonly HostLease[]) => [...new Set(leases.map(({ host }) => host))]

const REFRESH_DUE = `update host set due_at = (select min(next_at) from feed where feed.host = host.host)
  where host in (*) returning host`

const REFRESH_OR_ADD = `insert into host (host, due_at, lease_until, lease_token)
  select name, (select min(next_at) from feed where feed.host = name), 0, 0 from unnest(array(select unnest(?::text[]))) as name
  on conflict (host) do update set due_at = excluded.due_at`

/** Sets a host's due time to the earliest of its feeds; one that is not there yet is added. */
export async function refreshDue(tx: Tx, hosts: readonly string[]): Promise<void> {
  if (isPostgres(tx)) return hosts.length === 0 ? undefined : runAhead(tx, REFRESH_OR_ADD, [hosts])
  const there = new Set((await runOnList<{ host: string }>(tx, REFRESH_DUE, hosts)).map(({ host }) => host))
  const added = hosts.filter((host) => !there.has(host))
  await insertRows(
    tx,
    'host',
    added.map((host) => ({ host, due_at: null, ...FREE })),
    'on conflict (host) do nothing',
  )
  await runOnList(tx, REFRESH_DUE, added)
}

const FREE = { lease_owner: null, lease_until: 0, lease_token: 0, last_request_at: null }

const SOONER = `on conflict (host) do update set
  due_at = case when host.due_at < excluded.due_at then host.due_at else excluded.due_at end`

/** Makes hosts due now, because of new feeds; an earlier due time stays. */
export async function hostsDueAt(tx: Tx, hosts: readonly string[], now: number): Promise<void> {
  const rows = hosts.map((host) => ({ host, due_at: now, ...FREE }))
  await insertRows(tx, 'host', rows, SOONER)
}
