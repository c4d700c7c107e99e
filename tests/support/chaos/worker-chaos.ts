import { mkdirSync } from 'node:fs'
import { type Chance, chanceOf } from './chance.ts'
import { compareWorkers } from './compare-workers.ts'
import { openWorkerDesk, type WorkerDesk } from './worker-desk.ts'
import { type Fault, WORKER_FAULTS } from './worker-faults.ts'

/** One run of several workers on one PostgreSQL of their own. */
export interface WorkerChaosOptions {
  readonly folder: string
  readonly workers: number
  readonly seed: number
  /** True as long as another round may begin; told how many were done. */
  readonly goesOn: (rounds: number) => boolean
  /** Faults of a round, after which the workers are left alone until they have recovered, and the store is compared with the truth. */
  readonly faultsInRound: number
  /** Which faults; all unless given. */
  readonly only?: readonly string[]
  readonly say?: (line: string) => void
}

export interface WorkerChaosReport {
  readonly seed: number
  readonly done: Readonly<Record<string, number>>
  readonly polls: number
  readonly articles: number
  readonly deliveries: number
  readonly mails: number
  readonly readers: number
  /** Null when disks were filled, else why not. */
  readonly withoutFullDisks: string | null
  readonly faults: readonly string[]
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Does things at random to workers and their database, round by round; which, in which order, depends on the seed alone. */
export async function runWorkerChaos(options: WorkerChaosOptions): Promise<WorkerChaosReport> {
  mkdirSync(options.folder, { recursive: true })
  const desk = await openWorkerDesk(options.folder, options.workers)
  const { truth, mailbox } = desk
  try {
    const rest: string[] = []
    for (let round = 0; options.goesOn(round) && desk.faults.length === 0; round++) {
      await playRound(desk, options, chanceOf(options.seed * 1_000_003 + round), rest)
    }
    return {
      seed: options.seed,
      done: desk.done,
      polls: truth.polls(),
      articles: truth.items().length,
      deliveries: truth.deliveries.total(),
      mails: [...mailbox.times().values()].reduce((sum, times) => sum + times, 0),
      readers: desk.readers(),
      withoutFullDisks: desk.server.disk.missing,
      faults: [...new Set(desk.faults)],
    }
  } finally {
    await desk.close()
  }
}

async function playRound(
  desk: WorkerDesk,
  { faultsInRound, only, say = () => {} }: WorkerChaosOptions,
  chance: Chance,
  rest: string[],
): Promise<void> {
  for (let place = 0; place < desk.places; place++) desk.startWorker(place)
  const later = new Set<Promise<void>>()
  const life = live(desk, chanceOf(chance.below(1_000_000)))
  await desk.addReader()
  await pause(chance.between(2_000, 5_000))
  for (let n = 0; n < faultsInRound && desk.faults.length === 0; n++) {
    const name = nextFault(rest, only ?? Object.keys(WORKER_FAULTS), chance)
    say(name)
    const fault: Fault = WORKER_FAULTS[name]!
    await fault(desk, chance, later)
    await pause(chance.between(0, 4_000))
  }
  await Promise.all(later)
  await life.end()
  for (let place = 0; place < desk.places; place++) if (!desk.workers.has(place)) desk.startWorker(place)
  say('left alone, then compared')
  if (desk.faults.length === 0) await compareWorkers(desk)
  desk.count('rounds')
}

/** All in turn, in a random order, so that a short run tries each. */
function nextFault(rest: string[], names: readonly string[], chance: Chance): string {
  if (rest.length === 0) rest.push(...names)
  return rest.splice(chance.below(rest.length), 1)[0]!
}

/** Publishers go on publishing, feeds are due again and again, readers are added, whatever happens. */
function live(desk: WorkerDesk, chance: Chance): { readonly end: () => Promise<void> } {
  const { truth } = desk
  let isOver = false
  async function run(): Promise<void> {
    while (!isOver) {
      if (chance.isTrue(0.7)) truth.publish(chance, Date.now())
      if (chance.isTrue(0.1)) desk.count('edits', truth.edit(chance))
      if (chance.isTrue(0.05)) await desk.addReader()
      await desk.makeDue()
      await pause(chance.between(200, 1_500))
    }
  }
  const running = run()
  return {
    end: async () => {
      isOver = true
      await running
    },
  }
}
