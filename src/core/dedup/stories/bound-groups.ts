import { createUnionFind } from '../../similar/union-find.ts'
import { type Component, keyAt, MATCH } from './connected-component.ts'
import type { StoryConstraints } from './story-constraints.ts'

/** Members of a component that must share a story, as groups; members and groups in the order of publication. */
export interface BoundGroups {
  readonly list: readonly (readonly number[])[]
  readonly groupOf: Int32Array
}

/** The cannot-link constraints within a component. */
export interface Separations {
  readonly areApart: (a: number, b: number) => boolean
  /** Members that a hand-made constraint names. */
  readonly constrained: ReadonlySet<number>
  /** Members of frozen stories, and the story of each. */
  readonly frozen: ReadonlyMap<number, string>
}

/** Collects the cannot-link constraints of a component. */
export function separationsOf(component: Component, constraints: StoryConstraints): Separations {
  const constrained = new Set<number>()
  const frozen = new Map<number, string>()
  for (let member = 0; member < component.nodes.length; member++) {
    const key = keyAt(component, member)
    const story = constraints.frozenIn(key)
    if (story !== null) frozen.set(member, story)
    if (constraints.isConstrained(key)) constrained.add(member)
  }
  const areApart = (a: number, b: number): boolean => {
    const isHeld = (constrained.has(a) && constrained.has(b)) || (frozen.has(a) && frozen.has(b))
    return isHeld && constraints.mustSplit(keyAt(component, a), keyAt(component, b))
  }
  return { areApart, constrained, frozen }
}

/** True when nothing must stay apart; the order of merges does not matter then. */
export function isUnconstrained({ constrained, frozen }: Separations): boolean {
  return constrained.size + frozen.size === 0
}

/** Merges members into groups by union-find: hand-made joins first, then copies and literal matches. A merge that a cannot-link constraint forbids is left out. */
export function bind(component: Component, constraints: StoryConstraints, separations: Separations): BoundGroups {
  const size = component.nodes.length
  const sets = createUnionFind(size)
  const groupsByRoot = new Map<number, number[]>()
  // Groups only grow, so two groups that were found apart stay apart.
  const apart = new Set<number>()
  const free = isUnconstrained(separations)
  const unite = (a: number, b: number): void => {
    const [first, second] = [sets.find(a), sets.find(b)]
    const pair = Math.min(first, second) * size + Math.max(first, second)
    if (first === second || apart.has(pair)) return
    const [one, other] = [groupsByRoot.get(first) ?? [first], groupsByRoot.get(second) ?? [second]]
    const [less, more] = one.length < other.length ? [one, other] : [other, one]
    if (!free && areGroupsApart(less, more, separations)) {
      apart.add(pair)
      return
    }
    for (const member of less) more.push(member)
    sets.unite(first, second)
    groupsByRoot.set(sets.find(first), more)
  }
  for (const [a, b] of joinedPairs(component, constraints, separations)) unite(a, b)
  for (const [a, b] of copiesIn(component, separations)) unite(a, b)
  return inOrder(Int32Array.from(component.nodes, (_, member) => sets.find(member)))
}

/** Whether a constraint keeps two groups apart; only constrained members are compared. */
export function areGroupsApart(
  a: readonly number[],
  b: readonly number[],
  { constrained, frozen, areApart }: Separations,
): boolean {
  const isHeld = (member: number): boolean => constrained.has(member) || frozen.has(member)
  const held = b.filter(isHeld)
  if (held.length === 0) return false
  const frozenIn = new Set(held.filter((member) => !constrained.has(member)).map((member) => frozen.get(member)!))
  return a.some((one) => {
    if (constrained.has(one)) return held.some((other) => areApart(one, other))
    const story = frozen.get(one)
    if (story === undefined) return false
    if (frozenIn.size > (frozenIn.has(story) ? 1 : 0)) return true
    return held.some((other) => constrained.has(other) && areApart(one, other))
  })
}

function joinedPairs(
  component: Component,
  constraints: StoryConstraints,
  { constrained, frozen }: Separations,
): [number, number][] {
  const held = [...component.nodes.keys()].filter((member) => constrained.has(member) || frozen.has(member))
  if (held.length === 0) return []
  const memberOf = new Map(component.nodes.map((_, member) => [keyAt(component, member), member]))
  return held.flatMap((member) =>
    constraints.joins(keyAt(component, member)).flatMap((key): [number, number][] => {
      const other = memberOf.get(key)
      return other === undefined ? [] : [[member, other]]
    }),
  )
}

/** Pairs of copies, the most alike first. Without constraints the order does not matter, and sorting millions is saved. */
function copiesIn({ nodes, starts, targets, weights, kinds }: Component, separations: Separations): [number, number][] {
  const copies: { pair: [number, number]; weight: number }[] = []
  for (let member = 0; member < nodes.length; member++) {
    for (let at = starts[member]!; at < starts[member + 1]!; at++) {
      if (kinds[at]! >= MATCH && member < targets[at]!)
        copies.push({ pair: [member, targets[at]!], weight: weights[at]! })
    }
  }
  if (!isUnconstrained(separations))
    copies.sort((x, y) => y.weight - x.weight || x.pair[0] - y.pair[0] || x.pair[1] - y.pair[1])
  return copies.map(({ pair }) => pair)
}

function inOrder(rootOf: Int32Array): BoundGroups {
  const nodes = new Map<number, number>()
  const list: number[][] = []
  const groupOf = rootOf.map((root, member) => {
    const node = nodes.get(root) ?? list.length
    if (node === list.length) list.push([])
    nodes.set(root, node)
    list[node]!.push(member)
    return node
  })
  return { list, groupOf }
}
