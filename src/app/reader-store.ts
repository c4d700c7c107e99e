import { setImmediate } from 'node:timers/promises'
import { type VisibleStory, visibleStories } from '../core/dedup/stories/visible-stories.ts'
import type { StoryLink } from '../core/domain/story.ts'
import { keyHash } from '../core/text/key-hash.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoredStory, StoryPosition } from '../io/store/stories.ts'
import type { StoryMemberFacts } from '../io/store/story-members.ts'

/**
 * The store as one reader sees it. Articles and feeds are limited by the store itself; of stories a reader sees what links
 * connect among the articles they see.
 */
export function readerStore(whole: Store, reader: number): Store {
  const store = whole.viewOf(reader)
  const limited: Record<string, unknown> = storyQueries(store)
  const chosen = Object.entries(limited).map(([name, query]) => {
    const all = store[name as keyof Store] as AnyQuery
    const choose: AnyQuery = async (...args) =>
      (await store.seesEverything(reader)) ? all(...args) : (query as AnyQuery)(...args)
    return [name, choose]
  })
  return { ...store, ...Object.fromEntries(chosen) }
}

type AnyQuery = (...args: unknown[]) => Promise<unknown>

/** Stories as somebody sees them who does not see every article. */
interface StoryViews {
  /** The story of each visible member, and the visible member it copies, by article. */
  readonly memberships: ReadonlyMap<string, { readonly story: string; readonly copyOf: string | null }>
  /** By the key under which they are seen; those not refined yet are left out. */
  readonly stories: ReadonlyMap<string, StoredStory>
}

/** What is visible of stories: whole ones as they are stored, of others the parts that links connect. */
async function storyViews(store: Store, keys: readonly string[]): Promise<StoryViews> {
  const memberships = new Map<string, { story: string; copyOf: string | null }>()
  const stories = new Map<string, StoredStory>()
  const stored = new Map((await store.storiesByKey(keys)).map((story) => [story.key, story]))
  const partial: [string, readonly StoryMemberFacts[]][] = []
  for (const [key, all] of await store.storyMembers(keys)) {
    const seen = all.filter(({ isSeen }) => isSeen)
    if (seen.length === 0) continue
    if (seen.length < all.length) {
      partial.push([key, seen])
      continue
    }
    const story = stored.get(key)
    if (story !== undefined) stories.set(key, story)
    for (const { key: article, copyOf } of all) memberships.set(article, { story: key, copyOf })
  }
  for (const { part, isRefined } of await partsOf(store, partial, stored)) {
    for (const article of part.members)
      memberships.set(article, { story: part.key, copyOf: part.copies.get(article) ?? null })
    if (isRefined) stories.set(part.key, storyOf(part))
  }
  return { memberships, stories }
}

const storyOf = ({ copies: _, members, ...part }: VisibleStory): StoredStory => ({ ...part, members: members.length })

interface StoryPart {
  readonly part: VisibleStory
  readonly isRefined: boolean
}

async function partsOf(
  store: Store,
  partial: readonly (readonly [string, readonly StoryMemberFacts[]])[],
  stored: ReadonlyMap<string, StoredStory>,
): Promise<StoryPart[]> {
  const several = partial.filter(([, members]) => members.length > 1)
  const linksOf = await store.holdingLinks(several.flatMap(([, members]) => members.map(({ key }) => key)))
  const parts = partial.flatMap(([key, members]) => {
    const owners = new Map(members.map(({ feed, owner }) => [feed, owner]))
    const links = members.flatMap((member) => linksOf.get(member.key) ?? [])
    const story = { key, lead: stored.get(key)?.lead ?? null }
    const found = visibleStories(story, members, links, (feed) => owners.get(feed) ?? null)
    return found.map((part) => ({ part, of: key, isRefined: stored.has(key) }))
  })
  // The first member of a part may once have given its key to another story.
  const others = parts.filter(({ part, of }) => part.key !== of).map(({ part }) => part.key)
  const taken = new Set((await store.storiesByKey(others)).map(({ key }) => key))
  return parts.map(({ part, of, isRefined }) => {
    const isTaken = part.key !== of && taken.has(part.key)
    return { part: isTaken ? { ...part, key: keyHash(`${of} ${part.key}`) } : part, isRefined }
  })
}

/** The stories that keys of parts may belong to: of that key, or of the article of that key. */
async function storiesBehind(store: Store, keys: readonly string[]): Promise<string[]> {
  return [...new Set([...keys, ...(await store.memberships(keys)).map(({ story }) => story)])]
}

/** Stories with a given prefix that are looked at. */
const MOST_WITH_PREFIX = 100

/** The queries about stories, by parts. */
function storyQueries(store: Store) {
  const viewsOf = async (keys: readonly string[]) => storyViews(store, await storiesBehind(store, keys))
  const seenIn = <One extends { readonly story: string }>(
    list: readonly One[],
    views: StoryViews,
    keyOf: (one: One) => string,
  ) =>
    list.flatMap((one) => {
      const seen = views.memberships.get(keyOf(one))
      return seen === undefined ? [] : { ...one, ...seen }
    })
  return {
    articleLines: async (window) => {
      const lines = await store.articleLines(window)
      const views = await storyViews(store, [...new Set(lines.map(({ story }) => story))])
      return lines.map((line) => ({ ...line, ...views.memberships.get(line.key) }))
    },
    memberships: async (keys) => {
      const stored = await store.memberships(keys)
      const views = await storyViews(store, [...new Set(stored.map(({ story }) => story))])
      return seenIn(stored, views, ({ article }) => article)
    },
    membersOf: async (story) => {
      const behind = await storiesBehind(store, [story])
      const stored = (await Promise.all(behind.map((key) => store.membersOf(key)))).flat()
      const seen = seenIn(stored, await storyViews(store, behind), ({ article }) => article)
      return seen.filter((one) => one.story === story)
    },
    membersOfStories: async (stories, span) => {
      const wanted = new Set(stories)
      const behind = await storiesBehind(store, stories)
      const seen = seenIn(await store.membersOfStories(behind, span), await storyViews(store, behind), ({ key }) => key)
      return seen.filter(({ story }) => wanted.has(story))
    },
    storiesByKey: async (keys) => {
      const { stories } = await viewsOf(keys)
      return [...new Set(keys)].flatMap((key) => stories.get(key) ?? [])
    },
    storyByKey: async (key) => {
      const stored = await store.storyByKey(key)
      const { stories } = await viewsOf(stored === null ? [key] : [key, stored.key])
      return stories.get(stored?.key ?? key) ?? stories.get(key) ?? null
    },
    storyKeysFrom: async (start, limit) => {
      const keys = await store.storyKeysFrom(start, MOST_WITH_PREFIX)
      const { stories } = await storyViews(store, keys)
      return keys.filter((key) => stories.has(key)).slice(0, limit)
    },
    linksOf: async (keys) => withoutNeedlessLinks(store, await store.linksOf(keys)),
    storyPage: (query) => storiesSeen(store, query),
  } satisfies Partial<Store>
}

/** Spare links say why articles are together only where a reader does not see the whole story. */
async function withoutNeedlessLinks(store: Store, links: readonly StoryLink[]): Promise<StoryLink[]> {
  const spare = [...new Set(links.filter(({ isSpare }) => isSpare).map(({ article }) => article))]
  const storyOf = new Map((await store.memberships(spare)).map(({ article, story }) => [article, story]))
  const members = await store.storyMembers([...new Set(storyOf.values())])
  const isWhole = (story: string | undefined) =>
    story === undefined || (members.get(story) ?? []).every(({ isSeen }) => isSeen)
  return links.flatMap(({ isSpare, ...link }) => (isSpare && isWhole(storyOf.get(link.article)) ? [] : link))
}

/** Stories looked at in one step, of which a reader may see few. */
const STORIES_A_STEP = 200

/**
 * The stories a reader sees, the one with the newest visible article first. A story ends for them where their last article of it
 * does: one that is to follow a position has begun by then, but may have ended later.
 */
async function storiesSeen(
  store: Store,
  { limit, leastMembers = 1, after, ...query }: Parameters<Store['storyPage']>[0],
): Promise<StoredStory[]> {
  let found: StoredStory[] = []
  const span = after === undefined ? query : { ...query, until: Math.min(query.until ?? Infinity, after.lastAt + 1) }
  for (let skip = 0; ; skip += STORIES_A_STEP) {
    const page = await store.storyPage({ limit: STORIES_A_STEP, leastMembers, ...span }, skip)
    const views = await storyViews(
      store,
      page.map(({ key }) => key),
    )
    const fitting = [...views.stories.values()].filter(
      (story) =>
        story.members >= leastMembers &&
        story.lastAt >= (span.since ?? Number.NEGATIVE_INFINITY) &&
        (after === undefined || comesFirst(after, story) < 0),
    )
    found = [...found, ...fitting].sort(comesFirst).slice(0, limit)
    const isLast = page.length < STORIES_A_STEP
    // What follows ended before all that was found.
    const isEnough = found.length === limit && (page.at(-1)?.lastAt ?? 0) < found.at(-1)!.lastAt
    if (isLast || isEnough) return found
    await setImmediate()
  }
}

const comesFirst = (a: StoryPosition, b: StoryPosition): number =>
  b.lastAt - a.lastAt || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
