import { setTimeout } from 'node:timers/promises'
import type { Client } from 'pg'

/** What a process is elected as: it admits, or it keeps ready to take over; null for all others. */
export type ElectedAs = 'leader' | 'standby' | null

/** What this process is elected as. */
export interface Election {
  readonly electedAs: () => ElectedAs
  readonly close: () => Promise<void>
}

/** Unique in the database, like the other numbers of advisory locks. */
const LEADER_LOCK = 7_265_430_123
const STANDBY_LOCK = 7_265_430_124
/** How often the others try to become the standby, and a leader makes sure that its session lives. */
const TRY_EVERY_MS = 1_000
/** How often the standby tries to lead: one process does, and all wait for it. */
const STANDBY_TRIES_EVERY_MS = 250
/** The server ends the session of a process that is silent for so long, frozen or cut off, and with it the lock. */
const SILENT_MS = 10_000
/** How long the end of a session is waited for. */
const END_MS = 500

/**
 * Leader election by two session advisory locks of PostgreSQL: who holds the first admits, who holds the second stands by. Only the standby
 * tries to get the first, so that it is the one that takes over; then it gives the second back to the others. Needs a session of its own,
 * so no transaction pooler may stand between. What is stored never depends on it: two that believe to lead, for the moment until one
 * notices, take turns by the admission lock.
 */
export function joinElection(address: string, onChange: (as: ElectedAs) => void): Election {
  const end = new AbortController()
  let electedAs: ElectedAs = null
  const setElected = (now: ElectedAs) => {
    if (electedAs === now) return
    electedAs = now
    onChange(now)
  }

  async function stand(client: Client): Promise<void> {
    // Older servers than PostgreSQL 14 do not know it: there a frozen leader leads until its connection breaks.
    await client.query(`set idle_session_timeout = ${SILENT_MS}`).catch(() => {})
    while (!end.signal.aborted) {
      if (electedAs === 'leader') await client.query('select 1')
      else if (electedAs === 'standby' || (await tryLock(client, STANDBY_LOCK))) await tryToLead(client)
      await pause(electedAs === 'standby' ? STANDBY_TRIES_EVERY_MS : TRY_EVERY_MS)
    }
  }

  async function tryToLead(client: Client): Promise<void> {
    if (!(await tryLock(client, LEADER_LOCK))) return setElected('standby')
    setElected('leader')
    await client.query(`select pg_advisory_unlock(${STANDBY_LOCK})`)
  }

  const pause = (ms: number) => setTimeout(ms, undefined, { signal: end.signal }).catch(() => {})

  async function run(): Promise<void> {
    const { default: pg } = await import('pg')
    while (!end.signal.aborted) {
      const client = new pg.Client({
        connectionString: address,
        application_name: 'copytaster election',
        query_timeout: SILENT_MS,
        connectionTimeoutMillis: SILENT_MS,
      })
      const lost = new Promise<void>((resolve) => {
        client.on('error', () => {
          setElected(null)
          resolve()
        })
        client.on('end', resolve)
      })
      // A session that breaks is made anew; until then another leads.
      await Promise.race([client.connect().then(() => stand(client)), lost]).catch(() => {})
      setElected(null)
      // A connection that is broken already may never say that it ended.
      await Promise.race([client.end().catch(() => {}), setTimeout(END_MS)])
      if (!end.signal.aborted) await pause(TRY_EVERY_MS)
    }
  }

  const ended = run()
  return {
    electedAs: () => electedAs,
    close: async () => {
      end.abort()
      await ended
    },
  }
}

async function tryLock(client: Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${lock}) as got`)
  return rows[0]!.got
}
