import type { SummarySentence } from '../core/domain/digest.ts'
import type { GrownStory } from './story-news.ts'
import { withTimeout } from './with-timeout.ts'

/** Gives what is new in stories, by their keys; without those that could not be had in time. */
export type StoryNewsCache = (stories: readonly GrownStory[]) => Promise<ReadonlyMap<string, SummarySentence | null>>

/** The engine may be busy; the page can do without the sentences. */
const PATIENCE_MS = 500

/** Remembers what is new in a story until it grows again, or leaves the page: texts are read once. */
export function createStoryNewsCache(
  ask: (stories: readonly GrownStory[]) => Promise<ReadonlyMap<string, SummarySentence>>,
): StoryNewsCache {
  let held = new Map<string, SummarySentence | null>()
  let asking: Promise<void> | null = null
  const nameOf = ({ key, newcomers, known }: GrownStory) => [key, ...newcomers, '', ...known].join()

  async function askFor(stories: readonly GrownStory[]): Promise<void> {
    const sentences = await ask(stories)
    for (const story of stories) held.set(nameOf(story), sentences.get(story.key) ?? null)
  }
  return async (stories) => {
    const unknown = stories.filter((one) => !held.has(nameOf(one)))
    if (unknown.length > 0) {
      asking ??= askFor(unknown).finally(() => {
        asking = null
      })
      await withTimeout(PATIENCE_MS, asking)
    }
    const kept = stories.map((one) => ({ story: one, name: nameOf(one) })).filter(({ name }) => held.has(name))
    held = new Map(kept.map(({ name }) => [name, held.get(name)!]))
    return new Map(kept.map(({ story, name }) => [story.key, held.get(name)!]))
  }
}
