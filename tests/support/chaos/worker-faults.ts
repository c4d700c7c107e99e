import type { Chance } from './chance.ts'
import { someWorker, type Worker, type WorkerDesk } from './worker-desk.ts'

/** One thing that is done to workers or their database. Resolves when the next may begin; what is to be undone later is in `later`. */
export type Fault = (desk: WorkerDesk, chance: Chance, later: Set<Promise<void>>) => Promise<void>

const HOUR_MS = 3_600_000
/** Longer than a lease lasts. */
const FROZEN_MS = [31_000, 40_000] as const
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function killAndReplace(desk: WorkerDesk, worker: Worker, chance: Chance): Promise<void> {
  await desk.kill(worker)
  await pause(chance.between(0, 2_000))
  desk.startWorker(worker.place)
}

function freeze(worker: Worker, forMs: number, later: Set<Promise<void>>): void {
  worker.frozen = true
  worker.child.kill('SIGSTOP')
  const woken = pause(forMs).then(() => {
    worker.child.kill('SIGCONT')
    worker.frozen = false
    later.delete(woken)
  })
  later.add(woken)
}

/** At most half of the workers are frozen at a time. */
const mayFreeze = ({ workers, places }: WorkerDesk) =>
  [...workers.values()].filter(({ frozen }) => frozen).length < places / 2

/** The one that admits; after another fault it takes a while until there is one. */
async function runningLeader(desk: WorkerDesk): Promise<Worker | null> {
  for (let tries = 0; tries < 60; tries++) {
    const worker = await desk.leader()
    if (worker !== null && !worker.frozen && !worker.isEnded) return worker
    await pause(250)
  }
  return null
}

const IN_TRANSACTION = `select pg_terminate_backend(pid) as is from pg_stat_activity where xact_start is not null
  and application_name in ('copytaster', 'copytaster jobs') and backend_xid is not null limit 1`

export const WORKER_FAULTS: Readonly<Record<string, Fault>> = {
  'workers killed': async (desk, chance) => {
    const worker = someWorker(desk, chance)
    if (worker === null) return
    desk.count('workers killed')
    await killAndReplace(desk, worker, chance)
  },
  'admitting processes killed': async (desk, chance) => {
    const worker = await runningLeader(desk)
    if (worker === null) return
    desk.count('admitting processes killed')
    await killAndReplace(desk, worker, chance)
  },
  'workers frozen past their leases': async (desk, chance, later) => {
    const worker = someWorker(desk, chance)
    if (worker === null || !mayFreeze(desk)) return
    desk.count('workers frozen past their leases')
    freeze(worker, chance.between(...FROZEN_MS), later)
  },
  'admitting processes frozen': async (desk, chance, later) => {
    const worker = mayFreeze(desk) ? await runningLeader(desk) : null
    if (worker === null) return
    desk.count('admitting processes frozen')
    freeze(worker, chance.between(...FROZEN_MS), later)
  },
  'database restarts': async ({ server, count }, chance) => {
    count('database restarts')
    await server.stop()
    await pause(chance.between(0, 2_000))
    await server.start()
  },
  'database kills': async ({ server, count }, chance) => {
    count('database kills')
    await server.kill()
    await pause(chance.between(0, 2_000))
    await server.start()
  },
  'connections cut inside a transaction': async ({ ask, count, makeDue }) => {
    await makeDue()
    for (let tries = 0; tries < 60; tries++) {
      const cut = await ask(IN_TRANSACTION)
      if (cut !== null && cut.length > 0) return count('connections cut inside a transaction')
      await pause(10)
    }
  },
  'networks cut': async ({ way, count }, chance) => {
    for (let n = chance.between(1, 4); n > 0; n--) {
      count('connections cut at random', way.cut())
      await pause(chance.between(20, 400))
    }
    count('networks cut')
  },
  'clocks an hour off': async (desk, chance) => {
    const shifted = desk.workers.get(desk.places - 1)
    if (shifted === undefined || shifted.frozen) return
    desk.setShift(chance.oneOf([-HOUR_MS, HOUR_MS]))
    await killAndReplace(desk, shifted, chance)
  },
  'full disks': async ({ server, count, makeDue, truth }, chance) => {
    if (server.disk.missing !== null) return
    server.disk.fill()
    count('full disks')
    for (let n = 0; n < 3; n++) {
      truth.publish(chance, Date.now())
      await makeDue()
      await pause(chance.between(300, 1_500))
    }
    server.disk.free()
    if (server.isUp()) return
    count('servers that stopped for a full disk')
    await server.start()
  },
}
