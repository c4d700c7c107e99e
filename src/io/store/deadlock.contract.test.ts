import pg from 'pg'
import { expect, test } from 'vitest'
import { migratedDatabase } from '../../../tests/support/databases.ts'
import { aRecord, aSource } from '../../../tests/support/poll-records.ts'
import { openStore } from './open-store.ts'

/* On PostgreSQL two transactions that lock rows in opposite orders wait for each other until the server ends one of them. */

test('a poll that waits in a circle with a transaction that changes its feed first, and its host then, is stored', async () => {
  const { address, drop } = await migratedDatabase('postgres')
  const store = await openStore(address)
  const other = new pg.Client({ connectionString: address })
  await other.connect()
  await store.syncSources([aSource('https://a.example/rss')], 0)
  const [lease] = await store.claimHosts({ owner: 'one', now: 10, until: 60_000 }, ['a.example'])
  const feed = (await store.feedById(1))!

  await other.query('begin')
  await other.query('update feed set next_at = next_at where id = 1')
  const storing = store.recordPolls([aRecord(feed, 20, lease!)])
  const waiting = `select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  const watcher = new pg.Client({ connectionString: address })
  await watcher.connect()
  await expect.poll(async () => Number((await watcher.query(waiting)).rows[0].n)).toBe(1)
  // The one that has waited for a second is ended: the poll, which is tried again.
  await other.query("update host set due_at = due_at where host = 'a.example'")
  await other.query('commit')
  expect(await storing).toEqual([])
  expect(await store.polls(1, 10)).toHaveLength(1)
  await other.end()
  await watcher.end()
  await store.close()
  await drop()
})
