import type { Decision } from '../domain/decision.ts'
import type { Disposition } from '../domain/disposition.ts'
import type { Match } from '../domain/match.ts'
import type { Print } from '../domain/print.ts'
import type { RefinedStories, Story, StoryConstraint, StoryLink } from '../domain/story.ts'
import { datelineAgency } from '../text/agencies.ts'
import { canonicalUrl } from '../text/canonical-url.ts'
import { keyHash } from '../text/key-hash.ts'
import { urlKey } from '../text/url-key.ts'
import { wordsHash } from '../text/words-hash.ts'
import { admit, decide } from './decide.ts'
import { withWindow } from './epoch/epoch.ts'
import { type DedupPolicy, type PolicyName, policyOf } from './policies.ts'
import { printOf } from './print/print.ts'
import { createRecent, restoreRecent } from './recent/recent.ts'
import { refine } from './stories/refine.ts'

/** An article as a library user passes it in: an id and a title, the rest where known. */
export interface DedupItem {
  readonly id: string
  readonly title: string
  readonly url?: string | null
  readonly guid?: string | null
  readonly feed?: string | null
  readonly source?: string | null
  readonly published?: number | null
  readonly text?: string | null
  readonly language?: string | null
}

/** The decision about an item; other items are named by their ids. */
export interface DedupAnswer {
  readonly id: string
  readonly disposition: Disposition
  /** Id of the first item of its story so far; `stories` may decide otherwise. */
  readonly story: string
  readonly matches: readonly Match[]
}

export interface DeduperOptions {
  /** Feeds, or sources, in order of preference: the earlier wins ties. */
  readonly sources?: readonly string[]
  readonly constraints?: readonly StoryConstraint[]
}

/** Finds duplicates among items as they are added, and groups them into stories at any time. */
export interface Deduper {
  readonly add: (item: DedupItem) => DedupAnswer
  /** The stories of all kept items, whatever the order they were added in; members are ids. */
  readonly stories: () => Story[]
  /** The story of an item after `stories`; a replaced item is in the story of what replaced it. */
  readonly storyOf: () => ReadonlyMap<string, string>
  /** The links that join the members of stories, and the best that did not suffice; items are named by their ids. */
  readonly links: () => readonly StoryLink[]
  readonly snapshot: () => DeduperSnapshot
}

/** The whole state of a deduper; plain data except for the prints. */
export interface DeduperSnapshot {
  readonly prints: Uint8Array
  readonly items: readonly (readonly [id: string, key: string])[]
  readonly stories: readonly (readonly [key: string, story: string])[]
  readonly feeds: readonly string[]
}

/** A deduper with a policy, empty or restored from a snapshot. */
export function createDeduper(
  policy: DedupPolicy | PolicyName = 'calibrated',
  options: DeduperOptions = {},
  snapshot: DeduperSnapshot | null = null,
): Deduper {
  const rules = typeof policy === 'string' ? policyOf(policy) : policy
  const feeds = new Map((snapshot?.feeds ?? options.sources ?? []).map((name, at) => [name, at + 1]))
  const ranked = new Map((options.sources ?? []).map((name, at) => [feeds.get(name), at]))
  const recentOptions = { positionOf: (feed: number) => ranked.get(feed) ?? ranked.size }
  const recent = snapshot ? restoreRecent(snapshot.prints, rules, recentOptions) : createRecent(rules, recentOptions)
  /** The article an item became, or was replaced by. */
  const articleOf = new Map<string, string>(snapshot?.items)
  const idOf = new Map([...articleOf].reverse().map(([id, key]) => [key, id]))
  const provisional = new Map<string, string>(snapshot?.stories)
  const feedOf = (name: string | null): number => {
    if (name === null) return 0
    if (!feeds.has(name)) feeds.set(name, feeds.size + 1)
    return feeds.get(name)!
  }
  const named = (key: string): string => idOf.get(key) ?? key

  let settled: RefinedStories | null = null
  const settle = (): RefinedStories => {
    settled ??= refineAll()
    return settled
  }
  const refineAll = (): RefinedStories => {
    const prints: Print[] = []
    recent.each((print) => prints.push(print))
    const epoch = withWindow(recent.rules.epoch, prints)
    return refine(prints, { policy: rules, epoch }, { constraints: constraintsOf(options, articleOf) })
  }
  return {
    add: (item) => {
      const print = printItem(item, feedOf(item.feed ?? item.source ?? null), rules)
      settled = null
      const decision = decide(print, recent)
      const current = admit(print, decision, recent)
      const key = decision.keeps === 'existing' ? decision.of! : current.key
      articleOf.set(item.id, key)
      if (!idOf.has(key)) idOf.set(key, item.id)
      for (const gone of decision.replaces) moveTo(key, gone, articleOf)
      const story = storyFor(key, decision, provisional)
      provisional.set(key, story)
      return { id: item.id, disposition: decision.disposition, story: named(story), matches: renamed(decision, named) }
    },
    stories: () =>
      settle().stories.map((story) => ({
        ...story,
        id: named(story.id),
        members: story.members.map(named),
        lead: named(story.lead),
      })),
    storyOf: () => {
      const storyOfKey = new Map(
        settle().stories.flatMap(({ id, members }) => members.map((key) => [key, named(id)] as const)),
      )
      return new Map([...articleOf].map(([id, key]) => [id, storyOfKey.get(key) ?? named(key)]))
    },
    links: () => settle().links.map((link) => ({ ...link, article: named(link.article), other: named(link.other) })),
    snapshot: () => ({
      prints: recent.snapshot(),
      items: [...articleOf],
      stories: [...provisional],
      feeds: [...feeds.keys()],
    }),
  }
}

/** Restores a deduper from its snapshot. */
export function restoreDeduper(
  snapshot: DeduperSnapshot,
  policy: DedupPolicy | PolicyName = 'calibrated',
  options: DeduperOptions = {},
): Deduper {
  return createDeduper(policy, options, snapshot)
}

/** An article joins the story of the article it matched. */
function storyFor(key: string, { of }: Decision, provisional: ReadonlyMap<string, string>): string {
  return provisional.get(key) ?? (of === null ? key : (provisional.get(of) ?? of))
}

function moveTo(key: string, gone: string, articleOf: Map<string, string>): void {
  for (const [id, article] of articleOf) if (article === gone) articleOf.set(id, key)
}

function renamed({ matches }: Decision, named: (key: string) => string): Match[] {
  return matches.map((match) => ({ ...match, with: named(match.with) }))
}

function constraintsOf({ constraints = [] }: DeduperOptions, articleOf: ReadonlyMap<string, string>) {
  return constraints.map((one) => ({ ...one, a: articleOf.get(one.a) ?? one.a, b: articleOf.get(one.b) ?? one.b }))
}

/** The guid of an item; its id, which is unique, where it has none. */
function printItem(item: DedupItem, feed: number, policy: DedupPolicy): Print {
  const { id, title, guid = null, source = null, published = null, text = null, language = null } = item
  const url = item.url ? canonicalUrl(item.url) : null
  const comparison = url === null ? null : urlKey(url)
  const input = {
    key: keyHash(comparison ?? (guid === null ? `item ${id}` : `${feed} ${guid}`)),
    feed,
    guid: guid ?? `item ${id}`,
    url,
    urlKey: comparison === null ? null : keyHash(comparison),
    sourceName: source,
    publisher: text === null ? null : datelineAgency(text),
    language,
    title,
    text,
    published,
    firstSeen: published ?? 0,
    contentHash: wordsHash([title, text ?? '']),
    wordCount: 0,
  }
  const print = printOf(input, { layered: policy.name === 'layered' })
  return { ...print, wordCount: print.body?.length ?? 0 }
}
