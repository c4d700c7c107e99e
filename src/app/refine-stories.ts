import { decodePrint, PRINT_VERSION } from '../core/dedup/encode-print.ts'
import { withWindow } from '../core/dedup/epoch.ts'
import type { DedupPolicy } from '../core/dedup/policies.ts'
import { inOneOrder, refineGraph } from '../core/dedup/refine.ts'
import { createStoryGraph, type StoryGraph } from '../core/dedup/story-graph.ts'
import type { Print } from '../core/domain/print.ts'
import type { Membership, SettledStories } from '../core/domain/story.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoredMembership } from '../io/store/stories.ts'
import { readEpoch } from './idf-epochs.ts'

/** What a settling changed. */
export interface RefineReport {
  readonly articles: number
  readonly stories: number
  /** Articles whose story, or place in it, is another than before. */
  readonly changed: number
}

/** Keeps the stories of the last days settled. */
export interface StoryKeeper {
  /** Settles what newcomers touched; `whole` settles everything from the set alone, as before a digest. */
  readonly refine: (now: number, how: 'touched' | 'whole') => Promise<RefineReport>
}

const NOTHING: RefineReport = { articles: 0, stories: 0, changed: 0 }
const DAY_MS = 86_400_000
/** Older articles keep the story they have. */
export const OPEN_DAYS = 7
/** How far back an article may still be linked to. */
const REACH_DAYS = 9
const AT_ONCE = 5_000

/** A keeper that reads the window when it is first asked, and then only what is new. */
export function storyKeeper(store: Store, policy: DedupPolicy): StoryKeeper {
  let graph: StoryGraph | null = null
  let builtAt = 0
  let builtSize = 0
  let cursor = 0

  const newPrints = async (since: number): Promise<Print[]> => {
    const found: Print[] = []
    for (;;) {
      const prints = await store.printsAfter(cursor, AT_ONCE)
      for (const { change, version, value } of prints) {
        cursor = change
        const print = version === PRINT_VERSION ? decodePrint(value) : null
        if (print !== null && (print.published ?? print.seen) >= since) found.push(print)
      }
      if (prints.length < AT_ONCE) return found
    }
  }
  /** The weights of words are those of the window as it was then: they must not age, nor the window outgrow them. */
  const isStale = (now: number): boolean => {
    return graph === null || now - builtAt > DAY_MS || graph.size() > 2 * Math.max(64, builtSize)
  }
  const build = async (now: number): Promise<StoryGraph> => {
    cursor = 0
    const prints = inOneOrder(await newPrints(now - REACH_DAYS * DAY_MS))
    const epoch = readEpoch(await store.newestEpoch())
    const fresh = createStoryGraph({ policy, epoch: withWindow(epoch, prints) })
    for (const print of prints) fresh.add(print)
    builtAt = now
    builtSize = prints.length
    return fresh
  }
  return {
    refine: async (now, how) => {
      // Nothing came since somebody settled the stories: the window need not even be read.
      if (how === 'touched' && graph === null && (await store.settledTo()) === (await store.lastChange()))
        return NOTHING
      if (how === 'whole' || isStale(now)) graph = await build(now)
      else {
        const readTo = cursor
        const fresh = await newPrints(now - REACH_DAYS * DAY_MS)
        if (cursor === readTo) return NOTHING
        for (const print of fresh) graph!.add(print)
      }
      const before = await store.membershipsSince(now - REACH_DAYS * DAY_MS)
      const stored = new Map(before.map((one) => [one.article, one]))
      // What retention or another version took is not there to be grouped.
      for (const key of [...graph!.keys()]) if (!stored.has(key)) graph!.remove(key)
      const settled = refineGraph(graph!, graph!.takeTouched(), {
        previous: new Map(before.map(({ article, story }) => [article, story])),
        constraints: await store.storyConstraints(),
        frozenBefore: now - OPEN_DAYS * DAY_MS,
        ownerOf: await owners(store),
      })
      const changes = changesIn(settled, stored)
      await store.writeStories(changes, cursor, now)
      return { articles: stored.size, stories: settled.stories.length, changed: changes.memberships.length }
    },
  }
}

async function owners(store: Store): Promise<(feed: number) => string | null> {
  const ownerOf = new Map((await store.sources()).map(({ id, owner }) => [id, owner]))
  const sourceOf = new Map((await store.feeds()).map(({ id, source }) => [id, source]))
  return (feed) => ownerOf.get(sourceOf.get(feed) ?? 0) ?? null
}

/** Only what is new is written: most of a window comes out as it was. */
function changesIn(settled: SettledStories, stored: ReadonlyMap<string, StoredMembership>): SettledStories {
  const memberships = settled.memberships.filter((one) => !isSame(one, stored.get(one.article)))
  // A story that an article left is another one too.
  const touched = new Set(memberships.flatMap(({ article, story }) => [story, stored.get(article)?.story ?? story]))
  return { ...settled, memberships, stories: settled.stories.filter(({ id }) => touched.has(id)) }
}

function isSame(one: Membership, old: StoredMembership | undefined): boolean {
  return (
    old !== undefined &&
    one.story === old.story &&
    one.gain === old.gain &&
    one.runnerUp === old.runnerUp &&
    one.runnerUpGain === old.runnerUpGain &&
    one.cause === old.cause &&
    one.copyOf === old.copyOf
  )
}
