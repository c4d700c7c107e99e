import { isBareHeadline } from '../core/dedup/epoch/bare-headline.ts'
import { ofWindow } from '../core/dedup/epoch/epoch.ts'
import type { CountedArticle } from '../core/dedup/epoch/window-counts.ts'
import type { DedupPolicy } from '../core/dedup/policies.ts'
import { emptyHeader, readHeader, timeIn } from '../core/dedup/print/read-in-place.ts'
import { createPackedPrints, type PackedPrints } from '../core/dedup/stories/packed-prints.ts'
import { byPublication, nameGraphInSteps, type RefineInput, refineGraphInSteps } from '../core/dedup/stories/refine.ts'
import { createStoryGraph, type StoryGraph } from '../core/dedup/stories/story-graph.ts'
import type { Membership, RefinedStories, RefinedStory, StoryConstraint } from '../core/domain/story.ts'
import type { Store } from '../io/store/open-store.ts'
import { readEpoch } from './idf-epochs.ts'
import { eachPrintAfter } from './page-prints.ts'
import { renewPrints } from './renew-prints.ts'
import { createSemaphore } from './semaphore.ts'
import { type ComparedMembership, createStoredStories, type StoredStories } from './stored-stories.ts'
import { createSlicer, runInSlices, type Slicer } from './time-slices.ts'

/** What refining changed. */
export interface RefineReport {
  readonly articles: number
  readonly stories: number
  /** Articles whose story, or role in it, differs from what was stored. */
  readonly changed: number
}

/** Gives back memory that is not in use; awaited now and then while many stories are written, when nothing is held. */
export type FreeMemory = () => Promise<void>

/** Groups the articles of the last days into stories and stores what changed. */
export interface StoryKeeper {
  /** `touched` refines the stories that new articles affect; `whole` refines all from the stored articles, as before a digest. */
  readonly refine: (now: number, how: 'touched' | 'whole', freeMemory?: FreeMemory) => Promise<RefineReport>
  /** The stories that some articles would be in under further constraints; nothing is stored. */
  readonly preview: (
    now: number,
    constraints: readonly StoryConstraint[],
    articles: readonly string[],
  ) => Promise<readonly RefinedStory[]>
}

const NOTHING: RefineReport = { articles: 0, stories: 0, changed: 0 }

/** A keeper that leaves all stories as they are, for a look at the past. */
export const IDLE_KEEPER: StoryKeeper = { refine: async () => NOTHING, preview: async () => [] }

const DAY_MS = 86_400_000
/** Older articles keep the story they have. */
export const OPEN_DAYS = 7
/** How far back an article may still be linked to. */
const REACH_DAYS = 9

/**
 * A keeper that holds the graph of recent articles in memory: read whole at first, afterwards extended by new prints. One of `large` articles or more is not held by a pass that
 * may free memory.
 */
export function createStoryKeeper(
  store: Store,
  policy: DedupPolicy,
  slicer: Slicer = createSlicer(),
  large = LARGE,
): StoryKeeper {
  const prints = createPrintReader(store, slicer)
  let held: HeldGraph | null = null
  // Readers have their digests at the same instant: what was refined for the first need not be refined for the next.
  let last: { readonly state: string; readonly report: RefineReport } | null = null
  // One refining at a time: a graph that is being built must not be extended.
  const mutex = createSemaphore(1)

  // Under this policy a newer article replaces older ones without a link to them, so every link is looked for again.
  const built = (now: number, refinedTo: number) =>
    buildGraph(prints, { store, policy, now, slicer, refinedTo: policy.onAlike === 'newest' ? 0 : refinedTo })

  const refine = async (now: number, how: 'touched' | 'whole', freeMemory?: FreeMemory): Promise<RefineReport> => {
    const state = how === 'whole' ? await stateOf(store, now) : ''
    if (how === 'whole' && last?.state === state) return { ...last.report, changed: 0 }
    const isCold = how === 'touched' && held === null
    const refinedTo = isCold ? await store.settledTo() : 0
    // Nothing was stored since another process refined: the graph need not be built.
    if (isCold && refinedTo === (await store.lastChange())) return NOTHING
    if (held === null || how === 'whole' || isStale(held, now) || (await prints.isAhead())) {
      // Freed before the next is built: two graphs would fill the memory.
      held = null
      held = await built(now, refinedTo)
    } else {
      const readTo = prints.cursor()
      await prints.eachNew(now - REACH_DAYS * DAY_MS, held.graph.addBytes)
      if (prints.cursor() === readTo) return NOTHING
    }
    const { graph } = held
    // A pass that may free memory is that of a command, which does not extend the graph afterwards.
    if (freeMemory !== undefined && graph.size() >= large && graph.endSearch()) {
      held = null
      await freeMemory()
    }
    const report = await refineStored(graph, prints.cursor(), { store, now, slicer, freeMemory }, isCold)
    if (how === 'whole') last = { state, report }
    return report
  }
  const preview: StoryKeeper['preview'] = async (now, constraints, articles) => {
    const isCurrent = held !== null && !isStale(held, now) && (await store.lastChange()) === prints.cursor()
    // A graph that was built for this only is not kept: what is new in it was not refined.
    if (!isCurrent) held = null
    const { graph } = held ?? (await built(now, await store.settledTo()))
    const stored = await storedIn(graph, store, now)
    const input = await inputOf(store, stored, now)
    const all = [...(input.constraints ?? []), ...constraints]
    const refined = await runInSlices(refineGraphInSteps(graph, articles, { ...input, constraints: all }), slicer)
    const about = new Set(articles)
    return refined.stories.filter(({ members }) => members.some((key) => about.has(key)))
  }
  return {
    refine: (now, how, freeMemory) => mutex.run(() => refine(now, how, freeMemory)),
    preview: (now, constraints, articles) => mutex.run(() => preview(now, constraints, articles)),
  }
}

/** What refining everything at an instant depends on. */
async function stateOf(store: Store, now: number): Promise<string> {
  const constraints = (await store.storyConstraints()).length
  return [now, await store.lastChange(), await store.lastEpoch(), constraints, (await store.readers()).length].join(' ')
}

/** A graph, and the window whose term statistics it was built with. */
interface HeldGraph {
  readonly graph: StoryGraph
  readonly builtAt: number
  readonly builtSize: number
}

/** The weights of words come from the window at build time: they must not get old, nor the window much larger than then. */
function isStale({ graph, builtAt, builtSize }: HeldGraph, now: number): boolean {
  return Math.abs(now - builtAt) > DAY_MS || graph.size() > 2 * Math.max(64, builtSize)
}

/** Reads stored prints in the order of their change numbers, each once. */
interface PrintReader {
  readonly cursor: () => number
  readonly rewind: () => void
  /** Whether more was read than the store has: then it was read from another one. */
  readonly isAhead: () => Promise<boolean>
  /** Visits prints stored since the last call whose articles were published since an instant. */
  readonly eachNew: (since: number, visit: (bytes: Uint8Array, change: number) => void) => Promise<void>
}

function createPrintReader(store: Store, slicer: Slicer): PrintReader {
  let cursor = 0
  return {
    cursor: () => cursor,
    rewind: () => {
      cursor = 0
    },
    isAhead: async () => (await store.lastChange()) < cursor,
    async eachNew(since, visit) {
      const visitRecent = (bytes: Uint8Array, change: number) => {
        if (timeIn(bytes) >= since) visit(bytes, change)
      }
      cursor = await eachPrintAfter(store, cursor, visitRecent, slicer)
    },
  }
}

interface BuildRequest {
  readonly store: Store
  readonly policy: DedupPolicy
  readonly now: number
  readonly slicer: Slicer
  /** Articles stored up to this change are in their stories already: their links are looked for only when needed. */
  readonly refinedTo: number
}

/** Builds the graph of the articles of the last days, in an order that does not depend on arrival. */
async function buildGraph(
  prints: PrintReader,
  { store, policy, now, slicer, refinedTo }: BuildRequest,
): Promise<HeldGraph> {
  await renewPrints(store, policy)
  prints.rewind()
  const pile = createPackedPrints()
  let refined = 0
  await prints.eachNew(now - REACH_DAYS * DAY_MS, (bytes, change) => {
    pile.add(bytes)
    if (change <= refinedTo) refined = pile.size()
  })
  const epoch = readEpoch(await store.newestEpoch())
  const order = byPublication(pile)
  const graph = createStoryGraph({ policy, epoch: ofWindow(epoch, articlesOn(pile, order)) }, pile)
  for (let index = 0; index < refined; index++) {
    graph.addLazilyAt(index)
    const pause = slicer()
    if (pause !== null) await pause
  }
  for (const index of order) {
    if (index < refined) continue
    graph.addAt(index)
    const pause = slicer()
    if (pause !== null) await pause
  }
  return { graph, builtAt: now, builtSize: graph.size() }
}

/** Stories that are described and written at a time. */
const STORIES_A_PART = 500
/** After so many described articles memory is given back; of a window that has so many, before they are named and described too. */
const LARGE = 10_000

interface RefineDeps extends Pick<BuildRequest, 'store' | 'now' | 'slicer'> {
  readonly freeMemory: FreeMemory | undefined
}

/** Refines the touched stories and writes those that differ from what is stored, up to a change of prints. */
async function refineStored(
  graph: StoryGraph,
  change: number,
  { store, now, slicer, freeMemory }: RefineDeps,
  isCold: boolean,
): Promise<RefineReport> {
  const stored = await storedIn(graph, store, now)
  // What reading and naming leave behind is half of what the heap holds by then.
  const freeIfLarge = async () => (stored.size() >= LARGE ? freeMemory?.() : undefined)
  await freeIfLarge()
  if (isCold) touchStoryMembers(graph, stored)
  const input = await inputOf(store, stored, now)
  const named = await runInSlices(nameGraphInSteps(graph, graph.takeTouched(), input), slicer)
  await freeIfLarge()
  let [changed, sinceFreed] = [0, 0]
  async function* changes(): AsyncIterable<RefinedStories> {
    for (const part of named.inParts(STORIES_A_PART)) {
      if (sinceFreed >= LARGE) {
        await freeMemory?.()
        sinceFreed = 0
      }
      const refined = await runInSlices(named.describeInSteps(part), slicer)
      const differing = changesIn(refined, stored)
      sinceFreed += refined.memberships.length
      changed += differing.memberships.length
      yield differing
    }
  }
  await store.writeStories(changes(), change, now, { get: stored.membershipOf })
  return { articles: stored.size(), stories: named.size, changed }
}

const MEMBERSHIPS_PER_QUERY = 5_000

/** The stored memberships of the articles of a graph. Articles that retention or a newer version removed leave the graph. */
async function storedIn(graph: StoryGraph, store: Store, now: number): Promise<StoredStories> {
  const stored = createStoredStories()
  let place = { publishedAt: now - REACH_DAYS * DAY_MS, key: '' }
  for (;;) {
    const page = await store.membershipsBehind(place, MEMBERSHIPS_PER_QUERY)
    for (const one of page) stored.add(one)
    if (page.length < MEMBERSHIPS_PER_QUERY) break
    place = { publishedAt: page.at(-1)!.publishedAt, key: page.at(-1)!.article }
  }
  for (const key of graph.keys()) if (!stored.has(key)) graph.remove(key)
  return stored
}

const inputOf = async (store: Store, stored: StoredStories, now: number): Promise<RefineInput> => ({
  previous: stored,
  constraints: await store.storyConstraints(),
  frozenBefore: now - OPEN_DAYS * DAY_MS,
  ownerOf: await owners(store),
  withSpareLinks: (await store.readers()).length > 1,
})

/** Marks every member of a changed article's stored story for refining, because the article may leave that story. */
function touchStoryMembers(graph: StoryGraph, stored: StoredStories): void {
  const stories = new Set<number>()
  for (const [story, node] of storyNodes(graph, stored)) if (graph.isTouched(node)) stories.add(story)
  for (const [story, node] of storyNodes(graph, stored)) if (stories.has(story)) graph.touch(node)
}

/** The stored story of each node, by number. */
function* storyNodes(graph: StoryGraph, stored: StoredStories): Iterable<readonly [story: number, node: number]> {
  for (const article of stored.articles()) {
    const node = graph.nodeOf(article)
    if (node !== null) yield [stored.numberOf(article), node]
  }
}

/** The articles of packed prints, decoded on each iteration: all decoded at once would fill the memory. */
function articlesOn(pile: PackedPrints, order: Iterable<number>): Iterable<CountedArticle> {
  return {
    *[Symbol.iterator]() {
      const header = emptyHeader()
      for (const index of order) {
        const { terms, language, feed } = pile.articleAt(index)
        readHeader(pile.headAt(index), header)
        const [isUndated, isBare] = [header.published === null, isBareHeadline(terms)]
        yield { ids: terms.ids, language, isUndated, feed, isBare }
      }
    },
  }
}

async function owners(store: Store): Promise<(feed: number) => string | null> {
  const ownerOf = new Map((await store.sources()).map(({ id, owner }) => [id, owner]))
  const sourceOf = new Map((await store.feeds()).map(({ id, source }) => [id, source]))
  return (feed) => ownerOf.get(sourceOf.get(feed) ?? 0) ?? null
}

/** The memberships and stories that differ from what is stored; most of a window does not. */
function changesIn(refined: RefinedStories, stored: StoredStories): RefinedStories {
  const memberships = refined.memberships.filter((one) => !isSame(one, stored.membershipOf(one.article)))
  const touched = new Set<string>()
  for (const { article, story } of memberships) {
    touched.add(story)
    // The story that an article left changed too.
    touched.add(stored.get(article) ?? story)
  }
  const stories = refined.stories.filter(({ id }) => touched.has(id))
  return { ...refined, memberships, stories }
}

function isSame(one: Membership, old: ComparedMembership | undefined): boolean {
  return old !== undefined && one.story === old.story && one.cause === old.cause && one.copyOf === old.copyOf
}
