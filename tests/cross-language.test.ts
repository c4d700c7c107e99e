import { expect, test } from 'vitest'
import { createDeduper } from '../src/core/dedup/deduper.ts'
import { eventGroups, type StoryText } from '../src/core/similar/cross-language.ts'
import { mendMojibake } from '../src/core/text/mend-mojibake.ts'
import { weekendItems, weekendTruths } from './support/weekend.ts'

type ToldStory = StoryText & { readonly event: string | null }

const items = weekendItems.map((item) => ({ ...item, title: mendMojibake(item.title), at: Date.parse(item.published) }))
const events = new Map(weekendTruths.map(({ id, event }) => [id, event]))
const DAY_MS = 86_400_000

/** The stories of the weekend as the product's deduper finds them at a moment: those of the two days before. */
function storiesAt(now: number): ToldStory[] {
  const deduper = createDeduper('calibrated')
  const known = items.filter(({ at }) => at <= now)
  for (const { id, title, body, lang, source, feed, at, url } of known)
    deduper.add({ id, title, text: body, language: lang, source, feed, published: at, url })
  const byId = new Map(known.map((item) => [item.id, item]))
  return deduper.stories().flatMap(({ members }): ToldStory[] => {
    const own = members.map((id) => byId.get(id)!).filter(({ at }) => at > now - 2 * DAY_MS)
    if (own.length === 0) return []
    const times = own.map(({ at }) => at)
    return [
      {
        key: own[0]!.id,
        language: own[0]!.lang.split('-')[0]!,
        texts: own.map(({ title, body }) => ({ title, text: body })),
        firstAt: Math.min(...times),
        lastAt: Math.max(...times),
        event: events.get(own[0]!.id) ?? null,
      },
    ]
  })
}

/** How many pairs of articles in different languages are joined, of one event and of two; however many stories they are in. */
function pairsJoined(stories: readonly ToldStory[]): { right: number; wrong: number } {
  const groups = eventGroups(stories)
  const counts = { right: 0, wrong: 0 }
  for (const [at, a] of stories.entries()) {
    for (const b of stories.slice(at + 1)) {
      const areJoined = groups.has(a.key) && groups.get(a.key) === groups.get(b.key)
      if (!areJoined || a.language === b.language) continue
      counts[a.event !== null && a.event === b.event ? 'right' : 'wrong'] += a.texts.length * b.texts.length
    }
  }
  return counts
}

test.each([
  ['2026-05-08T16:00Z', 59],
  ['2026-05-09T05:00Z', 96],
  ['2026-05-09T10:00Z', 167],
  ['2026-05-09T16:00Z', 231],
  ['2026-05-10T05:00Z', 241],
  ['2026-05-10T16:00Z', 221],
])(
  'at %s stories of different languages are joined where they tell one event, %i pairs, and nowhere else',
  (at, least) => {
    const { right, wrong } = pairsJoined(storiesAt(Date.parse(at)))
    expect(wrong).toBe(0)
    expect(right).toBeGreaterThanOrEqual(least)
  },
)
