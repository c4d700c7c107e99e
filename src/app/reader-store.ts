import { setImmediate } from 'node:timers/promises'
import { type VisibleStory, visibleStories } from '../core/dedup/stories/visible-stories.ts'
import type { StoryLink } from '../core/domain/story.ts'
import { keyHash } from '../core/text/key-hash.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoredStory, StoryPosition } from '../io/store/stories.ts'

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

/** Of some stories, those of which somebody sees a part only. All others are for them as they are stored. */
interface PartialStories {
  /** The stored keys of these stories. */
  readonly stored: ReadonlySet<string>
  /** The part of each visible member, and the visible member it copies, by article. */
  readonly memberships: ReadonlyMap<string, { readonly story: string; readonly copyOf: string | null }>
  /** By the key under which they are seen; those not refined yet are left out. */
  readonly parts: ReadonlyMap<string, StoredStory>
}

/** What is visible of stories that are not seen whole: the parts that links connect. */
async function partialStories(store: Store, keys: readonly string[]): Promise<PartialStories> {
  const stored = await store.partlySeen(keys)
  const memberships = new Map<string, { story: string; copyOf: string | null }>()
  const parts = new Map<string, StoredStory>()
  for (const { part, isRefined } of await partsOf(store, [...stored])) {
    for (const article of part.members)
      memberships.set(article, { story: part.key, copyOf: part.copies.get(article) ?? null })
    if (isRefined) parts.set(part.key, storyOf(part))
  }
  return { stored, memberships, parts }
}

const storyOf = ({ copies: _, members, ...part }: VisibleStory): StoredStory => ({ ...part, members: members.length })

interface StoryPart {
  readonly part: VisibleStory
  readonly isRefined: boolean
}

async function partsOf(store: Store, keys: readonly string[]): Promise<StoryPart[]> {
  if (keys.length === 0) return []
  const stored = new Map((await store.storiesByKey(keys)).map((story) => [story.key, story]))
  const partial = [...(await store.storyMembers(keys))].map(
    ([key, all]) => [key, all.filter(({ isSeen }) => isSeen)] as const,
  )
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
  const taken = new Set(others.length === 0 ? [] : (await store.storiesByKey(others)).map(({ key }) => key))
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

/** Members of stories as they are seen: in the parts of stories that are not seen whole. */
const seenIn = <One extends { readonly story: string }>(
  list: readonly One[],
  partial: PartialStories,
  keyOf: (one: One) => string,
): One[] =>
  list.flatMap((one) => {
    if (!partial.stored.has(one.story)) return one
    const seen = partial.memberships.get(keyOf(one))
    return seen === undefined ? [] : { ...one, ...seen }
  })

const storiesOf = (list: readonly { readonly story: string }[]): string[] => [
  ...new Set(list.map(({ story }) => story)),
]

/** The queries about stories, by parts. */
function storyQueries(store: Store) {
  async function storiesByKey(keys: readonly string[]): Promise<StoredStory[]> {
    const behind = await storiesBehind(store, keys)
    const { stored, parts } = await partialStories(store, behind)
    const whole = await store.storiesByKey(behind.filter((key) => !stored.has(key)))
    const stories = new Map([...whole.map((story) => [story.key, story] as const), ...parts])
    return [...new Set(keys)].flatMap((key) => stories.get(key) ?? [])
  }
  return {
    articleLines: async (window) => {
      const lines = await store.articleLines(window)
      const partial = await partialStories(store, storiesOf(lines))
      return lines.map((line) => ({ ...line, ...partial.memberships.get(line.key) }))
    },
    memberships: async (keys) => {
      const stored = await store.memberships(keys)
      return seenIn(stored, await partialStories(store, storiesOf(stored)), ({ article }) => article)
    },
    membersOf: async (story) => {
      const behind = await storiesBehind(store, [story])
      const stored = (await Promise.all(behind.map((key) => store.membersOf(key)))).flat()
      const seen = seenIn(stored, await partialStories(store, behind), ({ article }) => article)
      return seen.filter((one) => one.story === story)
    },
    membersOfStories: async (stories, span) => {
      const wanted = new Set(stories)
      const behind = await storiesBehind(store, stories)
      const stored = await store.membersOfStories(behind, span)
      const seen = seenIn(stored, await partialStories(store, behind), ({ key }) => key)
      return seen.filter(({ story }) => wanted.has(story))
    },
    storiesByKey,
    storiesOfArticles: async (keys) => {
      const stored = await store.memberships(keys)
      const partial = await partialStories(store, storiesOf(stored))
      const storyOf = new Map(seenIn(stored, partial, ({ article }) => article).map((one) => [one.article, one.story]))
      const found = await store.storiesOfArticles([...storyOf.keys()].filter((key) => !partial.memberships.has(key)))
      for (const key of partial.memberships.keys()) {
        const part = partial.parts.get(storyOf.get(key) ?? '')
        if (part !== undefined) found.set(key, part)
      }
      return found
    },
    storyByKey: async (key) => {
      const stored = await store.storyByKey(key)
      const keys = stored === null || stored.key === key ? [key] : [stored.key, key]
      return (await storiesByKey(keys))[0] ?? null
    },
    storyKeysFrom: async (start, limit) => {
      const keys = await store.storyKeysFrom(start, MOST_WITH_PREFIX)
      const { stored, parts } = await partialStories(store, keys)
      return keys.filter((key) => !stored.has(key) || parts.has(key)).slice(0, limit)
    },
    linksOf: async (keys) => withoutNeedlessLinks(store, await store.linksOf(keys)),
    storyPage: (query) => storiesSeen(store, query),
  } satisfies Partial<Store>
}

/** Spare links say why articles are together only where a reader does not see the whole story. */
async function withoutNeedlessLinks(store: Store, links: readonly StoryLink[]): Promise<StoryLink[]> {
  const spare = [...new Set(links.filter(({ isSpare }) => isSpare).map(({ article }) => article))]
  const storyOf = new Map((await store.memberships(spare)).map(({ article, story }) => [article, story]))
  const partial = await store.partlySeen([...new Set(storyOf.values())])
  const isWhole = (story: string | undefined) => story === undefined || !partial.has(story)
  return links.flatMap(({ isSpare, ...link }) => (isSpare && isWhole(storyOf.get(link.article)) ? [] : link))
}

/** The most stories looked at in one step, of which a reader may see few. */
const STORIES_A_STEP = 200
/** Some stories end earlier for a reader who does not see their last article: a first step looks at so many more. */
const SPARE = 10

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
  let step = Math.min(STORIES_A_STEP, limit + SPARE)
  for (let skip = 0; ; ) {
    const page = await store.storyPage({ limit: step, leastMembers, ...span }, skip)
    const { stored, parts } = await partialStories(
      store,
      page.map(({ key }) => key),
    )
    const fitting = [...page.filter(({ key }) => !stored.has(key)), ...parts.values()].filter(
      (story) =>
        story.members >= leastMembers &&
        story.lastAt >= (span.since ?? Number.NEGATIVE_INFINITY) &&
        (after === undefined || comesFirst(after, story) < 0),
    )
    found = [...found, ...fitting].sort(comesFirst).slice(0, limit)
    const isLast = page.length < step
    // What follows ended before all that was found.
    const isEnough = found.length === limit && (page.at(-1)?.lastAt ?? 0) < found.at(-1)!.lastAt
    if (isLast || isEnough) return found
    skip += step
    step = STORIES_A_STEP
    await setImmediate()
  }
}

const comesFirst = (a: StoryPosition, b: StoryPosition): number =>
  b.lastAt - a.lastAt || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
