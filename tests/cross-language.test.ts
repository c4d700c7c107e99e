import { expect, test } from 'vitest'
import { createDeduper } from '../src/core/dedup/deduper.ts'
import { eventGroups, type StoryText } from '../src/core/similar/cross-language.ts'
import { weekendItems, weekendTruths } from './support/weekend.ts'

/** The stories of the weekend as the product's deduper finds them, with the event of their first article. */
function weekendStories(): (StoryText & { readonly event: string | null })[] {
  const deduper = createDeduper('calibrated')
  for (const { id, title, body, lang, source, feed, published, url } of weekendItems)
    deduper.add({ id, title, text: body, language: lang, source, feed, published: Date.parse(published), url })
  const items = new Map(weekendItems.map((item) => [item.id, item]))
  const events = new Map(weekendTruths.map(({ id, event }) => [id, event]))
  return deduper.stories().map(({ members }) => {
    const own = members.map((id) => items.get(id)!)
    const times = own.map(({ published }) => Date.parse(published))
    return {
      key: members[0]!,
      language: own[0]!.lang.split('-')[0]!,
      texts: own.map(({ title, body }) => ({ title, text: body })),
      firstAt: Math.min(...times),
      lastAt: Math.max(...times),
      event: events.get(members[0]!) ?? null,
    }
  })
}

test('stories of different languages are joined only where they tell one event, and often where they do', () => {
  const stories = weekendStories()
  const groups = eventGroups(stories)
  let [right, wrong] = [0, 0]
  for (const [at, a] of stories.entries()) {
    for (const b of stories.slice(at + 1)) {
      const areJoined = groups.has(a.key) && groups.get(a.key) === groups.get(b.key)
      if (!areJoined || a.language === b.language) continue
      // Pairs of articles: a story that grows makes one pair of stories of two.
      const pairs = a.texts.length * b.texts.length
      if (a.event !== null && a.event === b.event) right += pairs
      else wrong += pairs
    }
  }
  expect(wrong).toBe(0)
  expect(right).toBeGreaterThanOrEqual(315)
})
