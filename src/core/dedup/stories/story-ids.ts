import { keyHash } from '../../text/key-hash.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import type { PreviousStories } from './previous-stories.ts'

/** Stories without ids, by number: the keys of the members of each, which are made when they are asked for. */
export interface StoryMembers {
  readonly size: number
  readonly keysAt: (story: number) => readonly string[]
}

/** The id of each story, and aliases from ids no longer in use to the story that replaced them. */
export interface StoryNames {
  readonly nameAt: (story: number) => string
  readonly aliases: ReadonlyMap<string, string>
}

/**
 * Greedy matching: gives stories, as lists of article keys, their previous ids, by largest overlap first. A new story gets the key of its
 * first member as its id; an id whose members all moved becomes an alias of the story where most of them are now.
 */
export function nameStories(stories: StoryMembers, previous: PreviousStories): StoryNames {
  const { kept, contested } = keptIds(stories, previous)
  const overlaps = overlapsOf(stories, contested, previous)
  const taken = new Set<string>()
  const given = new Map<number, string>()
  for (const { story, id } of overlaps) {
    if (given.has(story) || taken.has(id)) continue
    given.set(story, id)
    taken.add(id)
  }
  nameNewStories(stories, kept, given, previous)
  const nameAt = (story: number): string => given.get(story) ?? previous.storyAt(kept[story]!)
  const aliases = new Map<string, string>()
  for (const { story, id } of overlaps) if (!taken.has(id) && !aliases.has(id)) aliases.set(id, nameAt(story))
  return { nameAt, aliases }
}

const NOT_KEPT = -1
/** Instead of the only story that has members of a previous one; no story is 0. */
const SEVERAL = -1

/**
 * The common case: a story whose known members all had one id that no other story shares keeps it, and `kept` has the number of that id. The rest is
 * contested, or has no known members. Without a string or a record for each story: a window has hundreds of thousands.
 */
function keptIds({ size, keysAt }: StoryMembers, previous: PreviousStories) {
  let holders = new Int32Array(64)
  for (let story = 0; story < size; story++) {
    for (const key of keysAt(story)) {
      const id = previous.numberOf(key)
      if (id < 0) continue
      holders = ensureCapacity(holders, id + 1)
      holders[id] = holders[id] === 0 || holders[id] === story + 1 ? story + 1 : SEVERAL
    }
  }
  const contested: number[] = []
  const kept = new Int32Array(size).fill(NOT_KEPT)
  for (let story = 0; story < size; story++) {
    let id = NOT_KEPT
    let isOne = true
    for (const key of keysAt(story)) {
      const own = previous.numberOf(key)
      if (own < 0) continue
      if (id === NOT_KEPT) id = own
      isOne &&= own === id
    }
    if (id === NOT_KEPT) continue
    if (isOne && holders[id] === story + 1) kept[story] = id
    else contested.push(story)
  }
  return { kept, contested }
}

/** Names new stories after the first member whose key is no id yet. */
function nameNewStories(
  { size, keysAt }: StoryMembers,
  kept: Int32Array,
  names: Map<number, string>,
  previous: PreviousStories,
): void {
  const given = new Set<string>()
  const isUsed = (id: string): boolean => given.has(id) || previous.hasMembers(id)
  for (let story = 0; story < size; story++) {
    if (kept[story] !== NOT_KEPT || names.has(story)) continue
    const members = keysAt(story)
    const id = members.find((key) => !isUsed(key)) ?? freeName(members[0]!, isUsed)
    given.add(id)
    names.set(story, id)
  }
}

/** An unused id for a story whose members' keys are all ids already, as after a split. */
function freeName(key: string, isUsed: (id: string) => boolean): string {
  for (let n = 2; ; n++) {
    const name = keyHash(`${key} ${n}`)
    if (!isUsed(name)) return name
  }
}

interface Overlap {
  readonly story: number
  readonly id: string
  readonly count: number
  readonly first: string
}

/** Largest overlap first; ties by the first member of the story, then by id. */
function overlapsOf({ keysAt }: StoryMembers, contested: readonly number[], previous: PreviousStories): Overlap[] {
  const overlaps = contested.flatMap((story) => {
    const members = keysAt(story)
    const counts = new Map<string, number>()
    for (const key of members) {
      const id = previous.get(key)
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    return [...counts].map(([id, count]) => ({ story, id, count, first: members[0]! }))
  })
  return overlaps.sort((a, b) => b.count - a.count || order(a.first, b.first) || order(a.id, b.id))
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
