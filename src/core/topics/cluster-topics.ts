import type { Topic, TopicSnapshot, VanishedTopic } from '../domain/topic.ts'
import { type TopicRequest as DraftRequest, draftTopics } from './draft-topics.ts'
import type { TopicArticle } from './topic-article.ts'
import { earlierTopic } from './trend.ts'

/** How a window is to be grouped, and what it is compared with. */
export interface TopicRequest extends Omit<DraftRequest, 'before'> {
  /** Topics of the window before; null when there was none. */
  readonly before: readonly TopicSnapshot[] | null
}

/** The topics of a window, what is gone since the one before, and what the next one needs to know. */
export interface WindowTopics {
  /** Best first. */
  readonly topics: readonly Topic[]
  readonly vanished: readonly VanishedTopic[]
  /** What to keep of the topics, in their order. */
  readonly snapshots: readonly TopicSnapshot[]
}

/** Groups a window into topics with label, lead, members and trend; the order of the input says nothing. */
export function clusterTopics(articles: readonly TopicArticle[], request: TopicRequest): WindowTopics {
  const before = request.before?.map(earlierTopic) ?? null
  const drafts = draftTopics(articles, { ...request, before })
  const labels = drafts.labels(new Set(drafts.topics.map(({ key }) => key)), ({ text }) => text)
  const earlier = new Map(request.before?.map(({ key, label }) => [key, label]))
  return {
    topics: drafts.topics.map((topic) => ({ ...topic, label: labels.get(topic.key)! })),
    vanished: drafts.vanished.map((topic) => ({ ...topic, label: earlier.get(topic.key)! })),
    snapshots: drafts.snapshots(labels),
  }
}
