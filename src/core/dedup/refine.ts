import type { Print } from '../domain/print.ts'
import type { Membership, SettledStories, Story, StoryConstraint } from '../domain/story.ts'
import { bondsOf } from './bonds.ts'
import { type Bonds, byTime, cutStories, partsOf } from './cut-stories.ts'
import type { Rules } from './rules.ts'
import { copiesIn, membershipOf, type OwnerOf, storyOf } from './story-facts.ts'
import { createStoryGraph, type StoryGraph } from './story-graph.ts'
import { nameStories } from './story-ids.ts'

/** What stories are settled from besides the articles. */
export interface RefineInput {
  /** Each article's story so far, by key. */
  readonly previous?: ReadonlyMap<string, string>
  readonly constraints?: readonly StoryConstraint[]
  /** Articles published before this stay in the story they have. */
  readonly frozenBefore?: number | null
  readonly ownerOf?: OwnerOf
}

/** The stories of a window from the set alone: whoever came first, the answer is the same. */
export function refine(prints: readonly Print[], rules: Rules, input: RefineInput = {}): SettledStories {
  const graph = createStoryGraph(rules)
  for (const print of prints) graph.add(print)
  return refineGraph(graph, graph.keys(), input)
}

/** Settles the part of a graph that some articles touch; the rest would come out as it went in. */
export function refineGraph(graph: StoryGraph, touched: Iterable<string>, input: RefineInput = {}): SettledStories {
  const previous = input.previous ?? new Map<string, string>()
  const frozen = frozenIn(graph, previous, input.frozenBefore ?? null)
  const bonds = bondsOf(input.constraints ?? [], frozen)
  const groups = partsOf(touched, graph, bonds).flatMap((part) => cutStories(part, graph, bonds))
  groups.sort((a, b) => byTime(graph)(a[0]!, b[0]!))
  const here = new Set(groups.flat())
  const { stories: named, aliases } = nameStories(groups, membersOnly(previous, here), previous.values())
  const ownerOf = input.ownerOf ?? (() => null)
  const stories = named.map(({ id, members }) => storyOf(id, members, graph, ownerOf))
  return {
    stories,
    memberships: membershipsOf(stories, graph, bonds, frozen),
    aliases: lasting(aliases, previous, here),
  }
}

function frozenIn(
  graph: StoryGraph,
  previous: ReadonlyMap<string, string>,
  before: number | null,
): ReadonlyMap<string, string> {
  const frozen = new Map<string, string>()
  if (before === null) return frozen
  for (const [key, story] of previous) {
    const published = graph.node(key)?.print.published
    if (published !== undefined && published !== null && published < before) frozen.set(key, story)
  }
  return frozen
}

function membersOnly(previous: ReadonlyMap<string, string>, here: ReadonlySet<string>): Map<string, string> {
  return new Map([...previous].filter(([key]) => here.has(key)))
}

/** A name that still has members elsewhere leads nowhere else. */
function lasting(
  aliases: ReadonlyMap<string, string>,
  previous: ReadonlyMap<string, string>,
  here: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  if (aliases.size === 0) return aliases
  const elsewhere = new Set([...previous].filter(([key]) => !here.has(key)).map(([, id]) => id))
  return new Map([...aliases].filter(([id]) => !elsewhere.has(id)))
}

function membershipsOf(
  stories: readonly Story[],
  graph: StoryGraph,
  bonds: Bonds,
  frozen: ReadonlyMap<string, string>,
): Membership[] {
  const storyOfKey = new Map(stories.flatMap(({ id, members }) => members.map((key) => [key, id] as const)))
  const massOf = new Map(
    stories.map(({ id, members }) => [id, members.reduce((sum, key) => sum + graph.node(key)!.mass, 0)]),
  )
  return stories.flatMap(({ id, members }) => {
    const copies = copiesIn(members, graph)
    return members.map((key): Membership => {
      const byHand = bonds.joins(key).some((other) => bonds.saysTogether(key, other) && storyOfKey.get(other) === id)
      const cause = frozen.has(key) ? 'frozen' : byHand ? 'hand' : 'refine'
      return { ...membershipOf(key, id, storyOfKey, graph, massOf), cause, copyOf: copies.get(key) ?? null }
    })
  })
}
