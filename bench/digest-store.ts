import type { AnalysisDeps } from '../src/app/analyse-window.ts'
import { type FeedOverview, feedOverviews } from '../src/app/feed-overview.ts'
import { makeDigest } from '../src/app/make-digest.ts'
import { printBytes } from '../src/core/dedup/print/print-bytes.ts'
import type { Article } from '../src/core/domain/article.ts'
import { newProfile } from '../src/core/interests/profile.ts'
import { defaultPollPolicy } from '../src/core/poll/poll-policy.ts'
import { SCORE_POLICY } from '../src/core/score/score-policy.ts'
import { keyHash } from '../src/core/text/key-hash.ts'
import { openStore, type Store } from '../src/io/store/open-store.ts'
import { anArticle } from '../tests/support/an-article.ts'
import { newDatabase } from '../tests/support/databases.ts'
import { aRecord, aSource, newArticles } from '../tests/support/poll-records.ts'

/* A store is made up: two days of articles of 200 words, four a story, every eighth story on both days, in SQLite. */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How many feeds the made-up articles come from. */
export const FEEDS = 50
const POLL = 20
const COMMON =
  'the of in for after new plan city state water power market price rain road school court vote bank report'.split(' ')

/** What a digest of a window took, each time it was made. */
export interface DigestTimes {
  readonly size: number
  readonly step: string
  readonly wallMs: number
  readonly cpuMs: number
}

/** Makes digests of a window of so many articles: nothing scored, then scored before, then after one more poll. */
export async function timeDigests(
  size: number,
  at: number,
  tell: (times: DigestTimes) => void,
): Promise<DigestTimes[]> {
  const database = await newDatabase('sqlite')
  const store = await openStore(database.address)
  try {
    await fill(store, size, at)
    const deps = await depsOf(store, at)
    const times: DigestTimes[] = []
    const add = async (step: string, now: number) => {
      times.push(await timed(size, step, deps, now))
      tell(times.at(-1)!)
    }
    await add('nothing scored', at - HOUR_MS)
    await add('scored an hour ago', at)
    await add('all scored', at)
    await admit(store, madeUp(2 * size, POLL, size, at - DAY_MS))
    await add(`after a poll of ${POLL}`, at)
    return times
  } finally {
    await store.close()
    await database.drop()
  }
}

async function timed(size: number, step: string, deps: AnalysisDeps, at: number): Promise<DigestTimes> {
  const spec = {
    type: 'morning',
    zone: 'Europe/Berlin',
    at,
    windowMs: DAY_MS,
    tabs: [],
    omitShown: true,
    languages: [],
  } as const
  const started = performance.now()
  const before = process.cpuUsage()
  await makeDigest(spec, deps)
  const { user, system } = process.cpuUsage(before)
  return { size, step, wallMs: performance.now() - started, cpuMs: (user + system) / 1000 }
}

async function depsOf(store: Store, at: number): Promise<AnalysisDeps> {
  const feeds: readonly FeedOverview[] = await feedOverviews(store, at, defaultPollPolicy)
  const profile = newProfile({ interests: { water: 1, 'power market': 0.6 }, categories: ['city'], languages: ['en'] })
  const asked = { minimumImportance: 0, followed: new Map<string, number>(), method: 'stories', topics: null }
  return { store, reader: 1, feeds, profile, policy: SCORE_POLICY, ...asked }
}

async function fill(store: Store, size: number, at: number): Promise<void> {
  const sources = Array.from({ length: FEEDS }, (_, n) => aSource(`https://news${n}.example/rss`, { position: n }))
  await store.syncSources(sources, 0)
  for (const [day, from] of [0, size].entries()) {
    for (let n = 0; n < size; n += 500) {
      await admit(store, madeUp(from + n, Math.min(500, size - n), size, at - (2 - day) * DAY_MS))
    }
  }
}

/** Stores articles and settles their stories. */
async function admit(store: Store, made: readonly MadeUp[]): Promise<void> {
  const feed = (await store.feedById(1))!
  const articles = made.map(({ article }) => article)
  const admitted = newArticles(aRecord(feed, articles[0]!.firstSeen, null), articles)
  const printed = admitted.articles.map((one) => ({ ...one, print: printBytes(one.article, {}) }))
  await store.admission(async (tx) => tx.admit({ ...admitted, articles: printed }))
  const memberships = made.map(({ article, story }) => {
    return { article: article.key, story, cause: 'refine' as const, copyOf: null }
  })
  const stories = made.map(({ article, story }) => {
    const { key, published } = article
    const span = { firstAt: published, lastAt: published }
    return { id: story, members: [key], lead: key, newsrooms: 1 + (published % 5), reprints: 0, ...span }
  })
  const each = [...new Map(stories.map((story) => [story.id, story])).values()]
  const settled = { stories: each, memberships, links: [], linked: [], aliases: new Map() }
  await store.writeStories([settled], 0, articles[0]!.firstSeen)
}

/** A made-up article and the story it tells. */
export interface MadeUp {
  readonly article: Article
  readonly story: string
}

/** The same articles for the same numbers, on any machine. */
export function madeUp(first: number, count: number, size: number, from: number): MadeUp[] {
  const perDay = Math.ceil(size / 4)
  return Array.from({ length: count }, (_, i) => {
    const n = first + i
    const random = chance(n)
    const own = random(perDay)
    const story = own % 8 === 0 || n < size ? own : perDay + own
    const word = () => (random(3) === 0 ? wordOf(story * 12 + random(12)) : COMMON[random(COMMON.length)]!)
    const some = (words: number) => Array.from({ length: words }, word).join(' ')
    const text = `${some(120)}. It cost ${random(900)} million dollars. ${some(80)}.`
    const published = from + random(23 * 60) * 60_000
    const article = anArticle({
      url: `https://news${n % FEEDS}.example/${n}`,
      feed: 1 + (n % FEEDS),
      title: some(9),
      text,
      body: `<p>${text}</p>`,
      sourceName: `News ${n % FEEDS}`,
      wordCount: 206,
      published,
      firstSeen: published + 60_000,
      contentHash: keyHash(text),
    })
    return { article, story: keyHash(`story ${story}`) }
  })
}

function chance(seed: number): (most: number) => number {
  let state = Math.imul(seed + 1, 2654435761) >>> 0
  return (most) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor(((state >>> 8) / 2 ** 24) * most)
  }
}

function wordOf(rank: number): string {
  let word = ''
  for (let left = rank + 1; left > 0; left = Math.floor(left / 80)) {
    word += 'bcdfghklmnprstvz'[left % 16]! + 'aeiou'[Math.floor(left / 16) % 5]!
  }
  return `${word}x`
}
