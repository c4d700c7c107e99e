import { UserError } from '../domain/user-error.ts'
import { MOST_FOR_LINKAGE } from '../similar/linkage.ts'

/** How a window is grouped; `count` is the requested number of topics. */
export type TopicMethod =
  | { readonly kind: 'stories' }
  | { readonly kind: 'dbscan'; readonly eps: number; readonly minSamples: number }
  | { readonly kind: 'ward'; readonly count: number }
  /** `windows`: how many earlier ones the count was taken from. */
  | { readonly kind: 'online-kmeans'; readonly count: number; readonly windows: number }

/** The input to the choice of a method. */
export interface MethodRequest {
  readonly method: string
  /** The number the user requested; null without one. */
  readonly topics: number | null
  readonly articles: number
  /** Numbers of topics in earlier windows, newest last. */
  readonly pastCounts: readonly number[]
  /** Prefix of the option in errors: `--` on the command line, `topics.` in the file. */
  readonly optionPrefix: string
}

/** From so many earlier windows online k-means takes its number of topics. */
export const PAST_WINDOWS = 14

const METHODS = ['stories', 'dbscan', 'ward', 'online-kmeans']

/** Resolves a method's parameters, and refuses in words what it cannot do. DBSCAN's are those usual for news. */
export function topicMethod({ method, topics, articles, pastCounts, optionPrefix }: MethodRequest): TopicMethod {
  if (topics !== null && !(Number.isInteger(topics) && topics >= 1)) {
    throw new UserError(`${optionPrefix}topics must be a whole number from 1, got ${topics}`)
  }
  if (!METHODS.includes(method)) {
    throw new UserError(`${optionPrefix}method must be one of ${METHODS.join(', ')}, got "${method}"`)
  }
  if (topics !== null) return wardOf(topics, articles, optionPrefix)
  if (method === 'ward') throw new UserError(`${optionPrefix}topics must say how many topics ward makes`)
  if (method === 'stories') return { kind: 'stories' }
  if (method === 'dbscan') return { kind: 'dbscan', eps: 0.4, minSamples: 2 }
  return {
    kind: 'online-kmeans',
    count: Math.min(usualCount(pastCounts, articles), Math.max(1, articles)),
    windows: Math.min(pastCounts.length, PAST_WINDOWS),
  }
}

/** Ward's linkage gives exactly so many topics, so it serves whoever asks for a number. */
function wardOf(topics: number, articles: number, optionPrefix: string): TopicMethod {
  if (articles > MOST_FOR_LINKAGE) {
    throw new UserError(
      `${optionPrefix}topics takes up to ${MOST_FOR_LINKAGE} articles, these are ${articles}: leave it out, and use stories or dbscan`,
    )
  }
  return { kind: 'ward', count: Math.min(topics, Math.max(1, articles)) }
}

/** What a user should know about the number of topics; null when there is nothing to say. */
export function methodNote(method: TopicMethod): string | null {
  if (method.kind !== 'online-kmeans' || method.windows >= PAST_WINDOWS) return null
  const { count, windows } = method
  const made = `online-kmeans makes ${count} ${count === 1 ? 'topic' : 'topics'}`
  if (windows === 0) return `${made} by a rule of thumb: there is no earlier window to take the number from`
  const earlier = windows === 1 ? '1 earlier window' : `${windows} earlier windows`
  return `${made}, the median of ${earlier}; it takes fourteen when there are so many`
}

/** The median of the last windows; before the first, the rule of thumb √(n/2). */
export function usualCount(pastCounts: readonly number[], articles: number): number {
  const last = pastCounts.slice(-PAST_WINDOWS).sort((a, b) => a - b)
  if (last.length === 0) return Math.max(1, Math.round(Math.sqrt(articles / 2)))
  const centroid = last.length >> 1
  const median = last.length % 2 === 1 ? last[centroid]! : (last[centroid - 1]! + last[centroid]!) / 2
  return Math.max(1, Math.round(median))
}
