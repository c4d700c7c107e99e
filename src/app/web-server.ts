import type { Settings } from '../io/config/settings-schema.ts'
import type { Store } from '../io/store/open-store.ts'
import type { ServerState } from '../io/store/web/server-state.ts'
import { nextOfAll } from './digest-schedule.ts'
import type { EngineNumbers, JobNumbers } from './engine-meter.ts'

/** What is known about the program that runs. */
export interface ProgramFacts {
  readonly version: string
  readonly startedAt: number
  /** What the engine told last; null while it does not run. */
  readonly engine: () => Pick<EngineNumbers, 'jobs'> | null
}

/** One job of the engine, by its name. */
export interface ShownJob extends JobNumbers {
  readonly name: string
}

/** The server as its operator sees it. */
export interface ServerOverview extends ServerState, Pick<ProgramFacts, 'version' | 'startedAt'> {
  readonly isEngineRunning: boolean
  readonly jobs: readonly ShownJob[]
  readonly nextPollAt: number | null
  readonly nextDigestAt: number | null
}

/** What the overview needs. */
export interface ServerOverviewDeps {
  readonly store: Store
  readonly program: ProgramFacts
  readonly schedule: Settings['digest']['schedule']
  readonly zone: string
  readonly now: () => number
}

/** Gathers what the page of an operator shows. */
export async function serverOverview({
  store,
  program,
  schedule,
  zone,
  now,
}: ServerOverviewDeps): Promise<ServerOverview> {
  const engine = program.engine()
  return {
    ...(await store.web.serverState(now())),
    version: program.version,
    startedAt: program.startedAt,
    isEngineRunning: engine !== null,
    jobs: Object.entries(engine?.jobs ?? {}).map(([name, job]) => ({ name, ...job })),
    nextPollAt: await store.nextDueAt(now()),
    nextDigestAt: nextOfAll(schedule, zone, now()),
  }
}
