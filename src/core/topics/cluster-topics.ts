import type { Topic, TopicSnapshot, VanishedTopic } from '../domain/topic.ts'
import type { TopicArticle } from './topic-article.ts'
import { earlierTopic } from './trend.ts'
import { type GroupingRequest, unlabelledTopics } from './unlabelled-topics.ts'

/** How to group a window, and what to compare it with. */
export interface TopicRequest extends Omit<GroupingRequest, 'before'> {
  /** Topics of the window before; null when there was none. */
  readonly before: readonly TopicSnapshot[] | null
}

/** The topics of a window, those that vanished since the one before, and what to store for the next. */
export interface ClusteredTopics {
  /** Best first. */
  readonly topics: readonly Topic[]
  readonly vanished: readonly VanishedTopic[]
  /** The stored form of the topics, in their order. */
  readonly snapshots: readonly TopicSnapshot[]
}

/** Groups a window into topics with label, lead, members and trend; does not depend on the order of the input. */
export function clusterTopics(articles: readonly TopicArticle[], request: TopicRequest): ClusteredTopics {
  const before = request.before?.map(earlierTopic) ?? null
  const unlabelled = unlabelledTopics(articles, { ...request, before })
  const labels = unlabelled.labels(new Set(unlabelled.topics.map(({ key }) => key)), ({ text }) => text)
  const earlier = new Map(request.before?.map(({ key, label }) => [key, label]))
  return {
    topics: unlabelled.topics.map((topic) => ({ ...topic, label: labels.get(topic.key)! })),
    vanished: unlabelled.vanished.map((topic) => ({ ...topic, label: earlier.get(topic.key)! })),
    snapshots: unlabelled.snapshots(labels),
  }
}
