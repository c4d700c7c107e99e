import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rss, someItems } from '../../tests/support/publisher/documents.ts'
import { policyOf } from '../core/dedup/policies.ts'
import type { Reply } from '../core/domain/reply.ts'
import { defaultPollPolicy as policy } from '../core/poll/poll-policy.ts'
import { prepareInFull } from '../core/prepare.ts'
import { openStore, type Store } from '../io/store/open-store.ts'
import { systemClock } from '../io/system/clock.ts'
import { type PollerDeps, pollFeeds } from './poll-feeds.ts'
import type { PollReport } from './poll-report.ts'
import { createRecentCache } from './recent-cache.ts'
import { serveSchedule } from './serve.ts'

/* The poller on a clock that the test moves, over a store in memory and made-up publishers. */

const START = Date.UTC(2026, 2, 2, 12)
const SECOND = 1_000
const MINUTE = 60 * SECOND

let store: Store
let stop: AbortController
let reports: PollReport[]
let asked: { readonly url: string; readonly from: number; readonly to: number }[]

beforeEach(async () => {
  vi.useFakeTimers({ now: START, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  store = await openStore('sqlite::memory:')
  stop = new AbortController()
  reports = []
  asked = []
})
afterEach(async () => {
  await store.close()
  vi.useRealTimers()
})

interface Answer {
  readonly afterMs?: number
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly hops?: Reply['hops']
  readonly url?: string
}

function replyOf(url: string, answer: Answer): Reply {
  const name = url.replace(/\W/g, '')
  return {
    kind: 'answer',
    asked: url,
    url: answer.url ?? url,
    hops: answer.hops ?? [],
    wireBytes: 100,
    tookMs: answer.afterMs ?? 0,
    status: answer.status ?? 200,
    headers: answer.headers ?? {},
    body: Buffer.from(rss(someItems(2, START)).replaceAll('item-', `${name}-`)),
    complete: true,
    conditional: false,
  }
}

function world(answerOf: (url: string) => Answer, given: Partial<PollerDeps> = {}): PollerDeps {
  return {
    store,
    recentCache: createRecentCache(policyOf('calibrated'), () => null),
    slicer: () => null,
    owner: 'us',
    nextDigestAt: () => null,
    concurrency: 4,
    manners: { perHost: 1, pauseMs: SECOND, retriesMs: [MINUTE] },
    fetchFeed: async (url) => {
      const from = Date.now()
      const answer = answerOf(url)
      await systemClock.sleep(answer.afterMs ?? 10, stop.signal)
      asked.push({ url, from, to: Date.now() })
      return replyOf(url, answer)
    },
    prepare: prepareInFull,
    now: Date.now,
    sleep: (ms) => systemClock.sleep(ms, stop.signal),
    every: systemClock.every,
    elapsed: systemClock.elapsed,
    stopped: () => stop.signal.aborted,
    policy,
    ...given,
  }
}

async function sources(...urls: string[]): Promise<void> {
  const plain = { tab: null, category: null, name: null, tier: null, owner: null, language: 'en' } as const
  const list = urls.map((url, position) => ({ url, ...plain, kind: 'major' as const, maxItems: 20, position }))
  await store.syncSources(list, Date.now())
}

const onReport = (report: PollReport) => void reports.push(report)
const polledUrls = () => reports.map((report) => report.feed.url)
const feedsOf = (host: string, count: number) => Array.from({ length: count }, (_, n) => `https://${host}/${n}`)

/** Whether somebody else would be given the host now. */
async function isFree(host: string): Promise<boolean> {
  const now = Date.now()
  const [lease] = await store.claimHosts({ owner: 'them', now, until: now + 1 }, [host])
  if (lease) await store.releaseHosts([{ lease, lastRequestAt: null }])
  return lease !== undefined
}

/** Lets time pass until the work is done. */
async function finished<T>(work: Promise<T>, withinMs: number): Promise<T> {
  let done = false
  const settled = work.finally(() => {
    done = true
  })
  settled.catch(() => {})
  for (let past = 0; past < withinMs && !done; past += SECOND / 2) await vi.advanceTimersByTimeAsync(SECOND / 2)
  if (!done) throw new Error(`not done within ${withinMs / SECOND} s`)
  return settled
}

describe('one host never holds up another', () => {
  test('hosts that wait to be tried again leave their turn to others', async () => {
    await sources(...Array.from({ length: 9 }, (_, n) => `https://dead${n}.example/`), 'https://well.example/')
    const pass = pollFeeds(
      { feeds: null, onReport },
      world((url) => (url.includes('dead') ? { status: 500 } : {})),
    )
    await vi.advanceTimersByTimeAsync(5 * SECOND)
    expect(polledUrls()).toEqual(['https://well.example/'])
    await finished(pass, 3 * MINUTE)
    expect(reports).toHaveLength(10)
  })

  test('a daemon polls what falls due while a slow host is under way', async () => {
    await sources(...feedsOf('many.example', 30))
    const served = serveSchedule(
      world(() => ({ afterMs: 20 * SECOND })),
      onReport,
    )
    await vi.advanceTimersByTimeAsync(MINUTE)
    await sources(...feedsOf('many.example', 30), 'https://new.example/')
    await vi.advanceTimersByTimeAsync(30 * SECOND)
    expect(polledUrls()).toContain('https://new.example/')
    stop.abort()
    await finished(served, MINUTE)
  })
})

describe('leases', () => {
  test('a host stays ours however long it takes', async () => {
    await sources(...feedsOf('slow.example', 6))
    const pass = pollFeeds(
      { feeds: null, onReport },
      world(() => ({ afterMs: 50 * SECOND })),
    )
    for (let s = 0; s < 300; s += 5) {
      await vi.advanceTimersByTimeAsync(5 * SECOND)
      expect(await isFree('slow.example')).toBe(false)
    }
    await finished(pass, MINUTE)
    expect([reports.length, await isFree('slow.example')]).toEqual([6, true])
  })

  test('a host taken ahead of its turn stays ours while it waits, and the next is taken when there is room', async () => {
    await sources('https://a.example/', 'https://b.example/', 'https://c.example/')
    const one = { concurrency: 1, manners: { perHost: 1, pauseMs: 0, retriesMs: [] } }
    const pass = pollFeeds(
      { feeds: null, onReport },
      world(() => ({ afterMs: 200 * SECOND }), one),
    )
    await vi.advanceTimersByTimeAsync(190 * SECOND)
    const free = await Promise.all(['a', 'b', 'c'].map((name) => isFree(`${name}.example`)))
    await finished(pass, 11 * MINUTE)
    expect([free, reports.length]).toEqual([[false, false, true], 3])
  })

  test('a stop gives every host back, asked or not', async () => {
    await sources(...Array.from({ length: 20 }, (_, n) => `https://${n}.example/`))
    const pass = pollFeeds(
      { feeds: null, onReport },
      world(() => ({ afterMs: 30 * SECOND })),
    )
    await vi.advanceTimersByTimeAsync(5 * SECOND)
    stop.abort()
    await finished(pass, 10 * SECOND)
    for (let n = 0; n < 20; n++) expect(await isFree(`${n}.example`)).toBe(true)
  })

  test('a host that has passed on is asked no more, and nothing of it is stored', async () => {
    await sources(...feedsOf('a.example', 5))
    const pass = pollFeeds(
      { feeds: null, onReport },
      world(() => ({ afterMs: 20 * SECOND })),
    )
    await vi.advanceTimersByTimeAsync(5 * SECOND)
    // As if this process had slept through its lease.
    await store.claimHosts({ owner: 'them', now: Date.now() + 10 * MINUTE, until: Date.now() + 20 * MINUTE }, [
      'a.example',
    ])
    await finished(pass, 5 * MINUTE)
    expect(reports.map((report) => report.leaseLost)).toEqual([true])
    expect(await store.articlePage({ limit: 10 })).toEqual([])
  })
})

describe('a fault of our own', () => {
  const faulty = {
    prepare: async (request: Parameters<PollerDeps['prepare']>[0]) => {
      if (request.source.url.includes('odd')) throw new Error('on purpose')
      return prepareInFull(request)
    },
  }

  test('is that feed’s failed poll; the others go on and no lease stays', async () => {
    await sources('https://odd.example/', 'https://odd.example/2', 'https://a.example/', 'https://b.example/')
    const pass = pollFeeds(
      { feeds: null, onReport },
      world(() => ({}), faulty),
    )
    expect((await finished(pass, MINUTE)).polled).toBe(4)
    const odd = reports.filter((report) => report.feed.host === 'odd.example')
    expect(odd.map((report) => report.outcome)).toMatchObject([{ kind: 'failed' }, { kind: 'failed' }])
    expect(await isFree('odd.example')).toBe(true)
  })

  test('while asking is a failed poll too', async () => {
    await sources('https://odd.example/', 'https://a.example/')
    const { fetchFeed } = world(() => ({}))
    const stumbling: Partial<PollerDeps> = {
      fetchFeed: (url, validators) =>
        url.includes('odd') ? Promise.reject(new Error('on purpose')) : fetchFeed(url, validators),
      manners: { perHost: 1, pauseMs: 0, retriesMs: [] },
    }
    await finished(
      pollFeeds(
        { feeds: null, onReport },
        world(() => ({}), stumbling),
      ),
      MINUTE,
    )
    expect(reports.map((report) => report.outcome.kind).sort()).toEqual(['failed', 'fetched'])
  })

  test('does not make a daemon ask again and again', async () => {
    await sources('https://odd.example/')
    const served = serveSchedule(
      world(() => ({}), faulty),
      onReport,
    )
    await vi.advanceTimersByTimeAsync(5 * MINUTE)
    stop.abort()
    await finished(served, MINUTE)
    expect(asked).toHaveLength(1)
  })

  test('a store that refuses ends the pass with its own words, once all is quiet', async () => {
    await sources('https://a.example/', 'https://b.example/')
    const broken = new Error('disk full')
    const refusing = { ...store, admission: () => Promise.reject(broken), recordPolls: () => Promise.reject(broken) }
    const pass = pollFeeds(
      { feeds: null, onReport },
      world(() => ({}), { store: refusing }),
    )
    await expect(finished(pass, MINUTE)).rejects.toThrow('disk full')
    expect([await isFree('a.example'), await isFree('b.example')]).toEqual([true, true])
  })
})

describe('manners', () => {
  const gaps = () => asked.slice(1).map((one, n) => one.from - asked[n]!.from)

  test('the pause is kept between an answer and the next request', async () => {
    await sources(...feedsOf('a.example', 4))
    await finished(
      pollFeeds(
        { feeds: null, onReport },
        world(() => ({ afterMs: 3 * SECOND })),
      ),
      MINUTE,
    )
    expect(asked.slice(1).map((one, n) => one.from - asked[n]!.to)).toEqual([SECOND, SECOND, SECOND])
  })

  test('the pause is kept between lanes that had to wait for their turn', async () => {
    await sources(...feedsOf('a.example', 6), ...feedsOf('b.example', 6))
    const crowded = { concurrency: 1, manners: { perHost: 3, pauseMs: 2 * SECOND, retriesMs: [] } }
    await finished(
      pollFeeds(
        { feeds: null, onReport },
        world(() => ({ afterMs: SECOND }), crowded),
      ),
      2 * MINUTE,
    )
    for (const host of ['a', 'b']) {
      const starts = asked.filter(({ url }) => url.includes(`${host}.example`)).map(({ from }) => from)
      expect(starts).toHaveLength(6)
      for (const [n, at] of starts.entries()) if (n > 0) expect(at - starts[n - 1]!).toBeGreaterThanOrEqual(2 * SECOND)
    }
  })

  test('so many lanes as allowed ask one host at once, and no more', async () => {
    await sources(...feedsOf('a.example', 9))
    const lanes = { concurrency: 8, manners: { perHost: 3, pauseMs: 0, retriesMs: [] } }
    await finished(
      pollFeeds(
        { feeds: null, onReport },
        world(() => ({ afterMs: SECOND }), lanes),
      ),
      MINUTE,
    )
    const most = Math.max(...asked.map(({ from }) => asked.filter((one) => one.from <= from && one.to > from).length))
    expect(most).toBe(3)
  })

  test('a clock put back by an hour costs one pause, not an hour', async () => {
    await sources(...feedsOf('a.example', 4))
    const pass = pollFeeds(
      { feeds: null, onReport },
      world((url) => (url.endsWith('/1') ? { status: 500 } : {})),
    )
    await vi.advanceTimersByTimeAsync(1_100)
    vi.setSystemTime(Date.now() - 60 * MINUTE)
    await finished(pass, 3 * MINUTE)
    expect(reports).toHaveLength(4)
  })

  test('a clock put forward by a day loses neither lease nor feed', async () => {
    await sources(...feedsOf('a.example', 4))
    const pass = pollFeeds(
      { feeds: null, onReport },
      world(() => ({})),
    )
    await vi.advanceTimersByTimeAsync(1_500)
    vi.setSystemTime(Date.now() + 24 * 60 * MINUTE)
    await finished(pass, MINUTE)
    expect(reports.map((report) => report.leaseLost)).toEqual([false, false, false, false])
    expect(gaps().length).toBe(3)
  })

  test('what was asked in an earlier pass is remembered', async () => {
    await sources('https://a.example/1')
    await finished(
      pollFeeds(
        { feeds: null, onReport },
        world(() => ({})),
      ),
      MINUTE,
    )
    const slow = { manners: { perHost: 1, pauseMs: 20 * SECOND, retriesMs: [] } }
    await sources('https://a.example/1', 'https://a.example/2')
    await finished(
      pollFeeds(
        { feeds: null, onReport },
        world(() => ({}), slow),
      ),
      MINUTE,
    )
    expect(asked[1]!.from - asked[0]!.to).toBeGreaterThanOrEqual(20 * SECOND)
  })
})

describe('feeds asked for by name', () => {
  test('are read anew once their host is ours: another process may have polled them', async () => {
    await sources('https://a.example/')
    const stale = await store.feeds()
    const moved = { url: 'https://b.example/', hops: [{ url: 'https://a.example/', status: 301, permanent: true }] }
    await finished(
      pollFeeds(
        { feeds: null, onReport },
        world(() => moved),
      ),
      MINUTE,
    )
    await finished(
      pollFeeds(
        { feeds: stale, onReport },
        world(() => ({})),
      ),
      MINUTE,
    )
    expect((await store.feedById(1))?.url).toBe('https://b.example/')
  })

  test('are polled dead or alive', async () => {
    await sources('https://a.example/')
    await finished(
      pollFeeds(
        { feeds: null, onReport },
        world(() => ({ status: 410 })),
      ),
      MINUTE,
    )
    await finished(
      pollFeeds(
        { feeds: await store.feeds(), onReport },
        world(() => ({})),
      ),
      MINUTE,
    )
    expect(reports.map((report) => report.outcome.kind)).toEqual(['gone', 'fetched'])
  })
})

test('a report carries no document: a pass of ten thousand feeds keeps them all', async () => {
  await sources('https://a.example/', 'https://b.example/')
  await finished(
    pollFeeds(
      { feeds: null, onReport },
      world(() => ({})),
    ),
    MINUTE,
  )
  for (const { outcome } of reports) expect(outcome).toMatchObject({ kind: 'fetched', body: new Uint8Array() })
})
