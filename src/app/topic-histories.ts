import type { Span } from '../core/domain/digest.ts'
import type { EarlierTopic } from '../core/topics/trend.ts'
import { HISTORY } from './load-window.ts'
import type { StoryContext } from './window-scores.ts'

/** Topics of the window before, each with its article counts of the windows before that one: what a sparkline draws. */
export function topicHistories(
  topics: readonly EarlierTopic[],
  { from, to }: Span,
  context: StoryContext,
): EarlierTopic[] {
  const counts = countsPerWindow(from, to - from, context)
  return topics.map((topic) => ({ ...topic, history: historyOf(topic, counts) }))
}

/** Articles of each story in each earlier window, the oldest window first. */
function countsPerWindow(from: number, ms: number, { members }: StoryContext): Map<string, number>[] {
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
