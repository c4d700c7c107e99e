import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { answerTo, worldHosts } from '../src/core/demo/answer-to.ts'
import { latencyOf } from '../src/core/demo/latency-of.ts'
import { listedEntries } from '../src/core/demo/listed-entries.ts'
import { sourceOf } from '../src/core/demo/world-entries.ts'
import { worldFrom } from '../src/core/demo/world-from.ts'
import type { Answer, Reply } from '../src/core/domain/reply.ts'
import { parseFeed } from '../src/core/parse/parse-feed.ts'
import { readReply } from '../src/core/poll/read-reply.ts'
import { serveWorld, type WorldServers } from '../src/io/demo/serve-world.ts'
import { createFetcher, type Fetcher } from '../src/io/fetch/create-fetcher.ts'
import { fetchFeed } from '../src/io/fetch/fetch-feed.ts'
import { nameTable } from '../src/io/fetch/guarded-connect.ts'

/* The world over real sockets: names from a table, addresses from an allow-list, time from one virtual clock. */

const world = worldFrom(parse(readFileSync(new URL('../demo/world.yaml', import.meta.url), 'utf8')))
const clock = (day: number, hours: number, minutes = 0) =>
  world.opensAt + ((day - 1) * 24 + hours) * 3_600_000 + minutes * 60_000

let now = world.opensAt
let servers: WorldServers
let fetcher: Fetcher
const waited: number[] = []
beforeAll(async () => {
  servers = await serveWorld({
    hosts: worldHosts(world),
    answer: (request, at) => answerTo(world, request, at),
    now: () => now,
    pause: async ({ url }, at) => void waited.push(latencyOf(1, url, at)),
  })
  fetcher = createFetcher({ allow: servers.allow, userAgent: 'Copytaster/test', lookup: nameTable(servers.names) })
})
afterAll(async () => {
  await fetcher.close()
  await servers.close()
})

interface Asked {
  readonly etag?: string | null
  readonly lastModified?: string | null
  readonly totalMs?: number
}

function ask(id: string, { etag = null, lastModified = null, totalMs = 5_000 }: Asked = {}): Promise<Reply> {
  const url = servers.reachable(sourceOf(world, id).url)
  const validators = etag === null && lastModified === null ? null : { url, etag, lastModified }
  return fetchFeed(fetcher, { url, validators, timeoutMs: totalMs })
}

const outcomeOf = async (id: string, asked?: Asked) => {
  const reply = await ask(id, asked)
  return readReply(reply, now)
}

test('every publisher has a name and an address of its own', () => {
  expect(Object.keys(servers.names)).toEqual(worldHosts(world))
  const addresses = new Set(Object.values(servers.names))
  expect(addresses.size === worldHosts(world).length || addresses.size === 1).toBe(true)
})

test('one pass over all feeds brings every entry the world lists', async () => {
  now = clock(2, 9)
  const found = await Promise.all(
    world.sources.map(async (source) => {
      const reply = (await ask(source.id)) as Answer
      const parsed = parseFeed(reply.body, { headers: reply.headers, url: reply.url })
      return [source.id, parsed.kind === 'feed' ? parsed.entries.length : parsed.looksLike] as const
    }),
  )
  const expected = world.sources.map((source) => [
    source.id,
    source.id === 'zhujia' ? 'html' : listedEntries(world, source, now).length,
  ])
  expect(found).toEqual(expected)
  expect(waited.length).toBe(servers.requests())
})

describe('faults over the wire', () => {
  test('a document that has not changed is 304, by tag or by date', async () => {
    now = clock(1, 12)
    const { headers } = (await ask('xidao')) as Answer
    expect(await outcomeOf('xidao', { etag: headers.etag! })).toMatchObject({ kind: 'notModified' })
    expect(await outcomeOf('xidao', { lastModified: headers['last-modified']! })).toMatchObject({ kind: 'notModified' })
    now = clock(2, 12)
    expect(await outcomeOf('xidao', { etag: headers.etag! })).toMatchObject({ kind: 'fetched' })
    expect(await outcomeOf('xidao', { lastModified: headers['last-modified']! })).toMatchObject({ kind: 'fetched' })
  })

  test('a frozen cache answers 304 to any tag', async () => {
    now = clock(3, 12)
    expect(await outcomeOf('panhou', { etag: '"old"' })).toMatchObject({ kind: 'notModified' })
  })

  test('two permanent hops lead to the new address', async () => {
    now = clock(3, 1)
    expect(await outcomeOf('lvneng')).toMatchObject({
      kind: 'moved',
      to: servers.reachable('http://www.lvneng.example/v2/feed.json'),
    })
  })

  test('a detour is followed and not remembered', async () => {
    now = clock(2, 3)
    expect(await outcomeOf('guanlan')).toMatchObject({
      kind: 'fetched',
      url: servers.reachable('http://standby.guanlan.example/rss/world'),
    })
  })

  test('Retry-After is measured on the world’s clock, in seconds and by date', async () => {
    now = clock(1, 2, 30)
    expect(await outcomeOf('jinchao')).toMatchObject({ kind: 'slowDown', status: 429, retryAfterMs: 3_600_000 })
    now = clock(1, 6)
    expect(await outcomeOf('harbour-business')).toMatchObject({ kind: 'slowDown', retryAfterMs: 3_600_000 })
  })

  test('a publisher that is gone says so', async () => {
    now = clock(3, 5)
    expect(await outcomeOf('kurashi')).toMatchObject({ kind: 'gone' })
  })

  test('a silent publisher costs the client its own time-out and no more', async () => {
    now = clock(2, 12, 30)
    expect(await outcomeOf('shiomi-economy', { totalMs: 80 })).toMatchObject({
      kind: 'failed',
      failure: expect.stringMatching(/Timeout$/),
    })
  })

  test('an address nobody has is not found', async () => {
    const reply = await fetcher.fetch(servers.reachable('http://guanlan.example/nothing'))
    expect(reply).toMatchObject({ kind: 'answer', status: 404 })
  })

  test('a name outside the table does not exist', async () => {
    expect(await fetcher.fetch('http://elsewhere.example/')).toMatchObject({ kind: 'noAnswer', failure: 'dns' })
  })
})
