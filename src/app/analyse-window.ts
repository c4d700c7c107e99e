import { decodeTerms, PRINT_VERSION } from '../core/dedup/print/encode-print.ts'
import type { Span } from '../core/domain/digest.ts'
import type { Topic } from '../core/domain/topic.ts'
import type { Warning } from '../core/domain/warning.ts'
import { checkLeader } from '../core/score/check-leader.ts'
import type { KnownScore } from '../core/score/score-window.ts'
import type { TierFinding } from '../core/score/tier-of.ts'
import { type Subject, subjectOf, subjectOfPrint } from '../core/similar/subject.ts'
import type { WindowTopics } from '../core/topics/cluster-topics.ts'
import { draftTopics, type TopicDrafts } from '../core/topics/draft-topics.ts'
import type { TopicArticle } from '../core/topics/topic-article.ts'
import { topicMethod } from '../core/topics/topic-method.ts'
import type { EarlierTopic } from '../core/topics/trend.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoredStory } from '../io/store/stories.ts'
import type { ArticleLine, DigestWindow, SubjectLine } from '../io/store/windows.ts'
import { type ScoredArticle, type ScoringDeps, type Surroundings, scoreLines, surroundings } from './window-scores.ts'

/** What a window is looked at with. */
export interface AnalysisDeps extends ScoringDeps {
  readonly minimumImportance: number
  readonly method: string
  /** How many topics the user asks for; null when not said. */
  readonly topics: number | null
}

/** A window of articles: scored, grouped and compared with the one before. */
export interface WindowAnalysis {
  readonly span: Span
  readonly articles: readonly ScoredArticle[]
  readonly stories: ReadonlyMap<string, StoredStory>
  readonly topics: WindowTopics
  readonly leaderWarning: Warning | null
}

/** The same before its topics have labels. */
export interface UnlabelledWindow extends Omit<WindowAnalysis, 'topics'> {
  readonly drafts: TopicDrafts
  /** Topics of the window before; null when there was none. */
  readonly earlier: TopicDrafts | null
}

/** Topics by their keys, of a window and of the one before. */
export interface TopicChoice {
  readonly topics: ReadonlySet<string>
  readonly vanished: ReadonlySet<string>
}

const HOUR_MS = 3_600_000
/** How long before the window an article first seen in it may have been published. */
export const LATE_MS = 72 * HOUR_MS
/** Windows a sparkline looks back. */
const HISTORY = 7
/** As many topics as somebody may look at; the others go by the headlines of their leads. */
const LABELLED = 300

/** Looks at a window: what is in it, how much each article matters, what it is about, and what changed. */
export async function analyseWindow(span: Span, deps: AnalysisDeps): Promise<WindowAnalysis> {
  const sketch = await groupWindow(span, deps)
  const best = (list: readonly { readonly key: string }[]) => new Set(list.slice(0, LABELLED).map(({ key }) => key))
  const { topics, vanished } = sketch.drafts
  return labelTopics(sketch, { topics: best(topics), vanished: best(vanished) }, deps.store)
}

/** Looks at a window without finding labels, which takes the texts of articles. */
export async function groupWindow(span: Span, deps: AnalysisDeps): Promise<UnlabelledWindow> {
  const { store } = deps
  const { from, to } = span
  const ms = to - from
  const since = Math.min(from - HISTORY * ms, from - LATE_MS)
  const window = { ...span, lateMs: LATE_MS }
  const before = { from: from - ms, to: from, lateMs: LATE_MS }
  const lines = await store.articleLines(window)
  const linesBefore = (await store.anythingSeen(since, from)) ? await store.subjectLines(before) : null
  const earlierSpan = { from: since, to: linesBefore === null ? from : before.from }
  const known = await surroundings(lines, linesBefore ?? [], earlierSpan, deps)
  const scores = scoresByKey(lines, await store.scoresInWindow(deps.reader, window))
  const articles = await scoreLines({ lines, scores }, known, deps, to)
  const shown = articles.filter(({ score }) => score !== null && score.value >= deps.minimumImportance)
  const earlier = linesBefore === null ? null : await draftBefore(linesBefore, before, known, deps)
  const counts = countsPerWindow(from, ms, known)
  const earlierTopics = earlier?.known.map((topic) => ({ ...topic, history: historyOf(topic, counts) })) ?? null
  const method = topicMethod({
    method: deps.topics !== null && deps.method === 'stories' ? 'ward' : deps.method,
    topics: deps.topics,
    articles: shown.length,
    pastCounts: earlierTopics === null ? [] : [earlierTopics.length],
    place: '--',
  })
  const given = await topicArticles(
    shown.map(({ article, tier, score }) => ({ line: article, tier, score: score!.value })),
    window,
    store,
  )
  const drafts = draftTopics(given, {
    method,
    stories: storiesOf(shown.map(({ article }) => article)),
    before: earlierTopics,
  })
  const taken = shown.map(({ article, score }) => ({ key: article.key, score: score! }))
  const leaderWarning = checkLeader(taken, deps.policy)
  return { span, articles, stories: known.stories, drafts, earlier, leaderWarning }
}

/** Finds the labels of some topics; the others go by the headlines of their leads. */
export async function labelTopics(
  sketch: UnlabelledWindow,
  choice: TopicChoice,
  store: Store,
): Promise<WindowAnalysis> {
  const { drafts, earlier, ...window } = sketch
  const toRead = [...drafts.articlesToRead(choice.topics), ...(earlier?.articlesToRead(choice.vanished) ?? [])]
  const texts = await store.textsOf([...new Set(toRead)])
  const textOf = ({ key }: TopicArticle) => texts.get(key) ?? null
  const labels = drafts.labels(choice.topics, textOf)
  const labelsBefore = earlier?.labels(choice.vanished, textOf)
  const vanished = drafts.vanished.flatMap((topic) => {
    const label = labelsBefore?.get(topic.key)
    return label === undefined ? [] : { ...topic, label }
  })
  return { ...window, topics: { topics: byHeadlines(sketch, labels), vanished, snapshots: drafts.snapshots(labels) } }
}

/** Topics with the labels there are, else the headlines of their leads. */
export function byHeadlines({ drafts, articles }: UnlabelledWindow, labels?: ReadonlyMap<string, string>): Topic[] {
  const titles = new Map(articles.map(({ article }) => [article.key, article.title]))
  return drafts.topics.map((topic) => ({ ...topic, label: labels?.get(topic.key) ?? titles.get(topic.lead)! }))
}

function scoresByKey(lines: readonly ArticleLine[], scores: ReadonlyMap<number, KnownScore>): Map<string, KnownScore> {
  const known = new Map<string, KnownScore>()
  for (const { id, key } of lines) {
    const score = scores.get(id)
    if (score !== undefined) known.set(key, score)
  }
  return known
}

/** An article that is grouped. */
interface Grouped {
  readonly line: SubjectLine
  readonly tier: TierFinding
  readonly score: number
}

/** What articles are about stands in their prints; only where one is missing or old is the text read. */
async function topicArticles(
  articles: readonly Grouped[],
  window: DigestWindow,
  store: Store,
): Promise<TopicArticle[]> {
  const prints = await store.printsInWindow(window)
  const subjectFrom = (line: SubjectLine): Subject | null => {
    const print = prints.get(line.id)
    return print?.version === PRINT_VERSION ? subjectOfPrint(decodeTerms(print.value)) : null
  }
  const subjects = articles.map(({ line }) => subjectFrom(line))
  const unprinted = articles.filter((_, at) => subjects[at] === null).map(({ line }) => line.key)
  const texts = await store.textsOf(unprinted)
  return articles.map(({ line, tier: { tier }, score }, at) => {
    const { key, title, language, sourceName, published } = line
    const subject = subjects[at] ?? subjectOf({ title, language, sourceName, text: texts.get(key) ?? null })
    return { key, title, text: null, language, sourceName, published, subject, score, tier }
  })
}

function storiesOf(lines: readonly SubjectLine[]): { id: string; members: string[] }[] {
  const members = new Map<string, string[]>()
  for (const { key, story } of lines) {
    const own = members.get(story)
    if (own === undefined) members.set(story, [key])
    else own.push(key)
  }
  return [...members].map(([id, keys]) => ({ id, members: keys }))
}

/** The topics of the window before. */
async function draftBefore(
  lines: readonly SubjectLine[],
  window: DigestWindow,
  known: Surroundings,
  deps: AnalysisDeps,
): Promise<TopicDrafts> {
  const own = lines.filter(({ copyOf }) => copyOf === null)
  const method = topicMethod({
    method: deps.method === 'ward' ? 'stories' : deps.method,
    topics: null,
    articles: own.length,
    pastCounts: [],
    place: '--',
  })
  const grouped = own.map((line) => ({ line, tier: known.tierOf(line), score: 0 }))
  const given = await topicArticles(grouped, window, deps.store)
  return draftTopics(given, { method, stories: storiesOf(own), before: null })
}

/** Articles of each story in each earlier window, the oldest window first. */
function countsPerWindow(from: number, ms: number, { members }: Surroundings): Map<string, number>[] {
  const windows = Array.from({ length: HISTORY }, () => new Map<string, number>())
  for (const { story, published, copyOf } of members) {
    const back = Math.ceil((from - published) / ms)
    if (back < 1 || back > HISTORY || copyOf !== null) continue
    const counts = windows[HISTORY - back]!
    counts.set(story, (counts.get(story) ?? 0) + 1)
  }
  return windows
}

function historyOf({ stories, count }: EarlierTopic, perWindow: readonly Map<string, number>[]): number[] {
  const counts = perWindow.map((window) => stories.reduce((sum, story) => sum + (window.get(story) ?? 0), 0))
  const first = counts.findIndex((one) => one > 0)
  return first === -1 ? [count] : [...counts.slice(first, -1), count]
}
