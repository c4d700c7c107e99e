import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { LEASE_MS } from '../../src/app/poll-leases.ts'
import { openStore } from '../../src/io/store/open-store.ts'
import { type Running, startCopytaster } from '../support/built-program.ts'
import { type DatabaseKind, databaseKinds } from '../support/databases.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { type ManyHosts, type ManyHostsOptions, rudeVisits, startManyHosts } from '../support/publisher/many-hosts.ts'
import { shiftedClock } from '../support/shifted-clock.ts'
import { onDatabase } from '../support/stored-references.ts'
import { volume } from '../support/volume.ts'

/* The poller when it is killed, and when several of it work at once: what publishers see, and what is stored. */

const FEEDS_A_HOST = 2
const ITEMS = 5
const PAUSE_MS = 60
/** Instants are whole milliseconds on both sides. */
const ROUNDING_MS = 2

interface World {
  readonly desk: Desk
  readonly hosts: ManyHosts
  readonly start: (...args: string[]) => Running
}

const worlds: World[] = []
afterEach(async () => {
  for (const { desk, hosts } of worlds.splice(0)) {
    await hosts.close()
    await desk.remove()
  }
})

async function newWorld(kind: DatabaseKind, options: ManyHostsOptions): Promise<World> {
  const hosts = await startManyHosts(options)
  const desk = await newDesk(kind, ['127.0.0.0/8'])
  const sources = hosts.urls.map((url) => `      - url: ${url}\n`).join('')
  desk.write(`fetch:\n  allow_private_networks: [127.0.0.0/8]\ntabs:\n  en_news:\n    sources:\n${sources}`)
  const env = {
    COPYTASTER_DATABASE: desk.address,
    COPYTASTER_FETCH_HOST_PAUSE: `${PAUSE_MS}ms`,
    COPYTASTER_SERVER_LISTEN: '127.0.0.1:0',
  }
  const start = (...args: string[]) => startCopytaster(args, { cwd: desk.folder, env })
  const world = { desk, hosts, start }
  worlds.push(world)
  return world
}

/** Every guid stored, and for each feed whether its validators say that we have its document. */
async function stored({ desk }: World) {
  const store = await openStore(desk.address)
  const guids = (await store.articlePage({ limit: 1_000_000 })).map((article) => article.guid)
  const feeds = await store.feeds()
  await store.close()
  return { guids, feeds }
}

async function expectNothingAhead(world: World): Promise<void> {
  const { guids, feeds } = await stored(world)
  const have = new Set(guids)
  expect(have.size).toBe(guids.length)
  const ahead = feeds.filter((feed) => feed.validators.etag !== null || feed.documentHash !== null)
  for (const feed of ahead) expect(world.hosts.guidsOf(feed.url).filter((guid) => !have.has(guid))).toEqual([])
}

async function expectEachOnce(world: World): Promise<void> {
  const { guids } = await stored(world)
  expect(guids.sort()).toEqual(world.hosts.urls.flatMap((url) => world.hosts.guidsOf(url)).sort())
}

/** Waits for the publishers to have been asked so many times more. */
async function visited({ hosts }: World, times: number, ended: Promise<unknown>): Promise<void> {
  const until = hosts.visits.length + times
  let over = false
  void ended.then(() => {
    over = true
  })
  while (hosts.visits.length < until && !over) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** As if the time had passed after which nobody waits for a process that died. */
async function letLeasesEnd({ desk, hosts }: World): Promise<void> {
  const store = await openStore(desk.address)
  const names = [...new Set(hosts.urls.map((url) => new URL(url).host))]
  const now = Date.now() + 60_000
  const leases = await store.claimHosts({ owner: 'time', now, until: now }, names)
  await store.releaseHosts(leases.map((lease) => ({ lease, lastRequestAt: null })))
  await store.close()
}

/** Polls when half a minute has passed, after which a dead process holds no host. */
async function pollToTheEnd({ desk }: World): Promise<void> {
  const { code, stderr } = await desk.runWith(shiftedClock(LEASE_MS), 'poll', '--all')
  expect(stderr).not.toContain('skipped')
  expect(code).toBe(0)
}

describe.each(databaseKinds)('killed while polling into %s', (kind) => {
  test('loses nothing, doubles nothing, and never claims a document it does not have', async () => {
    const hosts = volume(40, 1_000) / FEEDS_A_HOST
    const world = await newWorld(kind, { hosts, feedsAHost: FEEDS_A_HOST, items: ITEMS, answerMs: 20 })
    const feeds = world.hosts.urls.length
    for (const share of [0, 0.1, 0.35, 0.8]) {
      const { child, ended } = world.start('poll', '--all')
      await visited(world, 1 + Math.floor(feeds * share), ended)
      child.kill('SIGKILL')
      await ended
      await expectNothingAhead(world)
      if (share !== 0.8) await letLeasesEnd(world)
    }
    await pollToTheEnd(world)
    await expectEachOnce(world)
    const asked = world.hosts.visits.length
    await pollToTheEnd(world)
    expect(world.hosts.visits.slice(asked).map((visit) => visit.status)).toEqual(Array(feeds).fill(304))
  })
})

describe.each(databaseKinds)('several at work on %s', (kind) => {
  const options = { hosts: 6, feedsAHost: 4, items: ITEMS, answerMs: 15 }

  test('commands at once ask no host at the same moment nor within its pause, and store each article once', async () => {
    const world = await newWorld(kind, options)
    await world.desk.run('feeds', 'list')
    const commands = ['poll', 'poll', 'poll'].map((name) => world.start(name, '--all'))
    expect(await Promise.all(commands.map(({ ended }) => ended))).toEqual([0, 0, 0])
    expect(rudeVisits(world.hosts.visits, PAUSE_MS - ROUNDING_MS)).toEqual([])
    await expectEachOnce(world)
  })

  test('a daemon and commands do the same', async () => {
    const world = await newWorld(kind, options)
    const daemon = world.start('serve')
    await visited(world, 5, daemon.ended)
    for (let n = 0; n < 2; n++) expect(await world.start('poll', '--all').ended).toBe(0)
    // Commands leave out a host that the daemon holds, and a feed that was asked last is not stored yet.
    const all = options.hosts * options.feedsAHost * ITEMS
    const articles = sql<{ n: number }>`select count(*) as n from article`
    await onDatabase(world.desk.address, (db) =>
      expect
        .poll(async () => Number((await articles.execute(db)).rows[0]!.n), { timeout: 120_000, interval: 200 })
        .toBeGreaterThanOrEqual(all),
    )
    daemon.child.kill('SIGINT')
    expect(await daemon.ended).toBe(0)
    expect(rudeVisits(world.hosts.visits, PAUSE_MS - ROUNDING_MS)).toEqual([])
    await expectEachOnce(world)
  })
})
