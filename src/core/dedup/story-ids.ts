/** Stories with their lasting names, and where names that were given up lead. */
export interface NamedStories {
  readonly stories: readonly { readonly id: string; readonly members: readonly string[] }[]
  readonly aliases: ReadonlyMap<string, string>
}

/**
 * Gives stories their old names by the largest overlap. A story nobody knows is named after its first member; a name whose
 * members all went elsewhere becomes an alias of where most of them went.
 */
export function nameStories(
  groups: readonly (readonly string[])[],
  previous: ReadonlyMap<string, string>,
  inUse: Iterable<string> = previous.values(),
): NamedStories {
  const overlaps = overlapsOf(groups, previous)
  const names = new Map<number, string>()
  const taken = new Set<string>()
  for (const { group, id } of overlaps) {
    if (names.has(group) || taken.has(id)) continue
    names.set(group, id)
    taken.add(id)
  }
  // Of all names only those matter that a story could be given: a poll names a few of a hundred thousand.
  const free = new Set(groups.filter((_, group) => !names.has(group)).flat())
  const used = new Set<string>()
  for (const id of inUse) if (free.has(id)) used.add(id)
  const stories = groups.map((members, group) => {
    const id = names.get(group) ?? members.find((key) => !used.has(key)) ?? `${members[0]!}+`
    used.add(id)
    names.set(group, id)
    return { id, members }
  })
  const aliases = new Map<string, string>()
  for (const { group, id } of overlaps) if (!taken.has(id) && !aliases.has(id)) aliases.set(id, names.get(group)!)
  return { stories, aliases }
}

interface Overlap {
  readonly group: number
  readonly id: string
  readonly count: number
  readonly first: string
}

/** Largest first; among equals the group whose first member, then the name that comes first. */
function overlapsOf(groups: readonly (readonly string[])[], previous: ReadonlyMap<string, string>): Overlap[] {
  const overlaps = groups.flatMap((members, group) => {
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
