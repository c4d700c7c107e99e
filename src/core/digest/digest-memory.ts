import type { Digest, ShownStory } from '../domain/digest.ts'
import type { DigestInput, WindowArticle } from './digest-input.ts'
import { itemsOf } from './self-check.ts'

/**
 * What to store for the next digest: the stories shown, and stories shown earlier that were held back and are not yet
 * forgotten. Without the latter a story would come back in every second digest.
 */
export function digestMemory(digest: Digest, input: DigestInput): ShownStory[] {
  const stories = shownStories(digest, input)
  const members = membersOf(new Set(stories), input)
  const shown = new Map<string, ShownStory>()
  for (const story of stories) {
    const own = members.get(story)
    if (own === undefined || shown.has(story)) continue
    const newest = own.reduce((a, b) => (isLater(b, a) ? b : a))
    const rank = shown.size + 1
    shown.set(story, {
      story,
      rank,
      articles: own.length,
      newest: newest.key,
      newestSeenAt: newest.firstSeen,
      at: input.at,
    })
  }
  const carried = (input.previous?.stories ?? [])
    .filter(({ story, at }) => !shown.has(story) && at >= input.at - input.policy.memoryMs)
    .sort((a, b) => b.at - a.at || a.rank - b.rank || (a.story < b.story ? -1 : 1))
  return [...shown.values(), ...carried]
}

/** Keys of stories in reading order, tabs last. All that tell the event of an item are shown by it, listed or not. */
function shownStories(digest: Digest, { topics, articles, older, events }: DigestInput): string[] {
  const shown = new Set(itemsOf(digest).map(({ key }) => key))
  const byTopic = new Map(topics.flatMap((topic) => (shown.has(topic.key) ? [[topic.key, topic.stories]] : [])))
  const inTabs = new Set(digest.tabs.flatMap((tab) => tab.items.map(({ article }) => article.key)))
  const byArticle = new Map<string, string>()
  for (const list of [older, articles])
    for (const { key, story } of inTabs.size === 0 ? [] : list) if (inTabs.has(key)) byArticle.set(key, story)
  const byEvent = new Map<string, string[]>()
  for (const [story, event] of events) byEvent.set(event, [...(byEvent.get(event) ?? []), story])
  const ofEvent = (story: string) => byEvent.get(events.get(story) ?? '') ?? []
  return [
    ...itemsOf(digest).flatMap(({ key }) => {
      const own = byTopic.get(key) ?? []
      return [...own, ...own.flatMap(ofEvent)]
    }),
    ...digest.tabs.flatMap((tab) => tab.items.flatMap(({ article }) => byArticle.get(article.key) ?? [])),
  ]
}

/** The articles of some stories; one of the window before the same one from before it. */
function membersOf(stories: ReadonlySet<string>, { articles, older }: DigestInput): Map<string, WindowArticle[]> {
  const byKey = new Map<string, WindowArticle>()
  for (const list of [older, articles])
    for (const article of list)
      if (stories.has(article.story) || byKey.has(article.key)) byKey.set(article.key, article)
  const members = new Map<string, WindowArticle[]>()
  for (const article of byKey.values()) {
    const own = members.get(article.story)
    if (own === undefined) members.set(article.story, [article])
    else own.push(article)
  }
  return members
}

const isLater = (a: WindowArticle, b: WindowArticle): boolean =>
  a.firstSeen > b.firstSeen || (a.firstSeen === b.firstSeen && a.key > b.key)
