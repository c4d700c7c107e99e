import type { Span } from '../core/domain/digest.ts'
import type { KnownScore } from '../core/domain/score.ts'
import type { Topic } from '../core/domain/topic.ts'
import type { Warning } from '../core/domain/warning.ts'
import { checkLeader } from '../core/score/check-leader.ts'
import type { ClusteredTopics } from '../core/topics/cluster-topics.ts'
import type { TopicArticle } from '../core/topics/topic-article.ts'
import { methodNote, PAST_WINDOWS, type TopicMethod, topicMethod } from '../core/topics/topic-method.ts'
import type { UnlabelledTopics, unlabelledTopics } from '../core/topics/unlabelled-topics.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoredStory } from '../io/store/stories.ts'
import { linesReaching } from './lines-reaching.ts'
import { LATE_MS, type LoadedWindow, loadWindow } from './load-window.ts'
import { topicArticles } from './topic-articles.ts'
import { topicHistories } from './topic-histories.ts'
import { type Events, type ScoredArticle, type ScoringDeps, scoreLines } from './window-scores.ts'
import { type WindowSubjects, windowSubjects } from './window-subjects.ts'

/** What the analysis of a window needs. */
export interface AnalysisDeps extends ScoringDeps {
  readonly minimumImportance: number
  /** The stories that the reader follows, which need not reach it, and how many newsrooms told each when they began to. */
  readonly followed: ReadonlyMap<string, number>
  /** Only these articles are shown, by key, and without trends. */
  readonly only?: ReadonlySet<string> | undefined
  readonly method: string
  /** How many topics the user asks for; null when not said. */
  readonly topics: number | null
}

/** The articles of a window, scored, grouped into topics and compared with the window before. */
export interface WindowAnalysis {
  readonly span: Span
  readonly articles: readonly ScoredArticle[]
  readonly stories: ReadonlyMap<string, StoredStory>
  readonly events: Events
  readonly topics: ClusteredTopics
  readonly leaderWarning: Warning | null
  /** What a user should know about the number of topics. */
  readonly methodNote: string | null
  /** Scores that differ from the stored ones, by article id; the caller stores them with `store.writeScores`. */
  readonly changedScores: ReadonlyMap<number, KnownScore>
}

/** The same before its topics have labels, which need the texts of articles. */
export interface UnlabelledWindow extends Omit<WindowAnalysis, 'topics'> {
  readonly groups: UnlabelledTopics
  /** Topics of the window before; null when nothing was stored then. */
  readonly groupsBefore: UnlabelledTopics | null
}

/** Topics by their keys, of a window and of the one before. */
export interface TopicChoice {
  readonly topics: ReadonlySet<string>
  readonly vanished: ReadonlySet<string>
}

/** How many topics are labelled; the rest carry the headlines of their leads. */
const LABELLED = 300

/** Scores, groups and labels the articles of a window and finds trends. Reads only. */
export async function analyseWindow(span: Span, deps: AnalysisDeps): Promise<WindowAnalysis> {
  const unlabelled = await groupWindow(span, deps)
  const best = (list: readonly { readonly key: string }[]) => new Set(list.slice(0, LABELLED).map(({ key }) => key))
  const { topics, vanished } = unlabelled.groups
  return labelTopics(unlabelled, { topics: best(topics), vanished: best(vanished) }, deps.store)
}

/** Scores and groups the articles of a window and finds trends, without labels. Reads only. */
export async function groupWindow(span: Span, deps: AnalysisDeps): Promise<UnlabelledWindow> {
  const loaded = await loadWindow(span, deps)
  const subjects = windowSubjects(deps.store)
  const { articles, changed } = await scoreLines({ ...loaded, subjects }, loaded.context, deps, span.to)
  const shown = articles.filter(isShown(deps))
  const groupsBefore = deps.only === undefined ? await groupBefore(loaded, deps) : null
  const method = topicMethod({
    method: deps.method,
    topics: deps.topics,
    articles: shown.length,
    pastCounts: deps.method === 'online-kmeans' ? await pastCounts(span, deps.store) : [],
    optionPrefix: '--',
  })
  const groups = await groupShown(shown, loaded, groupsBefore, { subjects, method })
  const scores = shown.map(({ article, score }) => ({ key: article.key, score }))
  const leaderWarning = checkLeader(scores, deps.policy)
  return {
    span,
    // Scored among all others, whose corroboration counts.
    articles: deps.only === undefined ? articles : articles.filter(({ article }) => deps.only!.has(article.key)),
    stories: loaded.context.stories,
    events: loaded.context.events,
    groups,
    groupsBefore,
    leaderWarning,
    methodNote: methodNote(method),
    changedScores: changed,
  }
}

type Shown = ScoredArticle & { readonly score: NonNullable<ScoredArticle['score']> }

const isShown =
  ({ minimumImportance, followed, only }: Pick<AnalysisDeps, 'minimumImportance' | 'followed' | 'only'>) =>
  (one: ScoredArticle): one is Shown => {
    if (one.score === null || only?.has(one.article.key) === false) return false
    return one.score.value >= minimumImportance || followed.has(one.story)
  }

async function groupShown(
  shown: readonly Shown[],
  { window, context }: LoadedWindow,
  groupsBefore: UnlabelledTopics | null,
  { subjects, method }: { readonly subjects: WindowSubjects; readonly method: TopicMethod },
): Promise<UnlabelledTopics> {
  const before = groupsBefore && topicHistories(groupsBefore.known, window, context)
  const rankOf = (at: number) => ({ tier: shown[at]!.tier.tier, score: shown[at]!.score.value })
  const lines = shown.map(({ article }) => article)
  const articles = await topicArticles(lines, subjects, rankOf)
  return groupTopics(articles, { method, stories: [], before, from: window.from, subjects: subjects.columns() })
}

/** Imported only now: the word lists for labels take time, and most commands need none. */
async function groupTopics(...request: Parameters<typeof unlabelledTopics>): Promise<UnlabelledTopics> {
  const topics = await import('../core/topics/unlabelled-topics.ts')
  return topics.unlabelledTopics(...request)
}

/** The numbers of topics of the windows before: stories, which are topics by default. Empty windows do not count. */
async function pastCounts({ from, to }: Span, store: Store): Promise<number[]> {
  const ms = to - from
  const counts: number[] = []
  for (let back = PAST_WINDOWS; back >= 1; back--)
    counts.push(await store.countStories({ from: from - back * ms, to: to - back * ms, lateMs: LATE_MS }))
  return counts.filter((count) => count > 0)
}

/**
 * Groups the window before. Its articles are scored as of its end, so that both windows of a trend hold what reaches the
 * minimum importance; copies do not count.
 */
async function groupBefore(loaded: LoadedWindow, deps: AnalysisDeps): Promise<UnlabelledTopics | null> {
  const { before, linesBefore, context } = loaded
  const { store, method } = deps
  if (linesBefore === null) return null
  const { minimumImportance, followed } = deps
  const reaching = { minimumImportance, followed, now: before.to }
  const subjects = windowSubjects(store)
  const own = await linesReaching(linesBefore, reaching, { context, subjects }, deps)
  const request = {
    method: topicMethod({
      method: method === 'ward' ? 'stories' : method,
      topics: null,
      articles: own.length,
      pastCounts: [],
      optionPrefix: '--',
    }),
    stories: [],
    before: null,
    from: before.from,
  }
  const articles = await topicArticles(own, subjects, (at) => ({ tier: context.tierOf(own[at]!).tier, score: 0 }))
  return groupTopics(articles, { ...request, subjects: subjects.columns() })
}

/** Finds the labels of some topics; the others carry the headlines of their leads. */
export async function labelTopics(
  unlabelled: UnlabelledWindow,
  choice: TopicChoice,
  store: Store,
): Promise<WindowAnalysis> {
  const { groups, groupsBefore, ...window } = unlabelled
  const toRead = [...groups.articlesToRead(choice.topics), ...(groupsBefore?.articlesToRead(choice.vanished) ?? [])]
  const texts = await store.textsOf([...new Set(toRead)])
  const textOf = ({ key }: TopicArticle) => texts.get(key) ?? null
  const labels = groups.labels(choice.topics, textOf)
  const labelsBefore = groupsBefore?.labels(choice.vanished, textOf)
  const vanished = groups.vanished.flatMap((topic) => {
    const label = labelsBefore?.get(topic.key)
    return label === undefined ? [] : { ...topic, label }
  })
  const topics = { topics: withLabels(unlabelled, labels), vanished, snapshots: groups.snapshots(labels) }
  return { ...window, topics }
}

/** The topics with the labels given, else with the headlines of their leads. */
export function withLabels({ groups }: UnlabelledWindow, labels?: ReadonlyMap<string, string>): Topic[] {
  return groups.topics.map(({ key, lead, members, stories, score, trend }, at) => {
    return { key, lead, members, stories, score, trend, label: labels?.get(key) ?? groups.leadTitles[at]! }
  })
}
