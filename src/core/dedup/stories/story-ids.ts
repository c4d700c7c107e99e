import { keyHash } from '../../text/key-hash.ts'
import type { PreviousStories } from './previous-stories.ts'

/** The id of each story, in the order given, and aliases from ids no longer in use to the story that replaced them. */
export interface StoryNames {
  readonly names: readonly string[]
  readonly aliases: ReadonlyMap<string, string>
}

/**
 * Greedy matching: gives stories, as lists of article keys, their previous ids, by largest overlap first. A new story gets the key of its
 * first member as its id; an id whose members all moved becomes an alias of the story where most of them are now.
 */
export function nameStories(groups: readonly (readonly string[])[], previous: PreviousStories): StoryNames {
  const { names, contested } = keptIds(groups, previous)
  const overlaps = overlapsOf(groups, contested, previous)
  const taken = new Set<string>()
  for (const { group, id } of overlaps) {
    if (names[group] !== null || taken.has(id)) continue
    names[group] = id
    taken.add(id)
  }
  nameNewStories(groups, names, previous)
  const aliases = new Map<string, string>()
  for (const { group, id } of overlaps) if (!taken.has(id) && !aliases.has(id)) aliases.set(id, names[group]!)
  return { names: names as string[], aliases }
}

const SEVERAL = -1

/** The common case: a story whose known members all had one id that no other story shares keeps it. The rest is contested. */
function keptIds(groups: readonly (readonly string[])[], previous: PreviousStories) {
  const holders = new Map<string, number>()
  groups.forEach((members, group) => {
    for (const key of members) {
      const id = previous.get(key)
      if (id !== undefined) holders.set(id, (holders.get(id) ?? group) === group ? group : SEVERAL)
    }
  })
  const contested: number[] = []
  const names = groups.map((members, group): string | null => {
    const known = members.filter((key) => previous.get(key) !== undefined)
    if (known.length === 0) return null
    const id = previous.get(known[0]!)!
    if (holders.get(id) === group && known.every((key) => previous.get(key) === id)) return id
    contested.push(group)
    return null
  })
  return { names, contested }
}

/** Names new stories after the first member whose key is no id yet. */
function nameNewStories(
  groups: readonly (readonly string[])[],
  names: (string | null)[],
  previous: PreviousStories,
): void {
  const given = new Set<string>()
  const isUsed = (id: string): boolean => given.has(id) || previous.membersOf(id).length > 0
  groups.forEach((members, group) => {
    if (names[group] !== null) return
    const id = members.find((key) => !isUsed(key)) ?? freeName(members[0]!, isUsed)
    given.add(id)
    names[group] = id
  })
}

/** An unused id for a story whose members' keys are all ids already, as after a split. */
function freeName(key: string, isUsed: (id: string) => boolean): string {
  for (let n = 2; ; n++) {
    const name = keyHash(`${key} ${n}`)
    if (!isUsed(name)) return name
  }
}

interface Overlap {
  readonly group: number
  readonly id: string
  readonly count: number
  readonly first: string
}

/** Largest overlap first; ties by the first member of the story, then by id. */
function overlapsOf(
  groups: readonly (readonly string[])[],
  contested: readonly number[],
  previous: PreviousStories,
): Overlap[] {
  const overlaps = contested.flatMap((group) => {
    const members = groups[group]!
    const counts = new Map<string, number>()
    for (const key of members) {
      const id = previous.get(key)
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    return [...counts].map(([id, count]) => ({ group, id, count, first: members[0]! }))
  })
  return overlaps.sort((a, b) => b.count - a.count || order(a.first, b.first) || order(a.id, b.id))
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
