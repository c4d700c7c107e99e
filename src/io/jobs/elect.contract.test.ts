import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migratedDatabase } from '../../../tests/support/databases.ts'
import { type ElectedAs, type Election, joinElection } from './elect.ts'

/* Who admits and who keeps ready to, of processes that share a PostgreSQL. */

let address: string
let ends: (() => Promise<unknown>)[]
beforeEach(async () => {
  const database = await migratedDatabase('postgres')
  address = database.address
  ends = [database.drop]
})
afterEach(async () => {
  for (const end of ends.reverse()) await end()
})

interface Joined extends Election {
  /** All that it was elected as. */
  readonly told: readonly ElectedAs[]
}

function join(): Joined {
  const told: ElectedAs[] = []
  const election = joinElection(address, (as) => void told.push(as))
  ends.push(election.close)
  return { ...election, told }
}

async function joined(count: number): Promise<Joined[]> {
  const all: Joined[] = []
  for (let n = 0; n < count; n++) {
    all.push(join())
    await untilElected(all)
  }
  return all
}

const partsOf = (all: readonly Joined[]) => all.map(({ electedAs }) => electedAs())
/** One leads, and where there are others one of them stands by. */
const untilElected = (all: readonly Joined[]) =>
  expect
    .poll(() => partsOf(all).toSorted().map(String), { interval: 20 })
    .toEqual(['leader', ...all.slice(2).map(() => 'null'), ...(all.length > 1 ? ['standby'] : [])])

/** Ends the session that has a lock, as a server does that hears nothing of its process. */
async function endSession(lock: number): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid) where datname = current_database()
       and locktype = 'advisory' and (classid::bigint << 32) + objid::bigint = $1`,
    [lock],
  )
  expect(rowCount).toBe(1)
  await client.end()
}
const [LEADER, STANDBY] = [7_265_430_123, 7_265_430_124]

test('one alone leads, and was never a standby', async () => {
  const [one] = await joined(1)
  expect(one!.told).toEqual(['leader'])
})

test('the first leads, the second stands by, the third does neither', async () => {
  expect(partsOf(await joined(3))).toEqual(['leader', 'standby', null])
})

test('the one that stood by takes over from one that ends, and the third stands by', async () => {
  const [first, second, third] = await joined(3)
  await first!.close()
  await expect.poll(() => partsOf([second!, third!])).toEqual(['leader', 'standby'])
  expect(third!.told).toEqual(['standby'])
})

test('a leader whose session the server ended leads no more, and comes back as one of the others', async () => {
  const all = await joined(3)
  await endSession(LEADER)
  await expect.poll(() => all[1]!.electedAs()).toBe('leader')
  await untilElected(all)
  expect(all[0]!.told.slice(0, 2)).toEqual(['leader', null])
})

test('a standby whose session the server ended is replaced', async () => {
  const all = await joined(3)
  await endSession(STANDBY)
  await untilElected(all)
  expect(all[0]!.told).toEqual(['leader'])
  expect(all[1]!.told.slice(0, 2)).toEqual(['standby', null])
})

test('when both end, the third leads', async () => {
  const [first, second, third] = await joined(3)
  await Promise.all([first!.close(), second!.close()])
  await expect.poll(() => third!.electedAs()).toBe('leader')
})
