import type { Topic, TopicSnapshot, VanishedTopic } from '../domain/topic.ts'
import { centroid, type SparseVector } from '../similar/vectors.ts'
import { groupArticles, type StoryMembers, storyByArticle } from './group-articles.ts'
import { draftLabel, type LabelDraft } from './label.ts'
import { byImportance, chooseLead, placeMembers } from './rank-members.ts'
import type { TopicArticle } from './topic-article.ts'
import type { TopicMethod } from './topic-method.ts'
import { continuations, type FreshTopic, trendOf, vanishedFrom } from './trend.ts'
import { uniqueLabels } from './unique-labels.ts'
import { type WindowVectors, windowVectors } from './window-vectors.ts'

/** How a window is to be grouped, and what it is compared with. */
export interface TopicRequest {
  readonly method: TopicMethod
  /** The stories the articles belong to; for `stories` they are the topics. */
  readonly stories: readonly StoryMembers[]
  /** Topics of the window before; null when there was none. */
  readonly before: readonly TopicSnapshot[] | null
}

/** The topics of a window, what is gone since the one before, and what the next one needs to know. */
export interface TopicPicture {
  /** Best first. */
  readonly topics: readonly Topic[]
  readonly vanished: readonly VanishedTopic[]
  /** One for each topic, in their order. */
  readonly snapshots: readonly TopicSnapshot[]
}

type Draft = FreshTopic & Omit<Topic, 'label' | 'trend'> & { readonly labelDraft: LabelDraft }

/** Groups a window into topics with label, lead, members and trend; the order of the input says nothing. */
export function clusterTopics(articles: readonly TopicArticle[], request: TopicRequest): TopicPicture {
  const { method, stories, before } = request
  const window = windowVectors(articles)
  const storyOf = storyByArticle(stories)
  const groups = groupArticles(window, method, storyOf, seedsOf(before ?? []))
  const drafts = withOwnKeys(groups.map((group) => draftTopic(window, group, storyOf)).sort(byScore))
  const labels = uniqueLabels(drafts.map(({ labelDraft }) => labelDraft))
  const continued = continuations(drafts, before ?? [])
  const finished = drafts.map((draft, at) => finish(draft, labels[at]!, before?.[continued[at]!] ?? null))
  return {
    topics: finished.map(({ topic }) => (before === null ? { ...topic, trend: null } : topic)),
    vanished: vanishedFrom(before ?? [], continued),
    snapshots: finished.map(({ snapshot }) => snapshot),
  }
}

/** The largest topics of the last window start the clusters of this one. */
function seedsOf(before: readonly TopicSnapshot[]) {
  return [...before].sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1)).map(({ centroid }) => centroid)
}

function draftTopic(window: WindowVectors, group: readonly number[], storyOf: (key: string) => string): Draft {
  const articles = group.map((node) => window.articles[node]!)
  const vectors = group.map((node) => window.vectors[node]!)
  const middle: SparseVector = group.length === 1 ? vectors[0]! : centroid(vectors)
  const placed = placeMembers(articles, vectors, middle)
  const lead = chooseLead(placed)
  const ranked = [...articles].sort(byImportance)
  return {
    key: storyOf(lead.key),
    lead: lead.key,
    members: ranked.map(({ key }) => key),
    stories: [...new Set(articles.map(({ key }) => storyOf(key)))].sort(),
    score: ranked[0]!.score,
    centroid: window.compact(middle),
    count: articles.length,
    labelDraft: draftLabel(placed, lead, weightIn(middle, window.numberOf)),
  }
}

function weightIn({ ids, weights }: SparseVector, numberOf: (term: string) => number): (term: string) => number {
  const known = new Map(Array.from(ids, (id, at) => [id, weights[at]!]))
  return (term) => known.get(numberOf(term)) ?? 0
}

function byScore(a: Draft, b: Draft): number {
  return b.score - a.score || (a.lead < b.lead ? -1 : 1)
}

/** A method may cut one story in two; then the lesser part goes by its lead, or by another of its articles. */
function withOwnKeys(drafts: readonly Draft[]): Draft[] {
  const taken = new Set<string>()
  return drafts.map((draft) => {
    const names = [draft.key, draft.lead, ...draft.members]
    const key = names.find((name) => !taken.has(name)) ?? `${draft.lead}-${taken.size}`
    taken.add(key)
    return { ...draft, key }
  })
}

function finish(draft: Draft, label: string, earlier: TopicSnapshot | null): { topic: Topic; snapshot: TopicSnapshot } {
  const { key, lead, members, stories, score, centroid, count } = draft
  const trend = trendOf(count, earlier)
  return {
    topic: { key, label, lead, members, stories, score, trend },
    snapshot: { key, label, stories, centroid, count, history: trend.history },
  }
}
