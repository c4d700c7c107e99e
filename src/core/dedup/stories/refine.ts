import type { Print } from '../../domain/print.ts'
import { allSteps, type Steps } from '../../domain/steps.ts'
import type { Membership, RefinedStories, RefinedStory, StoryConstraint, StoryLink } from '../../domain/story.ts'
import { keyIn } from '../print/decode-print.ts'
import { bytesOf } from '../print/encoded-prints.ts'
import { emptyHeader, readHeader } from '../print/read-in-place.ts'
import type { Rules } from '../rules.ts'
import { componentsOf, keyAt } from './connected-component.ts'
import { createPackedPrints, type PackedPrints } from './packed-prints.ts'
import { type PreviousStories, previousStories } from './previous-stories.ts'
import { type Frozen, type StoryConstraints, storyConstraints } from './story-constraints.ts'
import { copiesIn, type OwnerOf, storyOf } from './story-facts.ts'
import { createStoryGraph, type StoryGraph } from './story-graph.ts'
import { type StoryGroups, storyGroups } from './story-groups.ts'
import { nameStories, type StoryMembers, type StoryNames } from './story-ids.ts'
import { linksOfMember, linksOfStory } from './story-links.ts'

/** What stories are made from besides the articles. */
export interface RefineInput {
  /** Each article's story so far, by key. */
  readonly previous?: PreviousStories
  readonly constraints?: readonly StoryConstraint[]
  /** Articles published before this stay in the story they have. */
  readonly frozenBefore?: number | null
  readonly ownerOf?: OwnerOf
  /** Whether spare links are kept, for readers who see different articles. */
  readonly withSpareLinks?: boolean
}

/** Makes the stories of a window from the set of its articles: the order of arrival does not matter. */
export function refine(prints: readonly Print[], rules: Rules, input: RefineInput = {}): RefinedStories {
  const packed = createPackedPrints()
  for (const print of prints) packed.add(bytesOf(print))
  const graph = createStoryGraph(rules, packed)
  for (const node of byPublication(packed)) graph.addAt(node)
  return refineGraph(graph, graph.keys(), input)
}

/** Indexes in the order of time and key. Where an article has too many edges, those to earlier articles are kept: arrival must not decide which. */
export function byPublication(packed: PackedPrints): Uint32Array {
  const times = new Float64Array(packed.size())
  // Many times are equal; the first bytes of keys, as numbers, are compared faster than the keys.
  const starts = new Uint32Array(packed.size())
  const label = emptyHeader()
  for (let node = 0; node < times.length; node++) {
    readHeader(packed.headAt(node), label)
    times[node] = label.published ?? label.seen
    starts[node] = label.key
  }
  const key = (node: number): string => keyIn(packed.headAt(node))
  return Uint32Array.from(times.keys()).sort(
    (a, b) => times[a]! - times[b]! || starts[a]! - starts[b]! || (key(a) < key(b) ? -1 : 1),
  )
}

/** Clusters the components that some articles belong to; the other stories of the graph cannot have changed. */
export function refineGraph(graph: StoryGraph, touched: Iterable<string>, input: RefineInput = {}): RefinedStories {
  return allSteps(refineGraphInSteps(graph, touched, input))
}

/** The same, one component or story at a step. */
export function* refineGraphInSteps(
  graph: StoryGraph,
  touched: Iterable<string>,
  input: RefineInput = {},
): Steps<RefinedStories> {
  const named = yield* nameGraphInSteps(graph, touched, input)
  return yield* named.describeInSteps(named.all)
}

/** Stories that have their members and ids; what else is to be said of them is made part by part, since records for a whole window would fill the memory. */
export interface NamedStories {
  readonly size: number
  /** All stories in one part. */
  readonly all: StoriesPart
  /** The same in parts of at most about so many stories, and twice as many articles. No article moves between stories of two parts. */
  readonly inParts: (size: number) => readonly StoriesPart[]
  readonly describeInSteps: (part: StoriesPart) => Steps<RefinedStories>
}

/** Some stories, by number, and the aliases that lead to them. */
export interface StoriesPart {
  readonly stories: readonly number[]
  readonly aliases: ReadonlyMap<string, string>
}

/** Clusters the components of some articles and names the stories. */
export function* nameGraphInSteps(
  graph: StoryGraph,
  touched: Iterable<string>,
  input: RefineInput = {},
): Steps<NamedStories> {
  const previous = input.previous ?? previousStories()
  const frozen = frozenIn(graph, previous, input.frozenBefore ?? null)
  const constraints = storyConstraints(input.constraints ?? [], frozen)
  const groups = yield* storyGroups(graph, componentsOf(touched, graph, constraints), constraints)
  const { nameAt, aliases: allAliases } = nameStories(groups, previous)
  const aliases = withoutLivingIds(allAliases, previous, groups)
  const all = { stories: Array.from({ length: groups.size }, (_, group) => group), aliases }

  function* describeInSteps(part: StoriesPart): Steps<RefinedStories> {
    const stories: RefinedStory[] = []
    const memberships: Membership[] = []
    const links: StoryLink[] = []
    for (const group of part.stories) {
      yield
      const found = groups.clusteredAt(group)
      const known: StoryInProgress = { id: nameAt(group), members: groups.keysAt(group), constraints, frozen }
      if (found === null) {
        const node = groups.firstAt(group)
        stories.push(storyAlone(known, node, graph))
        memberships.push(membership(known.members[0]!, null, known))
        links.push(...linksOfMember(node, graph, () => false))
        continue
      }
      const { clustered, story } = found
      const copies = copiesIn(story, clustered)
      stories.push({ id: known.id, ...storyOf(story, clustered, copies, input.ownerOf ?? (() => null)) })
      links.push(...linksOfStory(story, clustered, constraints, input.withSpareLinks ?? false))
      for (const [nth, member] of clustered.stories[story]!.entries()) {
        const original = copies.get(member)
        const copyOf = original === undefined ? null : keyAt(clustered.component, original)
        memberships.push(membership(known.members[nth]!, copyOf, known))
      }
    }
    const linked = memberships.map(({ article }) => article)
    return { stories, memberships, links, linked, aliases: part.aliases }
  }
  return {
    size: groups.size,
    all,
    inParts: (size) => (groups.size <= size ? [all] : partsOf(size, { nameAt, groups, previous, aliases })),
    describeInSteps,
  }
}

interface NamedGroups extends StoryNames {
  readonly groups: StoryGroups
  readonly previous: PreviousStories
}

/** Those between which articles move, or ids lead, come first and stay in one part. Most stories are as they were. */
function partsOf(size: number, { nameAt, groups, previous, aliases }: NamedGroups): StoriesPart[] {
  const moving = new Set([...aliases].flat())
  for (let group = 0; group < groups.size; group++) {
    const name = nameAt(group)
    for (const key of groups.keysAt(group)) {
      const before = previous.get(key) ?? name
      if (before !== name) moving.add(before).add(name)
    }
  }
  const [first, rest]: [number[], number[]] = [[], []]
  for (let group = 0; group < groups.size; group++) {
    if (moving.has(nameAt(group))) first.push(group)
    else rest.push(group)
  }
  const parts: StoriesPart[] = first.length === 0 ? [] : [{ stories: first, aliases }]
  let [stories, articles]: [number[], number] = [[], 0]
  rest.forEach((group, nth) => {
    stories.push(group)
    articles += groups.lengthAt(group)
    const isLast = (nth + 1) % size === 0 || nth + 1 === rest.length
    const areLarge = (): boolean => Math.min(groups.lengthAt(group), groups.lengthAt(rest[nth + 1]!)) >= LARGE_STORY
    if (!isLast && (articles < ARTICLES_A_STORY * size || !areLarge())) return
    parts.push({ stories, aliases: NO_ALIASES })
    ;[stories, articles] = [[], 0]
  })
  return parts
}

/** A part ends early when it has so many articles for each story it may have: stories of copies would make it many times as large. */
const ARTICLES_A_STORY = 2
/** It does so only between two stories of so many articles: they are not written in one piece, so that events are grouped as without that end. */
const LARGE_STORY = 8

const NO_ALIASES: ReadonlyMap<string, string> = new Map()

/** The frozen stories: those of articles published before a time. The lists of members are made on first use. */
function frozenIn(graph: StoryGraph, previous: PreviousStories, before: number | null): Frozen {
  const storyOf = (key: string): string | null => {
    if (before === null) return null
    const node = graph.nodeOf(key)
    const published = node === null ? null : graph.publishedAt(node)
    return published !== null && published < before ? (previous.get(key) ?? null) : null
  }
  const lists = new Map<string, readonly string[]>()
  return {
    storyOf,
    membersOf: (story) => {
      const known = lists.get(story)
      if (known !== undefined) return known
      const members = previous.membersOf(story).filter((key) => storyOf(key) === story)
      members.sort()
      lists.set(story, members)
      return members
    },
  }
}

/** Drops the aliases of names that living stories outside of the clustered components still have. */
function withoutLivingIds(
  aliases: ReadonlyMap<string, string>,
  previous: PreviousStories,
  groups: StoryMembers,
): ReadonlyMap<string, string> {
  if (aliases.size === 0) return aliases
  const clustered = new Map<string, number>()
  for (let group = 0; group < groups.size; group++) {
    for (const key of groups.keysAt(group)) {
      const id = previous.get(key)
      if (id !== undefined && aliases.has(id)) clustered.set(id, (clustered.get(id) ?? 0) + 1)
    }
  }
  return new Map([...aliases].filter(([id]) => previous.membersOf(id).length === (clustered.get(id) ?? 0)))
}

interface StoryInProgress {
  readonly id: string
  readonly members: readonly string[]
  readonly constraints: StoryConstraints
  readonly frozen: Frozen
}

function storyAlone({ id, members }: StoryInProgress, node: number, graph: StoryGraph): RefinedStory {
  const at = graph.publishedAt(node) ?? graph.originAt(node).seen
  return { id, members, lead: members[0]!, newsrooms: 1, reprints: 0, firstAt: at, lastAt: at }
}

function membership(article: string, copyOf: string | null, inProgress: StoryInProgress): Membership {
  return { article, story: inProgress.id, cause: causeOf(article, inProgress), copyOf }
}

function causeOf(key: string, { members, constraints, frozen }: StoryInProgress): Membership['cause'] {
  if (frozen.storyOf(key) !== null) return 'frozen'
  const byHand = constraints.joins(key).filter((other) => constraints.isJoinedByHand(key, other))
  return byHand.some((other) => members.includes(other)) ? 'hand' : 'refine'
}
