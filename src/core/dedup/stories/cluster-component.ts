import { averageLinkage, type LinkageEdge } from '../../similar/average-linkage.ts'
import { areBlocksApart, barsOf, bind, isFree } from './bound-groups.ts'
import { massAt, type Part, SUPPORT } from './connected-component.ts'
import type { Bonds } from './story-constraints.ts'
import { STORY_POLICY } from './story-policy.ts'

/**
 * Chooses the stories of one connected component, as lists of its members. Bound articles move as one; the rest is average
 * linkage in the order of publication and key, so that neither arrival nor the rest of the window can decide.
 */
export function cutStories(part: Part, bonds: Bonds): readonly (readonly number[])[] {
  const bars = barsOf(part, bonds)
  const { list, blockOf } = bind(part, bonds, bars)
  const masses = Float64Array.from(list, (block) => block.reduce((sum, member) => sum + massAt(part, member), 0))
  const membersOf = (blocks: readonly number[]): number[] => blocks.flatMap((block) => list[block]!)
  const labels = averageLinkage(list.length, edgesBetween(blockOf, part), {
    least: STORY_POLICY.leastMean,
    masses,
    ...(isFree(bars) ? {} : { areApart: (a, b) => areBlocksApart(membersOf(a), membersOf(b), bars) }),
  })
  const stories: number[][] = []
  blockOf.forEach((block, member) => {
    const story = (stories[labels[block]!] ??= [])
    story.push(member)
  })
  return stories
}

/** What blocks weigh with later ones, summed in the order of publication, so that rounding knows no arrival. */
function edgesBetween(blockOf: Int32Array, { starts, targets, weights, kinds, places }: Part): LinkageEdge[] {
  const rows = new Map<number, Map<number, { weight: number; isLink: boolean }>>()
  for (let member = 0; member < places.length; member++) {
    for (let at = starts[member]!; at < starts[member + 1]!; at++) {
      const [a, b] = [blockOf[member]!, blockOf[targets[at]!]!]
      if (a >= b) continue
      const row = rows.get(a) ?? new Map<number, { weight: number; isLink: boolean }>()
      rows.set(a, row)
      const known = row.get(b) ?? { weight: 0, isLink: false }
      known.weight += weights[at]!
      known.isLink ||= kinds[at] !== SUPPORT
      row.set(b, known)
    }
  }
  return [...rows].flatMap(([a, row]) => [...row].map(([b, { weight, isLink }]) => ({ a, b, weight, isLink })))
}
