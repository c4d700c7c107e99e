import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storeAddress } from '../../src/io/store/address.ts'
import { type Db, openDb } from '../../src/io/store/dialect.ts'
import { cuttableWay } from '../support/cut-connections.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { type ManyHosts, rudeVisits, startManyHosts } from '../support/publisher/many-hosts.ts'
import { endLeftServes, type RunningServe, startServe } from '../support/running-serve.ts'
import { danglingReferences, makeDue, onDatabase } from '../support/stored-references.ts'

/* Several processes of the program on one PostgreSQL. */

const HOSTS = 12
const ITEMS = 4
const PAUSE_MS = 5
const FEEDS = HOSTS * 2

/** The number of the admission lock is in two halves. */
const UNDER_ADMISSION_LOCK = `pg_stat_activity join pg_locks using (pid)
  where datname = current_database() and locktype = 'advisory' and granted
    and (classid::bigint << 32) + objid::bigint = 7265430118`
const WAITING_UNDER_ADMISSION_LOCK = `${UNDER_ADMISSION_LOCK} and wait_event_type = 'Lock'`
const IDLE_UNDER_ADMISSION_LOCK = `${UNDER_ADMISSION_LOCK} and state = 'idle in transaction'`

describe('workers on one PostgreSQL', () => {
  let hosts: ManyHosts
  let desk: Desk
  /** One connection for all that is asked while waiting: a new one each time would take more than the workers do. */
  let db: Db
  beforeEach(async () => {
    hosts = await startManyHosts({ hosts: HOSTS, feedsAHost: 2, items: ITEMS, answerMs: 60 })
    desk = await newDesk('postgres', ['127.0.0.0/8'])
    desk.write(`tabs:\n  en_news:\n    sources:\n${hosts.urls.map((url) => `      - url: ${url}\n`).join('')}`)
    db = openDb(storeAddress(desk.address))
    expect(await desk.run('feeds', 'list')).toMatchObject({ code: 0 })
  })
  afterEach(async () => {
    endLeftServes()
    await hosts.close()
    await db.destroy()
    await desk.remove()
  })

  const startWorker = (env: Readonly<Record<string, string>> = {}) => startServe(desk, env, ['worker', '--verbose'])
  const rows = async <Row>(statement: string) => (await sql.raw<Row>(statement).execute(db)).rows
  const count = async (statement: string) =>
    Number((await rows<{ n: number }>(`select count(*) as n from ${statement}`))[0]!.n)
  const polled = () => count('poll')
  const untilPolled = (feeds: number) => expect.poll(polled, { timeout: 120_000, interval: 100 }).toBe(feeds)
  const leader = async () => (await rows<{ name: string }>('select name from worker where leads = 1'))[0]?.name ?? ''
  const processOf = (running: readonly RunningServe[], name: string) =>
    running.find(({ child }) => name.split(':').at(-2) === String(child.pid))

  async function expectEachOnce(): Promise<void> {
    const stored = await rows<{ guid: string }>('select guid from article')
    expect(stored.map(({ guid }) => guid).sort()).toEqual(hosts.urls.flatMap((url) => hosts.guidsOf(url)).sort())
    expect(await danglingReferences(desk.address)).toEqual({})
    expect(rudeVisits(hosts.visits, PAUSE_MS)).toEqual([])
  }

  test('two poll each feed once, never one host at once, and end without leaving anything', async () => {
    // So few at once that no process can take all hosts for itself.
    const running = [1, 2].map(() => startWorker({ COPYTASTER_FETCH_CONCURRENCY: '2' }))
    await untilPolled(FEEDS)
    expect(hosts.visits).toHaveLength(FEEDS)
    // One that starts late finds nothing left: both take part once both run.
    const hasPolled = ({ said }: RunningServe) => said().includes('127.0.1.')
    for (let round = 0; round < 20 && !running.every(hasPolled); round++) {
      const before = await polled()
      await makeDue(desk.address)
      await expect.poll(polled, { timeout: 120_000, interval: 100 }).toBeGreaterThanOrEqual(before + FEEDS)
    }
    expect(running.filter(hasPolled)).toHaveLength(2)
    await expectEachOnce()
    expect(await leader()).not.toBe('')
    for (const { stop } of running) expect(await stop()).toBe(0)
    expect(await count('host where lease_owner is not null')).toBe(0)
    expect(await count('worker')).toBe(0)
    expect(await count('graphile_worker.jobs where locked_at is not null')).toBe(0)
    // One job for each host, at the time of its next poll.
    const late = `host where not exists (select 1 from graphile_worker.jobs where key = 'host ' || host.host
      and abs(extract(epoch from run_at) * 1000 - due_at) < 1)`
    expect(await count(late)).toBe(0)
  })

  test('one killed while it holds hosts loses and doubles nothing: another polls them when the lease has ended', async () => {
    const first = startWorker()
    await expect.poll(() => hosts.visits.length, { interval: 5 }).toBeGreaterThan(HOSTS / 2)
    first.child.kill('SIGKILL')
    await first.ends().catch(() => {})
    expect(await count('host where lease_owner is not null')).toBeGreaterThan(0)
    const second = startWorker()
    const feeds = () => count('(select distinct feed_id from poll) as polled')
    await expect.poll(feeds, { timeout: 120_000, interval: 500 }).toBe(FEEDS)
    await expectEachOnce()
    expect(await second.stop()).toBe(0)
  })

  test('when the one that admits is killed, a standby takes over, and what was handed over is stored', async () => {
    const running = [startWorker(), startWorker(), startWorker()]
    await untilPolled(FEEDS)
    const name = await leader()
    processOf(running, name)!.child.kill('SIGKILL')
    await makeDue(desk.address)
    await expect.poll(leader, { timeout: 60_000, interval: 500 }).not.toBe(name)
    await untilPolled(2 * FEEDS)
    await expectEachOnce()
    expect(await count('prepared_poll where result is null')).toBe(0)
  })

  test('one stands by and takes over, another stands by then, and one that stood by and died is replaced', async () => {
    const running = [startWorker(), startWorker(), startWorker()]
    const admits = 'this process admits for all from now on'
    const standsBy = 'this process keeps ready to admit from now on'
    const saying = async (words: string, among: readonly RunningServe[]) => {
      const found = () => among.filter(({ said }) => said().includes(words))
      await expect.poll(() => found().length, { timeout: 60_000 }).toBe(1)
      return found()[0]!
    }
    const first = await saying(admits, running)
    const second = await saying(standsBy, running)
    const third = running.find((one) => one !== first && one !== second)!
    await untilPolled(FEEDS)
    first.child.kill('SIGKILL')
    await second.until(admits)
    await third.until(standsBy)
    const fourth = startWorker()
    third.child.kill('SIGKILL')
    await fourth.until(standsBy)
    await makeDue(desk.address)
    await untilPolled(2 * FEEDS)
    await expectEachOnce()
    for (const { stop } of [second, fourth]) expect(await stop()).toBe(0)
  })

  test('one that is frozen while it holds the admission lock loses it, another admits, and it stores nothing when it wakes up', async () => {
    const running = [1, 2].map(() => startWorker({ COPYTASTER_FETCH_CONCURRENCY: '2' }))
    await expect.poll(() => hosts.visits.length, { interval: 5 }).toBeGreaterThan(0)
    // Admission waits for these rows when it has its lock.
    const blocker = new pg.Client({ connectionString: desk.address })
    await blocker.connect()
    await blocker.query('begin; select from host for update')
    await expect.poll(() => count(WAITING_UNDER_ADMISSION_LOCK), { interval: 20 }).toBe(1)
    const name = await leader()
    const frozen = processOf(running, name)!
    frozen.child.kill('SIGSTOP')
    await blocker.query('rollback')
    await blocker.end()
    await expect.poll(() => count(IDLE_UNDER_ADMISSION_LOCK), { interval: 20 }).toBe(1)
    const feeds = () => count('(select distinct feed_id from poll) as polled')
    await expect.poll(feeds, { timeout: 120_000, interval: 500 }).toBe(FEEDS)
    frozen.child.kill('SIGCONT')
    await frozen.until('another process took over its host; nothing stored')
    await expectEachOnce()
    for (const { stop } of running) expect(await stop()).toBe(0)
  })

  test('one that starts while the database does not answer waits for it', async () => {
    const way = await cuttableWay(desk.address)
    way.block(true)
    const worker = startWorker({ COPYTASTER_DATABASE: way.address })
    await worker.until('trying again')
    way.block(false)
    await worker.until('the database answers again')
    expect(await worker.stop()).toBe(0)
    await way.close()
  })

  test('serve shares with a worker', async () => {
    const serve = startServe(desk, {}, ['serve', '--verbose'])
    await serve.until('The latest news')
    const worker = startWorker()
    await untilPolled(FEEDS)
    await makeDue(desk.address)
    await untilPolled(2 * FEEDS)
    await expectEachOnce()
    expect(await count("worker where kind = 'serve'")).toBe(1)
    expect(await worker.stop()).toBe(0)
    expect(await serve.stop()).toBe(0)
  })

  test('a job that failed for good is shown, tried again and dropped', async () => {
    const worker = startWorker()
    await untilPolled(FEEDS)
    expect(await worker.stop()).toBe(0)
    const fail =
      "select graphile_worker.permanently_fail_jobs(array[(graphile_worker.add_job('mail')).id], 'no such server')"
    await rows(fail)
    expect((await desk.run('doctor')).stdout).toMatch(
      /mail, tried 25 times: no such server[\s\S]*copytaster jobs --retry all/,
    )
    const { dead } = await desk.json('jobs')
    expect(dead).toMatchObject([{ task: 'mail', tries: 25, error: 'no such server' }])
    expect(await desk.json('jobs', '--retry', 'all')).toMatchObject({ retried: 1, dead: [] })
    await rows(fail)
    const [{ id }] = (await desk.json('jobs')).dead
    expect(await desk.json('jobs', '--drop', String(id))).toMatchObject({ dropped: 1, dead: [] })
    expect(await desk.run('jobs', '--drop', '999999')).toMatchObject({ code: 2 })
  })
})

test('one of another version of the program or of the tables is refused in one line', async () => {
  const desk = await newDesk('postgres', [])
  await onDatabase(desk.address, async (db) => {
    const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    await sql`insert into worker (name, kind, version, pools, leads, started_at, beat_at)
      values ('other', 'serve', '99.0.0', '[]', 1, ${now}, ${now})`.execute(db)
  })
  const refused = await desk.run('worker')
  expect(refused.code).toBe(2)
  expect(refused.stderr).toMatch(/^this is Copytaster \S+, and other on the same database is 99\.0\.0: .*\n$/)
  await onDatabase(desk.address, (db) => sql`delete from migration where name = '0029-workers'`.execute(db))
  const older = await desk.run('worker')
  expect(older.code).toBe(2)
  expect(older.stderr).toMatch(/^\S+ is older than this program \(it lacks "0029-workers"\): .*\n$/)
  await desk.remove()
})

test('a worker on SQLite is refused in one line that names the cure', async () => {
  const desk = await newDesk('sqlite', [])
  const { code, stderr } = await desk.run('worker')
  expect(code).toBe(2)
  expect(stderr).toMatch(/^database: workers share a PostgreSQL.*copytaster migrate --to.*\n$/)
  await desk.remove()
})
