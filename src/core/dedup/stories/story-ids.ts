import { keyHash } from '../../text/key-hash.ts'

/** The lasting names of stories, and where names that were given up lead. */
export interface StoryNames {
  readonly names: readonly string[]
  readonly aliases: ReadonlyMap<string, string>
}

/** What is asked of the stories there were: the one each article was of. */
export interface PreviousStories extends Iterable<readonly [key: string, story: string]> {
  readonly get: (key: string) => string | undefined
}

/**
 * Gives stories, as lists of keys, their old names by the largest overlap. A story nobody knows is named after its first
 * member; a name whose members all went elsewhere becomes an alias of where most of them went.
 */
export function nameStories(groups: readonly (readonly string[])[], previous: PreviousStories): StoryNames {
  const { names, contested } = heirsOf(groups, previous)
  const overlaps = overlapsOf(groups, contested, previous)
  const taken = new Set<string>()
  for (const { group, id } of overlaps) {
    if (names[group] !== null || taken.has(id)) continue
    names[group] = id
    taken.add(id)
  }
  nameNewcomers(groups, names, previous)
  const aliases = new Map<string, string>()
  for (const { group, id } of overlaps) if (!taken.has(id) && !aliases.has(id)) aliases.set(id, names[group]!)
  return { names: names as string[], aliases }
}

const SEVERAL = -1

/** Most stories are all that is left of one name, and nobody else has a member of it: these keep it without more ado. */
function heirsOf(groups: readonly (readonly string[])[], previous: PreviousStories) {
  const heirs = new Map<string, number>()
  groups.forEach((members, group) => {
    for (const key of members) {
      const id = previous.get(key)
      if (id !== undefined) heirs.set(id, (heirs.get(id) ?? group) === group ? group : SEVERAL)
    }
  })
  const contested: number[] = []
  const names = groups.map((members, group): string | null => {
    const known = members.filter((key) => previous.get(key) !== undefined)
    if (known.length === 0) return null
    const id = previous.get(known[0]!)!
    if (heirs.get(id) === group && known.every((key) => previous.get(key) === id)) return id
    contested.push(group)
    return null
  })
  return { names, contested }
}

/** After their first member whose key is no name yet. */
function nameNewcomers(
  groups: readonly (readonly string[])[],
  names: (string | null)[],
  previous: PreviousStories,
): void {
  // Of all names only those matter that a story could be given: a poll names a few of a hundred thousand.
  const free = new Set(groups.filter((_, group) => names[group] === null).flat())
  const used = new Set<string>()
  if (free.size > 0) for (const [, id] of previous) used.add(id)
  groups.forEach((members, group) => {
    if (names[group] !== null) return
    const id = members.find((key) => !used.has(key)) ?? freeName(members[0]!, used)
    used.add(id)
    names[group] = id
  })
}

/** A name of its own for a story all of whose members' keys are names already, as after a split. */
function freeName(key: string, used: ReadonlySet<string>): string {
  for (let n = 2; ; n++) {
    const name = keyHash(`${key} ${n}`)
    if (!used.has(name)) return name
  }
}

interface Overlap {
  readonly group: number
  readonly id: string
  readonly count: number
  readonly first: string
}

/** Largest first; among equals the group whose first member, then the name that comes first. */
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
