import { loadavg } from 'node:os'
import type { AdmissionJob } from '../src/app/admission-job.ts'
import { createPollAdmitter } from '../src/app/admit-poll.ts'
import { createRecentCache } from '../src/app/recent-cache.ts'
import { createStoryKeeper } from '../src/app/refine-stories.ts'
import { policyOf } from '../src/core/dedup/policies.ts'
import { UNLIMITED_QUOTA } from '../src/core/poll/daily-quota.ts'
import { prepareInFull } from '../src/core/prepare.ts'
import { openStore, type Store } from '../src/io/store/open-store.ts'
import { newDatabase } from '../tests/support/databases.ts'
import { aRecord, aSource } from '../tests/support/poll-records.ts'
import { markdownTable } from './measure.ts'
import { newsOf } from './peers/made-up-news.ts'

/* The longest time for which the event loop of `serve` stands still, so that no page is served and no timer fires: while newcomers
   are admitted, polls together as the daemon does, and while they are put into stories. Documents are prepared before: that is the
   work of a thread. */

const ITEMS = 20
const STANDING_FEEDS = 600
/** 2,980 articles: the number with which the loop once stood still for 20 s. */
const NEW_FEEDS = 149
const AT_ONCE = 64
const NOW = Date.UTC(2026, 10, 15)

interface Stall {
  readonly what: string
  readonly tookMs: number
  readonly longestMs: number
  /** The most of the processor that was used between two turns of the loop, by all threads: what is left on an idle machine. */
  readonly longestCpuMs: number
}

export async function benchEngineStalls(say: (line: string) => void): Promise<void> {
  const database = await newDatabase('sqlite')
  const store = await openStore(database.address)
  const feeds = Array.from({ length: STANDING_FEEDS + NEW_FEEDS }, (_, n) => n)
  await store.syncSources(
    feeds.map((n) => aSource(`https://p${n + 1}.example/rss`, { position: n })),
    NOW,
  )
  const stalls = await measureAll(store)
  await store.close()
  await database.drop()
  const rows = stalls.map(({ what, tookMs, longestMs, longestCpuMs }) => [
    what,
    (tookMs / 1000).toFixed(1),
    longestMs.toFixed(0),
    longestCpuMs.toFixed(0),
  ])
  say(markdownTable(['what', 'seconds', 'longest stall, ms', 'most of the processor, ms'], rows))
  say('')
  say(`SQLite in a file; load average ${loadavg()[0]!.toFixed(1)} on this machine, which lengthens every stall.`)
}

async function measureAll(store: Store): Promise<Stall[]> {
  const policy = policyOf('calibrated')
  const deps = { store, recentCache: createRecentCache(policy), now: () => NOW }
  const admit = createPollAdmitter(deps, (ms) => new Promise((resolve) => setTimeout(resolve, ms)))
  const keeper = createStoryKeeper(store, policy)
  const admitAll = async (jobs: readonly AdmissionJob[]) => {
    const waiting = [...jobs]
    const lane = async () => {
      for (let job = waiting.pop(); job !== undefined; job = waiting.pop()) await admit(job)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  }
  const standing = await jobsOf(store, 1, STANDING_FEEDS)
  const newcomers = await jobsOf(store, STANDING_FEEDS + 1, NEW_FEEDS)
  return [
    await stallOf('12,000 articles admitted', () => admitAll(standing)),
    await stallOf('12,000 articles put into stories', () => keeper.refine(NOW, 'touched')),
    await stallOf('2,980 newcomers admitted', () => admitAll(newcomers)),
    await stallOf('2,980 newcomers put into stories', () => keeper.refine(NOW, 'touched')),
    await stallOf('all stories refined, as before a digest', () => keeper.refine(NOW, 'whole')),
  ]
}

async function jobsOf(store: Store, first: number, count: number): Promise<AdmissionJob[]> {
  const jobs: AdmissionJob[] = []
  for (let n = first; n < first + count; n++) {
    const feed = (await store.feedById(n))!
    const prepared = await prepareInFull(requestOf(n))
    if (prepared.kind !== 'feed') throw new Error('the made-up feed could not be read')
    const place = { id: n, position: n }
    const recordOf = () => aRecord(feed, NOW, null)
    jobs.push({ feed: place, prepared, scope: 0, lease: null, room: UNLIMITED_QUOTA, recordOf })
  }
  return jobs
}

function requestOf(n: number) {
  const url = `https://p${n}.example/rss`
  const body = new TextEncoder().encode(newsOf(`p${n}.example`))
  return {
    fetched: { body, contentType: 'application/rss+xml', headers: {}, url },
    feed: n,
    source: { url, tab: 'en_news', category: null, name: null, language: 'en', maxItems: ITEMS },
    known: new Uint8Array(),
    now: NOW,
    layered: false,
  }
}

/** A timer of a millisecond: how late it fires, and how much of the processor was used since it last did. */
async function stallOf(what: string, work: () => Promise<unknown>): Promise<Stall> {
  let [at, cpu, longestMs, longestCpuMs] = [performance.now(), process.cpuUsage(), 0, 0]
  const look = () => {
    const used = process.cpuUsage(cpu)
    longestMs = Math.max(longestMs, performance.now() - at)
    longestCpuMs = Math.max(longestCpuMs, (used.user + used.system) / 1000)
    at = performance.now()
    cpu = process.cpuUsage()
  }
  const timer = setInterval(look, 1)
  const started = performance.now()
  await work()
  const tookMs = performance.now() - started
  // The timer fires once more after the last stall.
  await new Promise((resolve) => setTimeout(resolve, 20))
  clearInterval(timer)
  return { what, tookMs, longestMs, longestCpuMs }
}
