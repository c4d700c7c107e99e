import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type DatabaseKind, migratedDatabase } from '../../tests/support/databases.ts'
import { volume } from '../../tests/support/volume.ts'
import { answerTo, worldHosts } from '../core/demo/answer-to.ts'
import { latencyOf } from '../core/demo/latency-of.ts'
import { worldFrom } from '../core/demo/world-from.ts'
import type { PublisherRequest } from '../core/domain/publisher.ts'
import type { Store } from '../io/store/open-store.ts'
import { type OpenWorld, withWorld } from '../with-world.ts'
import type { App } from './app.ts'
import { playWorld } from './play-world.ts'

/*
 * The demonstration world read by four processes on one PostgreSQL, of which one admits, comes out as read by one: the same articles in
 * the same stories, and the same digests. Which process polls which host, in which order answers arrive, and when another begins to
 * admit are random.
 */

const demoFile = (name: string) => fileURLToPath(new URL(`../../demo/${name}`, import.meta.url))
const world = worldFrom(parse(readFileSync(demoFile('world.yaml'), 'utf8')))
const WORKERS = 4
/** After the first morning digest; with the full volume, all three days. */
const closesAt = Math.min(world.closesAt, world.opensAt + volume(14, 100) * 3_600_000)

/** What a world came to, without anything that depends on the order of arrival. */
interface Outcome {
  readonly stories: readonly string[]
  readonly digests: readonly string[]
}

/** How four processes share the world. */
interface Interleaving {
  readonly seed: number
  /** After how many polls another process admits, in turn. */
  readonly terms: readonly number[]
  /** Who makes the digests. */
  readonly maker: number
}

async function outcomeOf(app: App, store: Store): Promise<Outcome> {
  const members = await store.membershipsSince(0)
  const digests = await app.digests.stored(Number.MAX_SAFE_INTEGER, 100)
  return {
    stories: members.map(({ article, story }) => `${article} ${story}`).sort(),
    digests: digests.map(({ type, localDate, digest }) => `${localDate} ${type} ${app.digests.rendered(digest, 'md')}`),
  }
}

async function inWorld<T>(
  kind: DatabaseKind,
  seed: number,
  set: readonly string[],
  work: (open: OpenWorld) => Promise<T>,
): Promise<T> {
  const database = await migratedDatabase(kind)
  const options = {
    configPath: demoFile('feeds.yaml'),
    set,
    database: database.address,
    opensAt: world.opensAt,
    publishers: {
      hosts: worldHosts(world),
      answer: (request: PublisherRequest, at: number) => answerTo(world, request, at),
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

/** One process, on the other database. */
const readByOne = () =>
  inWorld('sqlite', 1, [], async ({ app, store, clock }) => {
    await playWorld(app, { closesAt, sleep: clock.sleep }, () => {})
    return outcomeOf(app, store)
  })

const readByFour = ({ seed, terms, maker }: Interleaving) =>
  // Few requests at once, so that no process takes all hosts.
  inWorld('postgres', seed, ['fetch.concurrency=2'], async ({ another, store, clock }) => {
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
    const apps = Array.from({ length: WORKERS }, (_, n) =>
      another({ owner: `worker ${n}`, cluster: { hosts, leads: () => leader === n, sleep }, store: shared }),
    )
    const onPoll = () => {
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
    await playWorld(together, { closesAt, sleep: clock.sleep }, onPoll)
    end.abort()
    await Promise.all(serving)
    return { ...(await outcomeOf(one, store)), handed: handed.size }
  })

let byOne: Outcome
beforeAll(async () => {
  byOne = await readByOne()
}, 300_000)

test('four processes read the world as one does, however their work interleaves', async () => {
  expect(byOne.stories.length).toBeGreaterThan(50)
  expect(byOne.digests.length).toBeGreaterThan(0)
  const interleaving = fc.record({
    seed: fc.integer({ min: 1, max: 1_000_000 }),
    terms: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
    maker: fc.nat({ max: WORKERS - 1 }),
  })
  const agrees = async (one: Interleaving) => {
    const { handed, ...byFour } = await readByFour(one)
    expect(byFour).toEqual(byOne)
    expect(handed).toBeGreaterThan(0)
  }
  await fc.assert(fc.asyncProperty(interleaving, agrees), { numRuns: volume(1, 20), endOnFailure: true })
}, 1_800_000)
