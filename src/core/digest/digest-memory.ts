import type { Digest, ShownStory } from '../domain/digest.ts'
import type { DigestInput, WindowArticle } from './digest-input.ts'
import { itemsOf } from './self-check.ts'

/**
 * What to store for the next digest: the stories shown, and stories shown earlier that were held back and are not yet
 * forgotten. Without the latter a story would come back in every second digest.
 */
export function digestMemory(digest: Digest, input: DigestInput): ShownStory[] {
  const members = membersByStory(input)
  const shown = new Map<string, ShownStory>()
  for (const story of shownStories(digest, input)) {
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
  const byTopic = new Map(topics.map((topic) => [topic.key, topic.stories]))
  const byArticle = new Map([...older, ...articles].map(({ key, story }) => [key, story]))
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

function membersByStory({ articles, older }: DigestInput): Map<string, WindowArticle[]> {
  const members = new Map<string, WindowArticle[]>()
  for (const article of new Map([...older, ...articles].map((one) => [one.key, one])).values()) {
    const own = members.get(article.story)
    if (own === undefined) members.set(article.story, [article])
    else own.push(article)
  }
  return members
}

const isLater = (a: WindowArticle, b: WindowArticle): boolean =>
  a.firstSeen > b.firstSeen || (a.firstSeen === b.firstSeen && a.key > b.key)
