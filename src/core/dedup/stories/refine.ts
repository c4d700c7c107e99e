import type { Print } from '../../domain/print.ts'
import type { Membership, SettledStories, SettledStory, StoryConstraint, StoryLink } from '../../domain/story.ts'
import { keyIn } from '../print/encode-print.ts'
import { bytesOf } from '../print/open-print.ts'
import { emptyLabel, readLabel } from '../print/print-label.ts'
import type { Rules } from '../rules.ts'
import { cutStories } from './cluster-component.ts'
import { byTime, keyAt, type Parts, partsOf } from './connected-component.ts'
import { createPrintPile, type PrintPile } from './packed-prints.ts'
import { type Bonds, bondsOf, type Frozen } from './story-constraints.ts'
import { type CutPart, copiesIn, cutPart, type OwnerOf, storyOf } from './story-facts.ts'
import { createStoryGraph, type StoryGraph } from './story-graph.ts'
import { nameStories, type PreviousStories } from './story-ids.ts'
import { linksOfMember, linksOfStory } from './story-links.ts'

/** What stories are settled from besides the articles. */
export interface RefineInput {
  /** Each article's story so far, by key. */
  readonly previous?: PreviousStories
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
  const groups = groupsOf(partsOf(touched, graph, bonds), bonds)
  groups.sort((a, b) => byTime(graph, a.first, b.first))
  const keys = groups.map(({ cut, story, first }) =>
    cut === null ? [graph.keyAt(first)] : cut.stories[story]!.map((member) => keyAt(cut.part, member)),
  )
  const { names, aliases } = nameStories(keys, previous)
  const stories: SettledStory[] = []
  const memberships: Membership[] = []
  const links: StoryLink[] = []
  groups.forEach(({ cut, story, first }, at) => {
    const known: Settling = { id: names[at]!, members: keys[at]!, bonds, frozen }
    if (cut === null) {
      stories.push(storyAlone(known, first, graph))
      memberships.push(membership(known.members[0]!, null, known))
      links.push(...linksOfMember(first, graph, () => false))
      return
    }
    const copies = copiesIn(story, cut)
    stories.push({ id: known.id, ...storyOf(story, cut, copies, input.ownerOf ?? (() => null)) })
    links.push(...linksOfStory(story, cut, bonds))
    for (const [nth, member] of cut.stories[story]!.entries()) {
      const original = copies.get(member)
      const copyOf = original === undefined ? null : keyAt(cut.part, original)
      memberships.push(membership(known.members[nth]!, copyOf, known))
    }
  })
  const linked = memberships.map(({ article }) => article)
  return { stories, memberships, links, linked, aliases: lasting(aliases, previous, keys) }
}

/** A story as it was cut. One who stands alone is no part: most do, and so many of them would fill the memory. */
interface Group {
  readonly cut: CutPart | null
  /** Its number in the part. */
  readonly story: number
  /** Where its first member stands in the graph. */
  readonly first: number
}

function groupsOf({ parts, alone }: Parts, bonds: Bonds): Group[] {
  const groups: Group[] = alone.map((first) => ({ cut: null, story: 0, first }))
  for (const part of parts) {
    const cut = cutPart(part, cutStories(part, bonds))
    cut.stories.forEach((members, story) => {
      groups.push({ cut, story, first: part.places[members[0]!]! })
    })
  }
  return groups
}

/** What is frozen of what stood before; who else is of a story is asked of the old ones only. */
function frozenIn(graph: StoryGraph, previous: PreviousStories, before: number | null): Frozen {
  const storyOf = (key: string): string | null => {
    if (before === null) return null
    const place = graph.placeOf(key)
    const published = place === null ? null : graph.publishedAt(place)
    return published !== null && published < before ? (previous.get(key) ?? null) : null
  }
  let members: Map<string, string[]> | null = null
  const read = (): Map<string, string[]> => {
    const lists = new Map<string, string[]>()
    for (const [key] of previous) {
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
  previous: PreviousStories,
  groups: readonly (readonly string[])[],
): ReadonlyMap<string, string> {
  if (aliases.size === 0) return aliases
  const elsewhere = new Map<string, string>()
  for (const [key, id] of previous) if (aliases.has(id)) elsewhere.set(key, id)
  for (const members of groups) for (const key of members) elsewhere.delete(key)
  const kept = new Map(aliases)
  for (const id of elsewhere.values()) kept.delete(id)
  return kept
}

interface Settling {
  readonly id: string
  readonly members: readonly string[]
  readonly bonds: Bonds
  readonly frozen: Frozen
}

function storyAlone({ id, members }: Settling, place: number, graph: StoryGraph): SettledStory {
  const at = graph.publishedAt(place) ?? graph.originAt(place).seen
  return { id, members, lead: members[0]!, newsrooms: 1, reprints: 0, firstAt: at, lastAt: at }
}

function membership(article: string, copyOf: string | null, settling: Settling): Membership {
  return { article, story: settling.id, cause: causeOf(article, settling), copyOf }
}

function causeOf(key: string, { members, bonds, frozen }: Settling): Membership['cause'] {
  if (frozen.storyOf(key) !== null) return 'frozen'
  const byHand = bonds.joins(key).filter((other) => bonds.saysTogether(key, other))
  return byHand.some((other) => members.includes(other)) ? 'hand' : 'refine'
}
