import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setup as build } from '../tests/support/built-program.ts'
import { chanceOf } from '../tests/support/chaos/chance.ts'
import { openWorkerDesk, type Worker, type WorkerDesk } from '../tests/support/chaos/worker-desk.ts'
import { markdownTable } from './measure.ts'

/* How long nothing is admitted when the process that admits for several is killed, or frozen: until the first article that is stored
   after it, while publishers publish and feeds are due all the time. */

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
    const row = (what: string, ms: readonly number[]) => {
      const sorted = ms.toSorted((a, b) => a - b)
      const shown = (at: number) => (sorted[at]! / 1_000).toFixed(1)
      return [what, String(ms.length), shown(0), shown(Math.floor(ms.length / 2)), shown(ms.length - 1)]
    }
    const headings = ['the process that admits is', 'times', 'shortest, s', 'median, s', 'longest, s']
    say(markdownTable(headings, [row('killed', killed), row('frozen', frozen)]))
    say('')
    say(`${WORKERS} workers on two processors, load ${loadavg()[0]!.toFixed(1)}.`)
  } finally {
    await desk.close()
    rmSync(folder, { recursive: true })
  }
}

async function measured(
  desk: WorkerDesk,
  times: number,
  hurt: (leader: Worker) => Promise<() => Promise<void>>,
): Promise<number[]> {
  const took: number[] = []
  while (took.length < times) {
    const leader = await desk.leader()
    if (leader === null) {
      await pause(200)
      continue
    }
    const since = performance.now()
    const mend = await hurt(leader)
    // What it had sent before may still be committed.
    await pause(100)
    await nextAdmission(desk)
    took.push(performance.now() - since)
    await mend()
    // Until the other workers are as warm as standbys are.
    await pause(8_000)
  }
  return took
}

/** Publishes and makes feeds due until one more article is stored. */
async function nextAdmission({ ask, truth, makeDue }: WorkerDesk): Promise<void> {
  const newest = async () => Number((await ask<{ id: string }>('select max(id) as id from article'))?.[0]?.id ?? 0)
  const chance = chanceOf(1)
  const before = await newest()
  while ((await newest()) === before) {
    truth.publish(chance, Date.now())
    await makeDue()
    await pause(50)
  }
}
