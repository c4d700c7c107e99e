import { setTimeout } from 'node:timers/promises'
import type { Client } from 'pg'

/** Whether this process is the one that admits. */
export interface Election {
  readonly leads: () => boolean
  readonly close: () => Promise<void>
}

/** Unique in the database, like the other numbers of advisory locks. */
const LEADER_LOCK = 7_265_430_123
/** How often a standby tries, and a leader makes sure that its session lives. */
const TRY_EVERY_MS = 1_000
/** The server ends the session of a leader that is silent for so long, frozen or cut off, and with it the lock. */
const SILENT_MS = 10_000
/** How long the end of a session is waited for. */
const END_MS = 500

/**
 * Leader election by a session advisory lock of PostgreSQL: who holds it admits, all others stand by and try every second. Needs a
 * session of its own, so no transaction pooler may stand between. What is stored never depends on it: two that believe to lead, for
 * the moment until one notices, take turns by the admission lock.
 */
export function joinElection(address: string, onChange: (leads: boolean) => void): Election {
  const end = new AbortController()
  let leads = false
  const setLeads = (now: boolean) => {
    if (leads === now) return
    leads = now
    onChange(now)
  }

  async function stand(client: Client): Promise<void> {
    // Older servers than PostgreSQL 14 do not know it: there a frozen leader leads until its connection breaks.
    await client.query(`set idle_session_timeout = ${SILENT_MS}`).catch(() => {})
    while (!end.signal.aborted) {
      if (leads) await client.query('select 1')
      else {
        const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${LEADER_LOCK}) as got`)
        setLeads(rows[0]!.got)
      }
      await pause()
    }
  }

  const pause = () => setTimeout(TRY_EVERY_MS, undefined, { signal: end.signal }).catch(() => {})

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
          setLeads(false)
          resolve()
        })
        client.on('end', resolve)
      })
      // A session that breaks is made anew; until then another leads.
      await Promise.race([client.connect().then(() => stand(client)), lost]).catch(() => {})
      setLeads(false)
      // A connection that is broken already may never say that it ended.
      await Promise.race([client.end().catch(() => {}), setTimeout(END_MS)])
      if (!end.signal.aborted) await pause()
    }
  }

  const ended = run()
  return {
    leads: () => leads,
    close: async () => {
      end.abort()
      await ended
    },
  }
}
