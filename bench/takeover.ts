import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setup as build } from '../tests/support/built-program.ts'
import { chanceOf } from '../tests/support/chaos/chance.ts'
import { openWorkerDesk, type Worker, type WorkerDesk } from '../tests/support/chaos/worker-desk.ts'
import { markdownTable } from './measure.ts'

/* When the process that admits for several is killed, or frozen, while publishers publish and feeds are due all the time: how long nothing
   is admitted, until the first article of a host that it did not hold is stored; and how long the hosts wait that it held, by a lease or
   a job, until another process has leased each. */

const WORKERS = 3
const KILLS = 12
const FREEZES = 4
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function benchTakeover(say: (line: string) => void): Promise<void> {
  build()
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-takeover-'))
  const desk = await openWorkerDesk(folder, WORKERS)
  try {
    for (let place = 0; place < WORKERS; place++) desk.startWorker(place)
    await nextAdmission(desk)
    const killed = await measured(desk, KILLS, async (leader) => {
      void desk.kill(leader)
      return async () => void desk.startWorker(leader.place)
    })
    const frozen = await measured(desk, FREEZES, async (leader) => {
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
    say(`${WORKERS} workers on two processors, load ${loadavg()[0]!.toFixed(1)}.`)
  } finally {
    await desk.close()
    rmSync(folder, { recursive: true })
  }
}

function row(what: string, until: string, ms: readonly number[]): string[] {
  const sorted = ms.toSorted((a, b) => a - b)
  const shown = (at: number) => (sorted[at] === undefined ? '' : (sorted[at] / 1_000).toFixed(1))
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
    // Until the other workers are as warm as standbys are.
    await pause(8_000)
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
