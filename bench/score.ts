import { backgroundIdf, epochZero } from '../src/core/dedup/epoch/epoch.ts'
import type { Article } from '../src/core/domain/article.ts'
import type { KnownScore } from '../src/core/domain/score.ts'
import { INTEREST_POLICY } from '../src/core/interests/interest-policy.ts'
import { newProfile } from '../src/core/interests/profile.ts'
import { profileVector } from '../src/core/interests/profile-vector.ts'
import type { ArticleFacts } from '../src/core/score/article-facts.ts'
import { depthSignals } from '../src/core/score/depth-signals.ts'
import { SCORE_POLICY } from '../src/core/score/score-policy.ts'
import {
  type ScorableArticle,
  type ScoreMemory,
  type Scoring,
  scoreWindow,
  unreadIn,
} from '../src/core/score/score-window.ts'
import { subjectLikeness } from '../src/core/score/subject-likeness.ts'
import { type Subject, subjectOf } from '../src/core/similar/subject.ts'
import { type SubjectColumns, subjectColumns } from '../src/core/similar/subject-columns.ts'
import type { TopicArticle } from '../src/core/topics/topic-article.ts'
import { unlabelledTopics } from '../src/core/topics/unlabelled-topics.ts'
import { markdownTable, median } from './measure.ts'

/* Articles are made up: sentences of common words, each story with words of its own, four articles a story, 200 words each. */

const HOUR_MS = 3_600_000
const SIZES = [1_000, 10_000, 100_000] as const
const POLL = 20
const ROUNDS = 3
const LABELS = 50
const COMMON =
  'the of in for after new plan city state water power market price rain road school court vote bank report'

type MadeUp = ScorableArticle &
  Pick<Article, 'title' | 'text' | 'body' | 'url' | 'language' | 'sourceName'> & {
    readonly story: string
    readonly subject: Subject
  }

/** Prints what it costs to score a window from nothing, and again after one more poll. */
export async function benchScore(say: (line: string) => void): Promise<void> {
  const rows = SIZES.flatMap((size) => scoreTimes(size, (row) => process.stderr.write(`${row.join('  ')}\n`)))
  say(markdownTable(['articles', 'step', 'ms', 'µs per article'], rows))
}

/** The largest windows take a minute or two, so each row is told when it is there. */
function scoreTimes(size: number, tell: (row: readonly string[]) => void): string[][] {
  const rows: string[][] = []
  const add = <T>(step: string, articles: number, work: () => T): T => {
    const { ms, result } = timed(work)
    rows.push([size.toLocaleString('en-GB'), step, ms.toFixed(ms < 10 ? 1 : 0), ((1000 * ms) / articles).toFixed(2)])
    tell(rows.at(-1)!)
    return result
  }
  const all = madeUp(size + POLL)
  const before = all.slice(0, size)
  const standing = { interests: { water: 1, 'power market': 0.6 }, categories: ['city'], languages: ['en'] }
  const vector = profileVector(newProfile(standing), INTEREST_POLICY)!
  const scoring: Scoring = { policy: SCORE_POLICY, profile: { version: 1, vector }, now: 100 * HOUR_MS }
  const nothing: ScoreMemory = { scores: new Map(), facts: new Map() }
  const scored = add('score from nothing', size, () => scoreUnread(before, nothing, scoring))
  const known = new Map<string, KnownScore>(scored.map((one) => [one.key, one]))
  const later = { ...scoring, now: scoring.now + HOUR_MS }
  add(`score again after a poll of ${POLL}`, size + POLL, () => scoreUnread(all, { ...nothing, scores: known }, later))
  const told = before.map((article, at): Told => ({ ...article, score: 50, subject: at }))
  const subjects = subjectColumns(before.map(({ subject }) => subject))
  add(`topics by stories, trends and ${LABELS} labels`, size, () => topics(told, subjects))
  return rows
}

/** As the program does it: only what must be read is read. What articles are about is known, as the program has it from their prints. */
function scoreUnread(window: readonly MadeUp[], memory: ScoreMemory, scoring: Scoring) {
  const unread = unreadIn(window, memory, scoring.profile)
  const facts = new Map<string, ArticleFacts>()
  const idf = backgroundIdf(epochZero(), 'en')
  for (const { key, contentHash, subject } of unread.likeness)
    facts.set(key, { contentHash, signals: null, likeness: subjectLikeness(scoring.profile!.vector, subject, idf) })
  for (const article of unread.signals)
    facts.set(article.key, { ...facts.get(article.key)!, signals: depthSignals(article) })
  return scoreWindow(window, { ...memory, facts }, scoring)
}

type Told = TopicArticle & { readonly story: string }

/** Half of the window is taken for the window before. What articles are about is known, as the program has it from their prints. */
function topics(window: readonly Told[], subjects: SubjectColumns): void {
  const byStory = new Map<string, string[]>()
  for (const { key, story } of window) {
    const own = byStory.get(story)
    if (own === undefined) byStory.set(story, [key])
    else own.push(key)
  }
  const request = {
    method: { kind: 'stories' },
    stories: [...byStory].map(([id, members]) => ({ id, members })),
    subjects,
  } as const
  const { known } = unlabelledTopics(window.slice(window.length >> 1), { ...request, before: null })
  const drafts = unlabelledTopics(window, { ...request, before: known })
  drafts.labels(new Set(drafts.topics.slice(0, LABELS).map(({ key }) => key)), ({ text }) => text)
}

function timed<T>(work: () => T): { readonly ms: number; readonly result: T } {
  const times: number[] = []
  for (let round = 1; ; round++) {
    const started = performance.now()
    const result = work()
    times.push(performance.now() - started)
    if (round === ROUNDS) return { ms: median(times), result }
  }
}

/** The same articles for the same size, on any machine. */
function madeUp(size: number): MadeUp[] {
  let state = 12345
  const random = (most: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor(((state >>> 8) / 2 ** 24) * most)
  }
  const common = COMMON.split(' ')
  return Array.from({ length: size }, (_, at) => {
    const story = random(Math.ceil(size / 4))
    const word = (): string => (random(3) === 0 ? wordOf(story * 12 + random(12)) : common[random(common.length)]!)
    const some = (count: number): string => Array.from({ length: count }, word).join(' ')
    const key = `k${String(at).padStart(7, '0')}`
    const article = {
      key,
      contentHash: key,
      story: `s${story}`,
      title: some(9),
      text: `${some(120)}. It cost ${random(900)} million dollars. ${some(80)}.`,
      body: null,
      url: `https://news${random(500)}.example/${at}`,
      language: 'en',
      sourceName: 'A Source',
      published: random(24) * HOUR_MS,
      dateUncertain: false,
      partialContent: false,
      wordCount: 206,
      tier: 'T3',
      tierFrom: 'default',
      successShare: 1,
      sources: 1 + random(5),
      tiers: 1 + random(3),
    } as const
    return { ...article, subject: subjectOf(article) }
  })
}

function wordOf(rank: number): string {
  const letters = 'bcdfghklmnprstvz'
  let word = ''
  for (let left = rank + 1; left > 0; left = Math.floor(left / 80)) {
    word += letters[left % 16]! + 'aeiou'[Math.floor(left / 16) % 5]!
  }
  return `${word}x`
}
