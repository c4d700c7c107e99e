import type { DigestItem } from '../core/domain/digest.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoryMember } from '../io/store/windows.ts'
import type { GrownStory } from './story-news.ts'

/** How a story of a digest stands for a reader. */
export interface StoryGrowth extends GrownStory {
  readonly articles: number
  readonly unread: number
  /** How many articles, copies apart, came since. */
  readonly added: number
  /** Whether some came since and some were there before. */
  readonly hasGrown: boolean
}

/** Of a large story only so many of the newest articles are read for what is new. */
const MOST_READ = 40
const ALL_TIME = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER }

/**
 * Of each item of a digest: how many articles its story has, how many are unread and which came after an instant. A fixed number of
 * queries, whatever the number of items. `store` is the reader's.
 */
export async function storyGrowth(
  store: Store,
  reader: number,
  items: readonly DigestItem[],
  since: number | null,
): Promise<StoryGrowth[]> {
  const leads = items.map(({ lead }) => lead.key)
  const storyOf = new Map((await store.memberships(leads)).map(({ article, story }) => [article, story]))
  const members = await store.membersOfStories([...new Set(storyOf.values())], ALL_TIME)
  const keys = members.map(({ key }) => key)
  const unread = await store.web.fittingKeys(reader, { unread: true }, keys)
  const fresh = since === null ? new Set() : await store.web.fittingKeys(reader, { seenAfter: since }, keys)
  const byStory = new Map<string, StoryMember[]>()
  for (const one of members.toSorted((a, b) => b.published - a.published || (a.key < b.key ? -1 : 1))) {
    const own = byStory.get(one.story)
    if (own === undefined) byStory.set(one.story, [one])
    else own.push(one)
  }
  return items.map(({ key, lead }) => {
    const own = byStory.get(storyOf.get(lead.key) ?? '') ?? []
    const originals = own.filter(({ copyOf }) => copyOf === null)
    const newcomers = originals.filter((one) => fresh.has(one.key)).map((one) => one.key)
    const known = originals.filter((one) => !fresh.has(one.key)).map((one) => one.key)
    return {
      key,
      lead: lead.key,
      articles: own.length,
      unread: own.filter((one) => unread.has(one.key)).length,
      added: newcomers.length,
      hasGrown: newcomers.length > 0 && known.length > 0,
      newcomers: newcomers.slice(0, MOST_READ),
      known: known.slice(0, MOST_READ),
    }
  })
}
