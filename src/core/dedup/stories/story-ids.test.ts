import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyHash } from '../../text/key-hash.ts'
import { previousStories } from './previous-stories.ts'
import { nameStories } from './story-ids.ts'

const KEYS = Array.from('abcdefghijkl')

/** Stories of some articles, and the story each article was of, named after articles of the window or others. */
const settled = fc
  .record({
    order: fc.shuffledSubarray(KEYS),
    cuts: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
    before: fc.array(fc.option(fc.constantFrom(...KEYS, 'x', 'y')), { minLength: 12, maxLength: 12 }),
  })
  .map(({ order, cuts, before }) => {
    const groups: string[][] = []
    order.forEach((key, at) => {
      if (at === 0 || cuts[at]) groups.push([])
      groups.at(-1)!.push(key)
    })
    const previous = new Map(KEYS.flatMap((key, at) => (before[at] == null ? [] : [[key, before[at]] as const])))
    return { groups, previous }
  })

/** Every story's claim to every name, the largest first. */
function plainNames(groups: readonly (readonly string[])[], previous: ReadonlyMap<string, string>) {
  const claims = groups.flatMap((members, group) =>
    [...new Set(members.flatMap((key) => previous.get(key) ?? []))].map((id) => {
      const count = members.filter((key) => previous.get(key) === id).length
      return { group, id, count, order: `${members[0]} ${id}` }
    }),
  )
  claims.sort((a, b) => b.count - a.count || (a.order < b.order ? -1 : 1))
  const names: string[] = []
  for (const { group, id } of claims) if (names[group] === undefined && !names.includes(id)) names[group] = id
  const kept = new Set(names)
  const used = new Set([...previous.values(), ...names])
  groups.forEach((members, group) => {
    names[group] ??= members.find((key) => !used.has(key)) ?? keyHash(`${members[0]} 2`)
    used.add(names[group]!)
  })
  const aliases = new Map<string, string>()
  for (const { group, id } of claims) if (!kept.has(id) && !aliases.has(id)) aliases.set(id, names[group]!)
  return { names, aliases }
}

test('names go to the largest overlap, and new stories are constrained after a member whose key is no name yet', () => {
  fc.assert(
    fc.property(settled, ({ groups, previous }) => {
      const stories = { size: groups.length, keysAt: (story: number) => groups[story]! }
      const { nameAt, aliases } = nameStories(stories, previousStories(previous))
      expect({ names: groups.map((_, story) => nameAt(story)), aliases }).toEqual(plainNames(groups, previous))
    }),
    { seed: 5, numRuns: 500 },
  )
})
