import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createRecentCache } from '../src/app/recent-cache.ts'
import { standBy } from '../src/app/stand-by.ts'
import { policyOf } from '../src/core/dedup/policies.ts'
import { openStore } from '../src/io/store/open-store.ts'
import { setup as build } from '../tests/support/built-program.ts'
import { chanceOf } from '../tests/support/chaos/chance.ts'
import { openWorkerDesk, type Worker, type WorkerDesk } from '../tests/support/chaos/worker-desk.ts'
import { markdownTable } from './measure.ts'
import { loadNews } from './scale-news.ts'

/* When the process that admits for several is killed, or frozen, while publishers publish and feeds are due all the time: how long nothing
   is admitted, until the first article of a host that it did not hold is stored; and how long the hosts wait that it held, by a lease or
   a job, until another process has leased each. Beside it how long a process that did not stand by would first have to read. */

const WORKERS = 3
const KILLS = Number(process.env.BENCH_KILLS ?? 12)
const FREEZES = Number(process.env.BENCH_FREEZES ?? 4)
/** Articles that are new enough to be compared with, of the last 14 days. */
const RECENT = Number(process.env.BENCH_RECENT ?? 50_000)
const DAYS = 14
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Room for them. */
const DISK_MB = 512 + RECENT / 50
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function benchTakeover(say: (line: string) => void): Promise<void> {
  build()
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-takeover-'))
  const desk = await openWorkerDesk(folder, WORKERS, { diskMb: DISK_MB, makesDigests: false })
  try {
    desk.startWorker(0)
    await nextAdmission(desk)
    await desk.kill(desk.workers.get(0)!)
    await loadRecent(desk)
    const reading = await measuredReading(desk)
    for (let place = 0; place < WORKERS; place++) desk.startWorker(place)
    await nextAdmission(desk)
    // Until the standby has read everything, beside the process that admits.
    const warmUp = () => pause(8_000 + 3 * reading.coldMs)
    await warmUp()
    const killed = await measured(desk, KILLS, warmUp, async (leader) => {
      void desk.kill(leader)
      return async () => void desk.startWorker(leader.place)
    })
    const frozen = await measured(desk, FREEZES, warmUp, async (leader) => {
      leader.child.kill('SIGSTOP')
      return async () => void leader.child.kill('SIGCONT')
    })
    const headings = ['the process that admits is', 'until', 'counted', 'shortest, s', 'median, s', 'longest, s']
    const rowsOf = (what: string, { admissionMs, hostsMs }: Takeovers) => [
      row(what, 'the next article is stored', admissionMs),
      row(what, 'a host that it held is leased again', hostsMs),
    ]
    say(markdownTable(headings, [...rowsOf('killed', killed), ...rowsOf('frozen', frozen)]))
    say('')
    say(
      `${WORKERS} workers on two processors, ${RECENT.toLocaleString('en')} articles of the last ${DAYS} days stored before. A process that does not stand by would first read their prints, in ` +
        `${seconds(reading.coldMs)} s; one that does asks what is new in ${reading.warmMs.toFixed(1)} ms. Load ${loadavg()[0]!.toFixed(1)}.`,
    )
  } finally {
    await desk.close()
    rmSync(folder, { recursive: true })
  }
}

/** Articles spread over the days, and over the feeds that are there; no process runs. */
async function loadRecent({ server, ask }: WorkerDesk): Promise<void> {
  const [last] = (await ask<{ last: string; feeds: string }>(LAST))!
  const client = new pg.Client({ connectionString: server.address })
  await client.connect()
  const now = Date.now()
  await loadNews(client, {
    ...{ after: Number(last!.last), count: RECENT, feeds: Number(last!.feeds), now },
    newestOf: (n) => now - HOUR_MS - (n % DAYS) * DAY_MS,
  })
  await client.query('delete from search_stale')
  await client.end()
}

const LAST = `select greatest((select max(id) from article), (select max(change) from print)) as last, (select count(*) from feed) as feeds`

/** How long reading all prints takes a process, and how long the next look. */
async function measuredReading({ server }: WorkerDesk): Promise<{ readonly coldMs: number; readonly warmMs: number }> {
  const store = await openStore(server.address)
  const recentCache = createRecentCache(policyOf('calibrated'))
  const look = async () => {
    const since = performance.now()
    await standBy({ store, recentCache, now: Date.now, leads: () => false, standsBy: () => true })
    return performance.now() - since
  }
  const coldMs = await look()
  const warmMs = await look()
  await store.close()
  return { coldMs, warmMs }
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1)

function row(what: string, until: string, ms: readonly number[]): string[] {
  const sorted = ms.toSorted((a, b) => a - b)
  const shown = (at: number) => (sorted[at] === undefined ? '' : seconds(sorted[at]))
  return [what, until, String(ms.length), shown(0), shown(Math.floor(ms.length / 2)), shown(ms.length - 1)]
}

/** How long each part of a takeover took. */
interface Takeovers {
  readonly admissionMs: number[]
  /** Of each host that the process held. */
  readonly hostsMs: number[]
}

async function measured(
  desk: WorkerDesk,
  times: number,
  warmUp: () => Promise<unknown>,
  hurt: (leader: Worker) => Promise<() => Promise<void>>,
): Promise<Takeovers> {
  const took: Takeovers = { admissionMs: [], hostsMs: [] }
  for (let n = 0; n < times; n++) {
    const leader = await leaderOf(desk)
    const since = performance.now()
    const mend = await hurt(leader)
    const held = await heldBy(desk, leader)
    // What it had sent before may still be committed.
    await pause(100)
    const again = untilLeased(desk, held)
    // One that held every host says nothing about admission.
    if (held.size < desk.truth.hosts.length) {
      await nextAdmission(desk, [...held.keys()])
      took.admissionMs.push(performance.now() - since)
    }
    for (const at of await again) took.hostsMs.push(at - since)
    await mend()
    await warmUp()
  }
  return took
}

async function leaderOf(desk: WorkerDesk): Promise<Worker> {
  for (;;) {
    const leader = await desk.leader()
    if (leader !== null) return leader
    await pause(200)
  }
}

/** The hosts that a process has leased, or whose jobs it has, with the numbers of their last leases. */
async function heldBy({ ask }: WorkerDesk, { child }: Worker): Promise<Map<string, number>> {
  const rows = await ask<{ host: string; lease_token: string }>(
    `select host, lease_token from host, (select name, pools from worker where name like $1) as held
     where lease_owner = held.name or 'host ' || host in (
       select key from graphile_worker.jobs where locked_by in (select json_array_elements_text(held.pools::json)))`,
    [`%:${child.pid}:%`],
  )
  return new Map((rows ?? []).map(({ host, lease_token }) => [host, Number(lease_token)]))
}

/** Looks on until each of these hosts has another lease; gives when. */
async function untilLeased({ ask }: WorkerDesk, held: ReadonlyMap<string, number>): Promise<number[]> {
  const left = new Map(held)
  const at: number[] = []
  while (left.size > 0) {
    const hosts = await ask<{ host: string; lease_token: string }>('select host, lease_token from host')
    for (const { host, lease_token } of hosts ?? []) {
      if (!left.has(host) || left.get(host) === Number(lease_token)) continue
      left.delete(host)
      at.push(performance.now())
    }
    await pause(50)
  }
  return at
}

const NEWEST = 'select max(article.id) as id from article join feed on feed.id = feed_id where host <> all($1)'

/** Publishes and makes feeds due until one more article is stored, of a host that is not among those given. */
async function nextAdmission({ ask, truth, makeDue }: WorkerDesk, except: readonly string[] = []): Promise<void> {
  const newest = async () => Number((await ask<{ id: string }>(NEWEST, [except]))?.[0]?.id ?? 0)
  const chance = chanceOf(1)
  const before = await newest()
  while ((await newest()) === before) {
    truth.publish(chance, Date.now())
    await makeDue()
    await pause(50)
  }
}
