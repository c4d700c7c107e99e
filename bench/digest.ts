import { buildDigest } from '../src/core/digest/build-digest.ts'
import type { DigestInput, WindowArticle } from '../src/core/digest/digest-input.ts'
import { DIGEST_POLICY } from '../src/core/digest/digest-policy.ts'
import { articlesToRead } from '../src/core/digest/plan-digest.ts'
import type { DigestType } from '../src/core/domain/digest.ts'
import type { Tier } from '../src/core/domain/source.ts'
import { type DigestTimes, timeDigests } from './digest-store.ts'
import { markdownTable, median } from './measure.ts'

/* A window is made up: Zipf-distributed words, a fifth as many stories as articles, four tabs, a tenth of it shown before. */

const HOUR_MS = 3_600_000
const AT = Date.UTC(2026, 4, 4, 7)
const SIZES = [1_000, 10_000, 100_000] as const
const ROUNDS = 3
const WORDS = 20_000
const TABS = ['en_news', 'en_industry', 'en_science', 'en_sport'] as const
const CATEGORIES = ['World', 'Business', 'Science', 'Sport'] as const

/** Prints how long a stored window takes to become a digest, and how much of that is choosing and writing it. */
export async function benchDigest(say: (line: string) => void): Promise<void> {
  const made: string[][] = []
  const row = ({ size, step, wallMs, cpuMs }: DigestTimes) => {
    const perArticle = ((1000 * cpuMs) / size).toFixed(0)
    return [size.toLocaleString('en-GB'), step, wallMs.toFixed(0), cpuMs.toFixed(0), perArticle]
  }
  // The largest window takes minutes to be stored, so each row is told when it is there.
  const tell = (times: DigestTimes) => process.stderr.write(`${row(times).join('  ')}\n`)
  for (const size of SIZES) made.push(...(await timeDigests(size, AT, tell)).map(row))
  say(markdownTable(['articles', 'digest', 'ms', 'ms on all cores', 'µs per article'], made))
  say('')
  benchBuild(say)
}

function benchBuild(say: (line: string) => void): void {
  const rows = SIZES.flatMap((size) =>
    (['morning', 'weekly'] as const).map((type) => {
      const input = madeUp(size, type)
      const times = { read: [] as number[], build: [] as number[] }
      let read = 0
      let items = 0
      for (let round = 0; round <= ROUNDS; round++) {
        const started = performance.now()
        read = articlesToRead(input).length
        const planned = performance.now()
        const digest = buildDigest(input)
        const ended = performance.now()
        items = digest.topStories.length + digest.alsoMentioned.length
        for (const { items: own } of digest.noteworthy) items += own.length
        if (round === 0) continue
        times.read.push(planned - started)
        times.build.push(ended - planned)
      }
      const ms = (list: readonly number[]) => median(list).toFixed(0)
      return [size.toLocaleString('en-GB'), type, ms(times.read), ms(times.build), String(items), String(read)]
    }),
  )
  say(markdownTable(['articles', 'type', 'articlesToRead ms', 'buildDigest ms', 'items', 'texts read'], rows))
}

/** The same window for the same size, on any machine. */
function madeUp(size: number, type: DigestType): DigestInput {
  const random = chance()
  const articles = Array.from({ length: size }, (_, at) => anArticle(at, size, random))
  const byStory = grouped(articles)
  const topics = [...byStory].map(([key, own]) => ({
    key,
    label: own[0]!.title.split(' ').slice(0, 3).join(' '),
    lead: own[0]!.key,
    members: own.map((article) => article.key),
    stories: [key],
    score: Math.max(...own.map(({ score }) => score!)),
    trend: { tag: null, before: own.length, now: own.length, history: [own.length, own.length] },
  }))
  const shown = [...byStory.values()].slice(0, Math.floor(byStory.size / 10)).map((own, at) => ({
    story: own[0]!.story,
    rank: at + 1,
    articles: own.length,
    newest: own[0]!.key,
    newestSeenAt: AT - 12 * HOUR_MS,
    at: AT - 12 * HOUR_MS,
  }))
  return {
    type,
    zone: 'Europe/Berlin',
    at: AT,
    window: { from: AT - 24 * HOUR_MS, to: AT },
    topics,
    vanished: [],
    corrections: [],
    languages: [],
    followed: new Set(),
    pastCorroborated: [],
    events: new Map(),
    newsroomsOfEvents: new Map(),
    articles,
    older: [],
    stories: [...byStory].map(([key, own]) => ({ key, newsrooms: own.length, reprints: 0, duplicates: [] })),
    health: {
      polled: 0,
      successful: 0,
      errors: 0,
      successRate: null,
      newArticles: size,
      duplicatesRemoved: 0,
      unhealthy: [],
      dead: [],
    },
    notRead: [],
    previous: { at: AT - 12 * HOUR_MS, stories: shown },
    tabs: TABS.map((id) => ({ id, name: id, language: 'en', limit: 5, categories: CATEGORIES })),
    mostOfFeed: new Map(),
    methodNote: null,
    leaderWarnings: [],
    policy: DIGEST_POLICY,
  }
}

function grouped(articles: readonly WindowArticle[]): Map<string, WindowArticle[]> {
  const groups = new Map<string, WindowArticle[]>()
  for (const article of articles) {
    const own = groups.get(article.story)
    if (own === undefined) groups.set(article.story, [article])
    else own.push(article)
  }
  return groups
}

function anArticle(at: number, size: number, random: () => number): WindowArticle {
  const zipf = () => wordOf(Math.floor(WORDS ** random()))
  const sentence = () => `${capital(Array.from({ length: 8 + Math.floor(random() * 20) }, zipf).join(' '))}.`
  return {
    key: `k${String(at).padStart(7, '0')}`,
    feed: at % 500,
    title: Array.from({ length: 9 }, zipf).join(' '),
    url: `https://news.example/${at}`,
    sourceName: `Source ${Math.floor(random() * 300)}`,
    tier: `T${1 + Math.floor(random() * 5)}` as Tier,
    published: AT - Math.floor(random() * 24) * HOUR_MS,
    firstSeen: AT - Math.floor(random() * 24) * HOUR_MS,
    dateUncertain: false,
    language: 'en',
    text: Array.from({ length: 6 }, sentence).join(' '),
    description: null,
    wordCount: 200,
    tab: TABS[at % TABS.length]!,
    rssCategory: CATEGORIES[Math.floor(random() * CATEGORIES.length)]!,
    finalCategory: null,
    score: 100 * random() ** 2,
    story: `s${Math.floor(random() * Math.ceil(size / 5))}`,
    disposition: 'unique',
    position: Math.floor(random() * 300),
  }
}

function chance(): () => number {
  let state = 12345
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) / 2 ** 24
  }
}

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1)

function wordOf(rank: number): string {
  let word = ''
  for (let left = rank + 1; left > 0; left = Math.floor(left / 80)) {
    word += 'bcdfghklmnprstvz'[left % 16]! + 'aeiou'[Math.floor(left / 16) % 5]!
  }
  return word
}
