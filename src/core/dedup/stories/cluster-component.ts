import { averageLinkage, type LinkageEdge } from '../../similar/average-linkage.ts'
import { backgroundIdf } from '../epoch/epoch.ts'
import { areGroupsApart, bind, isUnconstrained, separationsOf } from './bound-groups.ts'
import { type Component, massAt, SUPPORT } from './connected-component.ts'
import type { StoryConstraints } from './story-constraints.ts'
import { STORY_POLICY } from './story-policy.ts'
import { areContrasted, LEAST_TITLES, type WeighedTitle } from './title-contrast.ts'

/**
 * Constrained average-linkage clustering of one connected component into stories, as lists of its members. Bound groups are
 * merged first. Groups that a constraint or the words of their titles part are not merged. Ties go by publication and key, so that the result depends neither on the order of arrival nor on the rest
 * of the window.
 */
export function clusterComponent(component: Component, constraints: StoryConstraints): readonly (readonly number[])[] {
  const separations = separationsOf(component, constraints)
  const { list, groupOf } = bind(component, constraints, separations)
  const masses = Float64Array.from(list, (group) => group.reduce((sum, member) => sum + massAt(component, member), 0))
  const membersOf = (groups: readonly number[]): number[] => groups.flatMap((group) => list[group]!)
  const isFree = isUnconstrained(separations)
  const isLarge = (groups: readonly number[]): boolean => groups.length >= LEAST_TITLES
  const titles: (WeighedTitle | undefined)[] = []
  const titlesOf = (groups: readonly number[]): WeighedTitle[] =>
    groups.map((group) => (titles[group] ??= titleAt(component, list[group]![0]!)))
  const labels = averageLinkage(list.length, edgesBetween(groupOf, component), {
    least: STORY_POLICY.leastMean,
    masses,
    areApart: (a, b) =>
      (!isFree && areGroupsApart(membersOf(a), membersOf(b), separations)) ||
      (isLarge(a) && isLarge(b) && areContrasted(titlesOf(a), titlesOf(b))),
  })
  const stories: number[][] = []
  groupOf.forEach((group, member) => {
    const story = (stories[labels[group]!] ??= [])
    story.push(member)
  })
  return stories
}

/** The title of a member; copies of one text are one group, of which the first is read. */
function titleAt({ graph, nodes }: Component, member: number): WeighedTitle {
  const node = nodes[member]!
  return { title: graph.printAt(node).title, idf: backgroundIdf(graph.rules.epoch, graph.languageAt(node)) }
}

/** The weights between groups, summed in the order of publication, so that rounding does not depend on arrival. */
function edgesBetween(groupOf: Int32Array, { starts, targets, weights, kinds, nodes }: Component): LinkageEdge[] {
  const rows = new Map<number, Map<number, { weight: number; isLink: boolean }>>()
  for (let member = 0; member < nodes.length; member++) {
    for (let at = starts[member]!; at < starts[member + 1]!; at++) {
      const [a, b] = [groupOf[member]!, groupOf[targets[at]!]!]
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
