import type { Topic, TopicSnapshot, VanishedTopic } from '../domain/topic.ts'
import { fnv1a32 } from '../similar/hash.ts'
import type { SparseVector } from '../similar/vectors.ts'
import { groupArticles, type StoryMembers, storyByArticle } from './group-articles.ts'
import { draftLabel, nearest } from './label.ts'
import { compactVector, knownMiddle, middleOf } from './middle.ts'
import { byImportance, chooseLead, type Placed, placeMembers } from './rank-members.ts'
import type { TopicArticle } from './topic-article.ts'
import type { TopicMethod } from './topic-method.ts'
import { continuations, type EarlierTopic, trendOf, vanishedFrom } from './trend.ts'
import { uniqueLabels } from './unique-labels.ts'
import { type WindowVectors, windowVectors } from './window-vectors.ts'

/** How a window is to be grouped, and what it is compared with. */
export interface TopicRequest {
  readonly method: TopicMethod
  /** The stories the articles belong to; for `stories` they are the topics. */
  readonly stories: readonly StoryMembers[]
  /** Topics of the window before; null when there was none. */
  readonly before: readonly EarlierTopic[] | null
}

/** Topics without labels: a label costs more than all the rest, and most are never read. */
export interface TopicDrafts {
  /** Best first. */
  readonly topics: readonly Omit<Topic, 'label'>[]
  readonly vanished: readonly Omit<VanishedTopic, 'label'>[]
  /** The same topics as the next window knows them again. */
  readonly known: readonly EarlierTopic[]
  /** The articles whose texts are read for the labels of topics. */
  readonly articlesToRead: (topics: ReadonlySet<string>) => string[]
  /** Labels of topics by their keys, no two alike: the better topic chooses first. */
  readonly labels: (topics: ReadonlySet<string>, textOf: TextOf) => ReadonlyMap<string, string>
  /** What may be stored of labelled topics. */
  readonly snapshots: (labels: ReadonlyMap<string, string>) => TopicSnapshot[]
}

/** Gives the text of an article, which a window does not hold of all. */
export type TextOf = (article: TopicArticle) => string | null

interface Draft extends Omit<Topic, 'label' | 'trend'> {
  readonly group: readonly number[]
  /** As a stored middle would be met again. */
  readonly middle: () => SparseVector
}

/** Groups a window into topics with lead, members and trend; the order of the input says nothing. */
export function draftTopics(articles: readonly TopicArticle[], request: TopicRequest): TopicDrafts {
  const { method, stories, before } = request
  const window = windowVectors(articles)
  const storyOf = storyByArticle(stories)
  const groups = groupArticles(window, method, storyOf, () => seedsOf(before ?? []))
  const drafts = withOwnKeys(groups.map((group) => draftTopic(window, group, storyOf)).sort(byScore))
  const continued = continuations(drafts, before ?? [])
  const trends = drafts.map(({ group }, at) => trendOf(group.length, before?.[continued[at]!] ?? null))
  const known = drafts.map(({ key, stories, middle, group }, at) => {
    return { key, stories, middle, count: group.length, history: trends[at]!.history }
  })
  return {
    topics: drafts.map(({ key, lead, members, stories, score }, at) => {
      return { key, lead, members, stories, score, trend: before === null ? null : trends[at]! }
    }),
    vanished: vanishedFrom(before ?? [], continued),
    known,
    ...labelling(window, drafts),
    snapshots: (labels) =>
      drafts.flatMap(({ key, group }, at) => {
        const label = labels.get(key)
        const { stories, count, history } = known[at]!
        const centroid = () => compactVector(middleOf(vectorsOf(window, group)))
        return label === undefined ? [] : { key, label, stories, centroid: centroid(), count, history }
      }),
  }
}

function labelling(window: WindowVectors, drafts: readonly Draft[]): Pick<TopicDrafts, 'articlesToRead' | 'labels'> {
  return {
    articlesToRead: (topics) =>
      drafts
        .filter(({ key }) => topics.has(key))
        .flatMap(({ group }) => nearest(placeGroup(window, group).members).map(({ article }) => article.key)),
    labels: (topics, textOf) => {
      const chosen = drafts.filter(({ key }) => topics.has(key))
      const labels = uniqueLabels(
        chosen.map(({ group }) => {
          const { members, middle } = placeGroup(window, group)
          return draftLabel(members, textOf, weightIn(middle))
        }),
      )
      return new Map(chosen.map(({ key }, at) => [key, labels[at]!]))
    },
  }
}

/** The largest topics of the last window start the clusters of this one. */
function seedsOf(before: readonly EarlierTopic[]): SparseVector[] {
  return [...before].sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1)).map(({ middle }) => middle())
}

function draftTopic(window: WindowVectors, group: readonly number[], storyOf: (key: string) => string): Draft {
  const articles = group.map((node) => window.articles[node]!)
  const { lead, middle } = group.length === 1 ? alone(window, group[0]!) : together(window, group)
  const ranked = articles.sort(byImportance)
  return {
    key: storyOf(lead.key),
    lead: lead.key,
    members: ranked.map(({ key }) => key),
    stories: [...new Set(ranked.map(({ key }) => storyOf(key)))].sort(),
    score: ranked[0]!.score,
    group,
    middle,
  }
}

function alone(window: WindowVectors, node: number): { lead: TopicArticle; middle: () => SparseVector } {
  return { lead: window.articles[node]!, middle: () => knownMiddle(window.vectorOf(node)) }
}

function together(window: WindowVectors, group: readonly number[]): { lead: TopicArticle; middle: () => SparseVector } {
  const { members, middle } = placeGroup(window, group)
  const known = knownMiddle(middle)
  return { lead: chooseLead(members), middle: () => known }
}

const vectorsOf = (window: WindowVectors, group: readonly number[]): SparseVector[] => group.map(window.vectorOf)

function placeGroup(window: WindowVectors, group: readonly number[]): { members: Placed[]; middle: SparseVector } {
  const vectors = vectorsOf(window, group)
  const middle = middleOf(vectors)
  const articles = group.map((node) => window.articles[node]!)
  return { members: placeMembers(articles, vectors, middle), middle }
}

function weightIn({ ids, weights }: SparseVector): (term: string) => number {
  const known = new Map(Array.from(ids, (id, at) => [id, weights[at]!]))
  return (term) => known.get(fnv1a32(term)) ?? 0
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
