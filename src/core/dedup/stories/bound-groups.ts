import { createUnionFind } from '../../similar/union-find.ts'
import { keyAt, MATCH, type Part } from './connected-component.ts'
import type { Bonds } from './story-constraints.ts'

/** Members of a part that move as one, each block and all of them in the order of publication. */
export interface Blocks {
  readonly list: readonly (readonly number[])[]
  readonly blockOf: Int32Array
}

/** Which members of a part must not share a story. */
export interface Bars {
  readonly areApart: (a: number, b: number) => boolean
  /** Members of whom a hand says something. */
  readonly named: ReadonlySet<number>
  /** Members that may not move, and the story each must stay in. */
  readonly frozen: ReadonlyMap<number, string>
}

/** Reads the bars of a part. */
export function barsOf(part: Part, bonds: Bonds): Bars {
  const named = new Set<number>()
  const frozen = new Map<number, string>()
  for (let member = 0; member < part.places.length; member++) {
    const key = keyAt(part, member)
    const story = bonds.frozenIn(key)
    if (story !== null) frozen.set(member, story)
    if (bonds.isNamed(key)) named.add(member)
  }
  const areApart = (a: number, b: number): boolean => {
    const isHeld = (named.has(a) && named.has(b)) || (frozen.has(a) && frozen.has(b))
    return isHeld && bonds.saysApart(keyAt(part, a), keyAt(part, b))
  }
  return { areApart, named, frozen }
}

/** True when nothing is barred, and anything may be joined in any order. */
export function isFree({ named, frozen }: Bars): boolean {
  return named.size + frozen.size === 0
}

/** Bound articles as blocks, by union-find: hands first, then copies and literal matches; a bond that a bar forbids is not made. */
export function bind(part: Part, bonds: Bonds, bars: Bars): Blocks {
  const size = part.places.length
  const sets = createUnionFind(size)
  const united = new Map<number, number[]>()
  // Blocks only grow, so those once found apart stay apart.
  const apart = new Set<number>()
  const free = isFree(bars)
  const unite = (a: number, b: number): void => {
    const [first, second] = [sets.find(a), sets.find(b)]
    const pair = Math.min(first, second) * size + Math.max(first, second)
    if (first === second || apart.has(pair)) return
    const [one, other] = [united.get(first) ?? [first], united.get(second) ?? [second]]
    const [less, more] = one.length < other.length ? [one, other] : [other, one]
    if (!free && areBlocksApart(less, more, bars)) {
      apart.add(pair)
      return
    }
    for (const member of less) more.push(member)
    sets.unite(first, second)
    united.set(sets.find(first), more)
  }
  for (const [a, b] of heldTogether(part, bonds, bars)) unite(a, b)
  for (const [a, b] of copiesIn(part, bars)) unite(a, b)
  return inOrder(Int32Array.from(part.places, (_, member) => sets.find(member)))
}

/** Whether hands or freezing keep two groups apart; only members of whom either says something are asked. */
export function areBlocksApart(a: readonly number[], b: readonly number[], { named, frozen, areApart }: Bars): boolean {
  const isHeld = (member: number): boolean => named.has(member) || frozen.has(member)
  const held = b.filter(isHeld)
  if (held.length === 0) return false
  const frozenIn = new Set(held.filter((member) => !named.has(member)).map((member) => frozen.get(member)!))
  return a.some((one) => {
    if (named.has(one)) return held.some((other) => areApart(one, other))
    const story = frozen.get(one)
    if (story === undefined) return false
    if (frozenIn.size > (frozenIn.has(story) ? 1 : 0)) return true
    return held.some((other) => named.has(other) && areApart(one, other))
  })
}

function heldTogether(part: Part, bonds: Bonds, { named, frozen }: Bars): [number, number][] {
  const held = [...part.places.keys()].filter((member) => named.has(member) || frozen.has(member))
  if (held.length === 0) return []
  const memberOf = new Map(part.places.map((_, member) => [keyAt(part, member), member]))
  return held.flatMap((member) =>
    bonds.joins(keyAt(part, member)).flatMap((key): [number, number][] => {
      const other = memberOf.get(key)
      return other === undefined ? [] : [[member, other]]
    }),
  )
}

/** The most alike first; where nothing is barred the order does not matter, and there may be millions. */
function copiesIn({ places, starts, targets, weights, kinds }: Part, bars: Bars): [number, number][] {
  const copies: { pair: [number, number]; weight: number }[] = []
  for (let member = 0; member < places.length; member++) {
    for (let at = starts[member]!; at < starts[member + 1]!; at++) {
      if (kinds[at]! >= MATCH && member < targets[at]!)
        copies.push({ pair: [member, targets[at]!], weight: weights[at]! })
    }
  }
  if (!isFree(bars)) copies.sort((x, y) => y.weight - x.weight || x.pair[0] - y.pair[0] || x.pair[1] - y.pair[1])
  return copies.map(({ pair }) => pair)
}

function inOrder(rootOf: Int32Array): Blocks {
  const places = new Map<number, number>()
  const list: number[][] = []
  const blockOf = rootOf.map((root, member) => {
    const place = places.get(root) ?? list.length
    if (place === list.length) list.push([])
    places.set(root, place)
    list[place]!.push(member)
    return place
  })
  return { list, blockOf }
}
