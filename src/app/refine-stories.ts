import { setImmediate } from 'node:timers/promises'
import { ofWindow } from '../core/dedup/epoch/epoch.ts'
import type { CountedArticle } from '../core/dedup/epoch/window-counts.ts'
import type { DedupPolicy } from '../core/dedup/policies.ts'
import { PRINT_VERSION } from '../core/dedup/print/encode-print.ts'
import { emptyLabel, readLabel, timeIn } from '../core/dedup/print/print-label.ts'
import { createPrintPile, type PrintPile } from '../core/dedup/stories/packed-prints.ts'
import { inOneOrder, refineGraph } from '../core/dedup/stories/refine.ts'
import { createStoryGraph, type StoryGraph } from '../core/dedup/stories/story-graph.ts'
import type { PreviousStories } from '../core/dedup/stories/story-ids.ts'
import type { Membership, SettledStories } from '../core/domain/story.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoredMembership } from '../io/store/stories.ts'
import { readEpoch } from './idf-epochs.ts'
import { turnstile } from './turnstile.ts'

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
/** After so many articles others of this process have their turn: a request is not kept waiting for a whole window. */
const BREATH = 200

/** A keeper that reads the window when it is first asked, and then only what is new. */
export function storyKeeper(store: Store, policy: DedupPolicy): StoryKeeper {
  let graph: StoryGraph | null = null
  let builtAt = 0
  let builtSize = 0
  let cursor = 0

  const eachNewPrint = async (since: number, visit: (bytes: Uint8Array, change: number) => void): Promise<void> => {
    for (;;) {
      const prints = await store.printsAfter(cursor, AT_ONCE)
      for (const { change, version, value } of prints) {
        cursor = change
        if (version === PRINT_VERSION && timeIn(value) >= since) visit(value, change)
      }
      if (prints.length < AT_ONCE) return
    }
  }
  /** The weights of words are those of the window as it was then: they must not age, nor the window outgrow them. */
  const isStale = (now: number): boolean => {
    return graph === null || now - builtAt > DAY_MS || graph.size() > 2 * Math.max(64, builtSize)
  }
  /** What came up to a change stands as it is settled. */
  const build = async (now: number, settledTo: number): Promise<StoryGraph> => {
    cursor = 0
    const pile = createPrintPile()
    let standing = 0
    await eachNewPrint(now - REACH_DAYS * DAY_MS, (bytes, change) => {
      pile.add(bytes)
      if (change <= settledTo) standing = pile.size()
    })
    const epoch = readEpoch(await store.newestEpoch())
    const order = inOneOrder(pile)
    const fresh = createStoryGraph({ policy, epoch: ofWindow(epoch, articlesOn(pile, order)) }, pile)
    let taken = 0
    const breathe = async () => {
      if (++taken % BREATH === 0) await setImmediate()
    }
    for (let place = 0; place < standing; place++) {
      fresh.standAt(place)
      await breathe()
    }
    for (const place of order) {
      if (place >= standing) fresh.addAt(place)
      await breathe()
    }
    builtAt = now
    builtSize = fresh.size()
    return fresh
  }
  /** What comes out anew; all it was compared with is let go before it is written. */
  const settle = async (built: StoryGraph, now: number, isCold: boolean) => {
    const stored = new Map<string, StoredMembership>()
    for (const one of await store.membershipsSince(now - REACH_DAYS * DAY_MS)) stored.set(one.article, one)
    // What retention or another version took is not there to be grouped.
    for (const key of built.keys()) if (!stored.has(key)) built.remove(key)
    if (isCold) touchCompanions(built, stored)
    const settled = refineGraph(built, built.takeTouched(), {
      previous: storiesOf(stored),
      constraints: await store.storyConstraints(),
      frozenBefore: now - OPEN_DAYS * DAY_MS,
      ownerOf: await owners(store),
    })
    const changes = changesIn(settled, stored)
    const report = { articles: stored.size, stories: settled.stories.length, changed: changes.memberships.length }
    return { changes, report }
  }
  // What is being built must not be added to.
  const turns = turnstile(1)
  const refine = async (now: number, how: 'touched' | 'whole'): Promise<RefineReport> => {
    const isCold = how === 'touched' && graph === null
    const settledTo = isCold ? await store.settledTo() : 0
    // Nothing came since somebody settled the stories: the window need not even be read.
    if (isCold && settledTo === (await store.lastChange())) return NOTHING
    // Whoever takes the place of others leaves no trace of them, so that all must be asked who stood beside them.
    if (how === 'whole' || isStale(now)) {
      // Let go first: two windows at once would fill the memory.
      graph = null
      graph = await build(now, policy.onAlike === 'newest' ? 0 : settledTo)
    } else {
      const readTo = cursor
      await eachNewPrint(now - REACH_DAYS * DAY_MS, graph!.addBytes)
      if (cursor === readTo) return NOTHING
    }
    const { changes, report } = await settle(graph!, now, isCold)
    await store.writeStories(changes, cursor, now)
    return report
  }
  return { refine: (now, how) => turns.pass(() => refine(now, how)) }
}

/** Whoever was in the story of a changed article is asked again: the article may have left it. */
function touchCompanions(graph: StoryGraph, stored: ReadonlyMap<string, StoredMembership>): void {
  const stories = new Set<string>()
  for (const { article, story } of stored.values()) if (graph.isTouched(article)) stories.add(story)
  for (const { article, story } of stored.values()) if (stories.has(story)) graph.touch(article)
}

/** The stories as they are stored, without a second map of them. */
function storiesOf(stored: ReadonlyMap<string, StoredMembership>): PreviousStories {
  return {
    get: (key) => stored.get(key)?.story,
    *[Symbol.iterator]() {
      for (const [key, { story }] of stored) yield [key, story]
    },
  }
}

/** Each time it is gone through, the prints are looked into anew: kept open they would fill the memory. */
function articlesOn(pile: PrintPile, order: Iterable<number>): Iterable<CountedArticle> {
  return {
    *[Symbol.iterator]() {
      const label = emptyLabel()
      for (const place of order) {
        const { terms, language } = pile.articleAt(place)
        readLabel(pile.bytesAt(place), label)
        yield { ids: terms.ids, language, isUndated: label.published === null }
      }
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
  const touched = new Set<string>()
  for (const { article, story } of memberships) {
    touched.add(story)
    // A story that an article left is another one too.
    touched.add(stored.get(article)?.story ?? story)
  }
  const stories = settled.stories.filter(({ id }) => touched.has(id))
  return { ...settled, memberships, stories }
}

function isSame(one: Membership, old: StoredMembership | undefined): boolean {
  return old !== undefined && one.story === old.story && one.cause === old.cause && one.copyOf === old.copyOf
}
