import type { Print } from '../domain/print.ts'
import type { Membership, SettledStories, SettledStory, StoryConstraint } from '../domain/story.ts'
import { type Bonds, bondsOf, type Frozen } from './bonds.ts'
import { cutStories } from './cut-stories.ts'
import { keyIn } from './encode-print.ts'
import { bytesOf } from './open-print.ts'
import { emptyLabel, readLabel } from './print-label.ts'
import { createPrintPile, type PrintPile } from './print-pile.ts'
import type { Rules } from './rules.ts'
import { type Copies, type CutPart, copiesIn, cutPart, membershipOf, type OwnerOf, storyOf } from './story-facts.ts'
import { createStoryGraph, type StoryGraph } from './story-graph.ts'
import { nameStories } from './story-ids.ts'
import { byTime, keyAt, partsOf } from './story-part.ts'

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
  const pile = createPrintPile()
  for (const print of prints) pile.add(bytesOf(print))
  const graph = createStoryGraph(rules, pile)
  for (const place of inOneOrder(pile)) graph.addAt(place)
  return refineGraph(graph, graph.keys(), input)
}

/** By time, whoever came first: of too many who are alike the earlier ones are met, and that must not be chance. */
export function inOneOrder(pile: PrintPile): Uint32Array {
  const times = new Float64Array(pile.size())
  // Many are of one hour: the beginnings of their keys, as numbers, are compared ten times as fast as the keys.
  const starts = new Uint32Array(pile.size())
  const label = emptyLabel()
  for (let place = 0; place < times.length; place++) {
    readLabel(pile.bytesAt(place), label)
    times[place] = label.published ?? label.seen
    starts[place] = label.key
  }
  const key = (place: number): string => keyIn(pile.bytesAt(place))
  return Uint32Array.from(times.keys()).sort(
    (a, b) => times[a]! - times[b]! || starts[a]! - starts[b]! || (key(a) < key(b) ? -1 : 1),
  )
}

/** Settles the part of a graph that some articles touch; the rest would come out as it went in. */
export function refineGraph(graph: StoryGraph, touched: Iterable<string>, input: RefineInput = {}): SettledStories {
  const previous = input.previous ?? new Map<string, string>()
  const frozen = frozenIn(graph, previous, input.frozenBefore ?? null)
  const bonds = bondsOf(input.constraints ?? [], frozen)
  const cuts = partsOf(touched, graph, bonds).map((part) => cutPart(part, cutStories(part, bonds)))
  const groups = cuts.flatMap((cut) => cut.stories.map((members, story) => ({ cut, story, members })))
  const first = ({ cut, members }: (typeof groups)[number]) => cut.part.places[members[0]!]!
  groups.sort((a, b) => byTime(graph, first(a), first(b)))
  const keys = groups.map(({ cut, members }) => members.map((member) => keyAt(cut.part, member)))
  const here = new Map<string, string>()
  for (const key of keys.flat()) {
    const story = previous.get(key)
    if (story !== undefined) here.set(key, story)
  }
  const { stories: named, aliases } = nameStories(keys, here, previous.values())
  const names = new Map<CutPart, string[]>(cuts.map((cut) => [cut, []]))
  groups.forEach(({ cut, story }, at) => {
    names.get(cut)![story] = named[at]!.id
  })
  const stories: SettledStory[] = []
  const memberships: Membership[] = []
  for (const { cut, story } of groups) {
    const copies = copiesIn(story, cut)
    const known: Settling = { bonds, frozen, copies, names: names.get(cut)! }
    stories.push(storyOf(known.names[story]!, story, cut, copies, input.ownerOf ?? (() => null)))
    for (const member of cut.stories[story]!) memberships.push(membership(member, cut, known))
  }
  return { stories, memberships, aliases: lasting(aliases, previous, here) }
}

/** What is frozen of what stood before; who else is of a story is asked of the old ones only. */
function frozenIn(graph: StoryGraph, previous: ReadonlyMap<string, string>, before: number | null): Frozen {
  const storyOf = (key: string): string | null => {
    if (before === null) return null
    const place = graph.placeOf(key)
    const published = place === null ? null : graph.publishedAt(place)
    return published !== null && published < before ? (previous.get(key) ?? null) : null
  }
  let members: Map<string, string[]> | null = null
  const read = (): Map<string, string[]> => {
    const lists = new Map<string, string[]>()
    for (const key of previous.keys()) {
      const story = storyOf(key)
      if (story === null) continue
      const list = lists.get(story)
      if (list === undefined) lists.set(story, [key])
      else list.push(key)
    }
    for (const list of lists.values()) list.sort()
    return lists
  }
  return {
    storyOf,
    membersOf: (story) => {
      members ??= read()
      return members.get(story) ?? []
    },
  }
}

/** A name that still has members elsewhere leads nowhere else. */
function lasting(
  aliases: ReadonlyMap<string, string>,
  previous: ReadonlyMap<string, string>,
  here: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  if (aliases.size === 0) return aliases
  const kept = new Map(aliases)
  for (const [key, id] of previous) if (!here.has(key)) kept.delete(id)
  return kept
}

interface Settling {
  readonly bonds: Bonds
  readonly frozen: Frozen
  readonly copies: Copies
  /** By the story's number in its part. */
  readonly names: readonly string[]
}

function membership(member: number, cut: CutPart, { bonds, frozen, copies, names }: Settling): Membership {
  const article = keyAt(cut.part, member)
  const story = names[cut.storyAt[member]!]!
  const original = copies.get(member)
  return {
    article,
    story,
    ...membershipOf(member, cut, names),
    cause: causeOf(article, member, cut, bonds, frozen),
    copyOf: original === undefined ? null : keyAt(cut.part, original),
  }
}

function causeOf(key: string, member: number, cut: CutPart, bonds: Bonds, frozen: Frozen): Membership['cause'] {
  if (frozen.storyOf(key) !== null) return 'frozen'
  const byHand = bonds.joins(key).filter((other) => bonds.saysTogether(key, other))
  if (byHand.length === 0) return 'refine'
  const company = new Set(cut.stories[cut.storyAt[member]!]!.map((other) => keyAt(cut.part, other)))
  return byHand.some((other) => company.has(other)) ? 'hand' : 'refine'
}
