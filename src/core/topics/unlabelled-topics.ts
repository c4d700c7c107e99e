import type { Topic, TopicSnapshot, VanishedTopic } from '../domain/topic.ts'
import { fnv1a32 } from '../similar/hash.ts'
import type { SubjectColumns } from '../similar/subject-columns.ts'
import type { SparseVector } from '../similar/vectors.ts'
import { centroidOf, compactVector } from './centroid.ts'
import { groupArticles, type StoryMembers, type StoryOf, storyByArticle } from './group-articles.ts'
import { type GroupMeasures, groupMeasures } from './group-measures.ts'
import { labelParts, nearest } from './label.ts'
import { byImportance, type MeasuredMember, measureMembers } from './rank-members.ts'
import type { TopicArticle } from './topic-article.ts'
import type { TopicMethod } from './topic-method.ts'
import { continuations, type EarlierTopic, trendOf, vanishedFrom } from './trend.ts'
import { uniqueLabels } from './unique-labels.ts'
import { type WindowVectors, windowVectors } from './window-vectors.ts'

/** How to group a window, and what to compare it with. */
export interface GroupingRequest {
  readonly method: TopicMethod
  /** The stories of articles that do not know theirs; with the method `stories` they are the topics. */
  readonly stories: readonly StoryMembers[]
  /** Topics of the window before; null when there was none. */
  readonly before: readonly EarlierTopic[] | null
  /** The terms of articles that know where theirs are. */
  readonly subjects?: SubjectColumns
  /** The beginning of the window. What was published before it, and only seen in it, counts for the window before. */
  readonly from?: number
}

/** Topics without labels: labelling costs more than all the rest, and most labels are never shown. */
export interface UnlabelledTopics {
  /** Best first. */
  readonly topics: readonly Omit<Topic, 'label'>[]
  /** The headlines of their leads, which stand for labels. */
  readonly leadTitles: readonly string[]
  readonly vanished: readonly Omit<VanishedTopic, 'label'>[]
  /** The same topics as the next window compares them with its own. */
  readonly known: readonly EarlierTopic[]
  /** The articles whose texts are needed to label these topics. */
  readonly articlesToRead: (topics: ReadonlySet<string>) => string[]
  /** Labels of topics by key, all different: better topics come first and get the shorter label. */
  readonly labels: (topics: ReadonlySet<string>, textOf: TextOf) => ReadonlyMap<string, string>
  /** The stored form of labelled topics. */
  readonly snapshots: (labels: ReadonlyMap<string, string>) => TopicSnapshot[]
}

/** Returns the text of an article; a window holds only some of the texts. */
export type TextOf = (article: TopicArticle) => string | null

interface GroupedTopic extends Omit<Topic, 'label' | 'trend' | 'members'> {
  /** Best first; the window before needs none. */
  readonly members: () => string[]
  readonly group: readonly number[]
  readonly leadTitle: string
  /** The centroid, rounded as a stored one would be. */
  readonly centroid: () => SparseVector
}

/** Groups a window into topics with lead, members and trend; does not depend on the order of the input. */
export function unlabelledTopics(articles: readonly TopicArticle[], request: GroupingRequest): UnlabelledTopics {
  const { method, stories, before, from = Number.NEGATIVE_INFINITY } = request
  const window = windowVectors(articles, request.subjects)
  const storyOf = storyByArticle(stories)
  const groups = groupArticles(window, method, storyOf, () => seedsOf(before ?? []))
  const measures = groupMeasures(window)
  const grouped = withOwnKeys(groups.map((group) => topicOf(window, group, storyOf, measures)).sort(byScore))
  const continued = continuations(grouped, before ?? [])
  const counts = grouped.map(({ group }) => countOf(window, group, from))
  const trends = grouped.map((_, at) => trendOf(counts[at]!, before?.[continued[at]!] ?? null))
  const known = grouped.map(({ key, stories, centroid }, at) => {
    return { key, stories, centroid, count: counts[at]!, history: trends[at]!.history }
  })
  let topics: UnlabelledTopics['topics'] | null = null
  return {
    get topics() {
      topics ??= grouped.map(({ key, lead, members, stories, score }, at) => {
        return { key, lead, members: members(), stories, score, trend: before === null ? null : trends[at]! }
      })
      return topics
    },
    leadTitles: grouped.map(({ leadTitle }) => leadTitle),
    vanished: vanishedFrom(before ?? [], continued),
    known,
    ...labelling(window, grouped),
    snapshots: (labels) =>
      grouped.flatMap(({ key, group }, at) => {
        const label = labels.get(key)
        const { stories, count, history } = known[at]!
        const centroid = () => compactVector(centroidOf(vectorsOf(window, group)))
        return label === undefined ? [] : { key, label, stories, centroid: centroid(), count, history }
      }),
  }
}

/** The number of articles that a trend counts; a topic of nothing but late ones counts them. */
function countOf({ articles }: WindowVectors, group: readonly number[], from: number): number {
  const inTime = group.filter((at) => (articles[at]!.published ?? from) >= from).length
  return inTime === 0 ? group.length : inTime
}

function labelling(
  window: WindowVectors,
  grouped: readonly GroupedTopic[],
): Pick<UnlabelledTopics, 'articlesToRead' | 'labels'> {
  return {
    articlesToRead: (topics) =>
      grouped
        .filter(({ key }) => topics.has(key))
        .flatMap(({ group }) => nearest(measureGroup(window, group).members).map(({ article }) => article.key)),
    labels: (topics, textOf) => {
      const chosen = grouped.filter(({ key }) => topics.has(key))
      const labels = uniqueLabels(
        chosen.map(({ group }) => {
          const { members, centroid } = measureGroup(window, group)
          return labelParts(members, textOf, weightIn(centroid))
        }),
      )
      return new Map(chosen.map(({ key }, at) => [key, labels[at]!]))
    },
  }
}

/** The largest topics of the last window are the seeds of this window's clusters. */
function seedsOf(before: readonly EarlierTopic[]): SparseVector[] {
  return [...before].sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1)).map(({ centroid }) => centroid())
}

function topicOf(
  window: WindowVectors,
  group: readonly number[],
  storyOf: StoryOf,
  measures: GroupMeasures,
): GroupedTopic {
  const articles = group.map((node) => window.articles[node]!)
  const { lead, centroid } = group.length === 1 ? alone(window, group[0]!, measures) : together(group, measures)
  return {
    key: storyOf(lead),
    lead: lead.key,
    leadTitle: lead.title,
    members: () => articles.sort(byImportance).map(({ key }) => key),
    stories: storiesIn(articles, storyOf),
    score: articles.reduce((most, { score }) => Math.max(most, score), Number.NEGATIVE_INFINITY),
    group,
    centroid,
  }
}

/** The keys of the stories of articles, ascending; by the usual method they are of one. */
function storiesIn(articles: readonly TopicArticle[], storyOf: StoryOf): string[] {
  const first = storyOf(articles[0]!)
  if (articles.every((article) => storyOf(article) === first)) return [first]
  return [...new Set(articles.map(storyOf))].sort()
}

type Measured = { readonly lead: TopicArticle; readonly centroid: () => SparseVector }

function alone(window: WindowVectors, node: number, measures: GroupMeasures): Measured {
  return { lead: window.articles[node]!, centroid: () => measures.centroidOfOne(node) }
}

function together(group: readonly number[], measures: GroupMeasures): Measured {
  const { lead, centroid } = measures.of(group)
  return { lead, centroid: () => centroid }
}

const vectorsOf = (window: WindowVectors, group: readonly number[]): SparseVector[] => group.map(window.vectorOf)

function measureGroup(
  window: WindowVectors,
  group: readonly number[],
): { members: MeasuredMember[]; centroid: SparseVector } {
  const vectors = vectorsOf(window, group)
  const centroid = centroidOf(vectors)
  const articles = group.map((node) => window.articles[node]!)
  return { members: measureMembers(articles, vectors, centroid), centroid }
}

function weightIn({ ids, weights }: SparseVector): (term: string) => number {
  const known = new Map(Array.from(ids, (id, at) => [id, weights[at]!]))
  return (term) => known.get(fnv1a32(term)) ?? 0
}

function byScore(a: GroupedTopic, b: GroupedTopic): number {
  return b.score - a.score || (a.lead < b.lead ? -1 : 1)
}

function freeName({ lead, members }: GroupedTopic, taken: ReadonlySet<string>): string {
  return [lead, ...members()].find((name) => !taken.has(name)) ?? `${lead}-${taken.size}`
}

/**
 * Keys must differ: when a method splits a story, the smaller part is keyed by its lead, or by another of its articles.
 */
function withOwnKeys(grouped: readonly GroupedTopic[]): GroupedTopic[] {
  const taken = new Set<string>()
  return grouped.map((topic) => {
    const key = taken.has(topic.key) ? freeName(topic, taken) : topic.key
    taken.add(key)
    return key === topic.key ? topic : { ...topic, key }
  })
}
