import { setTimeout } from 'node:timers/promises'
import type { App } from '../../src/app/app.ts'
import { playWorld } from '../../src/app/play-world.ts'
import type { PollReport } from '../../src/app/poll-report.ts'
import { latencyOf } from '../../src/core/demo/latency-of.ts'
import type { PublisherRequest } from '../../src/core/domain/publisher.ts'
import type { Store } from '../../src/io/store/open-store.ts'
import { type OpenWorld, type WorldOptions, withWorld } from '../../src/with-world.ts'
import { chanceOf } from './chaos/chance.ts'
import { type DatabaseKind, migratedDatabase } from './databases.ts'

/* A world read by one process, and by four on one PostgreSQL of which one admits. Which process polls which host, in which order answers
   arrive, and when another begins to admit depend on a seed; how the four processes come to run at the same time, on the machine too. */

const WORKERS = 4

/** A world with publishers, and how long it is read. */
export interface PlayedWorld extends Pick<WorldOptions, 'configPath' | 'opensAt'> {
  readonly publishers: Pick<WorldOptions['publishers'], 'hosts' | 'answer'>
  readonly closesAt: number
  /** How often it is looked whether feeds are due; whenever one is unless given. Then many are due at once, and polled by all processes. */
  readonly lookEveryMs?: number
}

/** What a world came to, without anything that depends on the order of arrival. */
export interface WorldOutcome {
  /** The key of each article with the first of those of its story: which member gives a story its id depends on what came before. */
  readonly stories: readonly string[]
  readonly digests: readonly string[]
}

/** How four processes share the world. */
export interface Interleaving {
  readonly seed: number
  /** After how many polls another process admits, in turn. */
  readonly terms: readonly number[]
  /** Who makes the digests. */
  readonly maker: number
}

/** The interleaving of a seed: the same at every run. */
export function interleavingOf(seed: number): Interleaving {
  const chance = chanceOf(seed)
  const terms = Array.from({ length: chance.between(1, 7) }, () => chance.between(1, 41))
  return { seed, terms, maker: chance.below(WORKERS) }
}

/** Is told how far reading has come. */
export type Say = (line: string) => void

const HOUR_MS = 3_600_000

/** Says once for each hour of the world how much was read. */
function hourly(now: () => number, say: Say): (report: PollReport) => void {
  const since = performance.now()
  let [hour, polls, articles] = [0, 0, 0]
  return ({ count }) => {
    polls++
    articles += count.added
    if (Math.floor(now() / HOUR_MS) === hour) return
    hour = Math.floor(now() / HOUR_MS)
    const seconds = ((performance.now() - since) / 1_000).toFixed(0)
    say(`${new Date(now()).toISOString().slice(0, 16)}: ${polls} polls, ${articles} articles, ${seconds} s`)
  }
}

async function outcomeOf(app: App, store: Store): Promise<WorldOutcome> {
  const members = await store.membershipsSince(0)
  const digests = await app.digests.stored(Number.MAX_SAFE_INTEGER, 100)
  const first = new Map<string, string>()
  for (const { article, story } of members) {
    const before = first.get(story)
    if (before === undefined || article < before) first.set(story, article)
  }
  return {
    stories: members.map(({ article, story }) => `${article} ${first.get(story)}`).sort(),
    digests: digests.map(({ type, localDate, digest }) => `${localDate} ${type} ${app.digests.rendered(digest, 'md')}`),
  }
}

async function inWorld<T>(
  { publishers, configPath, opensAt }: PlayedWorld,
  { kind, seed, set }: { readonly kind: DatabaseKind; readonly seed: number; readonly set: readonly string[] },
  work: (open: OpenWorld) => Promise<T>,
): Promise<T> {
  const database = await migratedDatabase(kind)
  const options = {
    ...{ configPath, opensAt, set, database: database.address },
    publishers: {
      ...publishers,
      pause: ({ url }: PublisherRequest, at: number) => setTimeout(latencyOf(seed, url, at) / 100),
    },
    userAgent: 'Copytaster/0 (demonstration)',
    delivery: null,
    sender: 'desk@a.example',
  }
  const done = await withWorld(options, async (open) => {
    await open.subscribe()
    return work(open)
  })
  await database.drop()
  return done
}

/** Sleeps until what is due is looked for again. */
const sleepUntilLook =
  ({ lookEveryMs = 1 }: PlayedWorld, { now, sleep }: OpenWorld['clock']) =>
  (ms: number) =>
    sleep(Math.ceil((now() + ms) / lookEveryMs) * lookEveryMs - now())

/** One process, on the other database. */
export const readByOne = (world: PlayedWorld, say: Say = () => {}): Promise<WorldOutcome> =>
  inWorld(world, { kind: 'sqlite', seed: 1, set: [] }, async ({ app, store, clock }) => {
    const time = { closesAt: world.closesAt, sleep: sleepUntilLook(world, clock) }
    await playWorld(app, time, hourly(clock.now, say))
    return outcomeOf(app, store)
  })

/** Four processes; gives also how many polls were handed over to the one that admits. */
export const readByFour = (
  world: PlayedWorld,
  { seed, terms, maker }: Interleaving,
  say: Say = () => {},
): Promise<WorldOutcome & { readonly handed: number }> =>
  // Few requests at once, so that no process takes all hosts.
  inWorld(world, { kind: 'postgres', seed, set: ['fetch.concurrency=2'] }, async ({ another, store, clock }) => {
    let polls = 0
    let leader = 0
    let term = 0
    const handed = new Set<number>()
    /** The world's time stands still while a process waits for another; one that serves holds up nothing. */
    const sleep = (ms: number, stop?: AbortSignal) =>
      stop === undefined ? clock.during(() => setTimeout(ms / 8)) : setTimeout(ms / 8)
    const hosts = { take: async () => [] }
    const shared = {
      ...store,
      shared: {
        ...store.shared,
        handOverPolls: async (...args: Parameters<Store['shared']['handOverPolls']>) => {
          const ids = await store.shared.handOverPolls(...args)
          for (const id of ids) handed.add(id)
          return ids
        },
      },
    }
    const electionOf = (n: number) => ({
      leads: () => leader === n,
      standsBy: () => (leader + 1) % WORKERS === n,
    })
    const apps = Array.from({ length: WORKERS }, (_, n) =>
      another({ owner: `worker ${n}`, cluster: { hosts, ...electionOf(n), sleep }, store: shared }),
    )
    const tell = hourly(clock.now, say)
    const onPoll = (report: PollReport) => {
      tell(report)
      polls++
      if (polls % terms[term % terms.length]! !== 0) return
      term++
      leader = (leader + 1 + (term % (WORKERS - 1))) % WORKERS
    }
    const end = new AbortController()
    const serving = apps.map(({ polls: { admitForOthers } }) => admitForOthers(end.signal))
    const one = apps[maker]!
    const together = {
      ...one,
      polls: {
        ...one.polls,
        runDue: async (onReport: Parameters<App['polls']['runDue']>[0]) => {
          const passes = apps.map(({ polls: { runDue } }) => runDue(onReport))
          return (await Promise.all(passes))[0]!
        },
      },
    }
    await playWorld(together, { closesAt: world.closesAt, sleep: sleepUntilLook(world, clock) }, onPoll)
    end.abort()
    await Promise.all(serving)
    return { ...(await outcomeOf(one, store)), handed: handed.size }
  })
