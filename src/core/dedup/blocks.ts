import type { Bonds } from './bonds.ts'
import { BARRED, COPY, keyAt, type Part } from './story-part.ts'

/** Members of a part that move as one, each block and all of them in the order of publication. */
export interface Blocks {
  readonly list: readonly (readonly number[])[]
  readonly blockOf: Int32Array
}

/** Which members of a part must not share a story. */
export interface Bars {
  readonly areApart: (a: number, b: number) => boolean
  /** For each member those whom a link bars it from. */
  readonly barredFrom: ReadonlyMap<number, readonly number[]>
  /** Members of whom a hand or freezing says something. */
  readonly isHeld: ReadonlySet<number>
}

/** Reads the bars of a part. */
export function barsOf(part: Part, bonds: Bonds): Bars {
  const barredFrom = new Map<number, number[]>()
  const isHeld = new Set<number>()
  for (let member = 0; member < part.nodes.length; member++) {
    if (bonds.holds(keyAt(part, member))) isHeld.add(member)
    for (let at = part.starts[member]!; at < part.starts[member + 1]!; at++) {
      const other = part.targets[at]!
      if (part.kinds[at] !== BARRED || bonds.saysTogether(keyAt(part, member), keyAt(part, other))) continue
      const list = barredFrom.get(member)
      if (list === undefined) barredFrom.set(member, [other])
      else list.push(other)
    }
  }
  const areApart = (a: number, b: number): boolean => {
    if (isHeld.has(a) && isHeld.has(b) && bonds.saysApart(keyAt(part, a), keyAt(part, b))) return true
    return barredFrom.get(a)?.includes(b) === true
  }
  return { areApart, barredFrom, isHeld }
}

/** Bound articles as blocks: hands first, then copies, the most alike first; a bond that a bar forbids is not made. */
export function bind(part: Part, bonds: Bonds, bars: Bars): Blocks {
  const rootOf = Int32Array.from(part.nodes, (_, member) => member)
  const united = new Map<number, number[]>()
  // Blocks only grow, so those once found apart stay apart.
  const apart = new Set<number>()
  const unite = (a: number, b: number): void => {
    const [first, second] = [rootOf[a]!, rootOf[b]!]
    const pair = Math.min(first, second) * rootOf.length + Math.max(first, second)
    if (first === second || apart.has(pair)) return
    const [one, other] = [united.get(first) ?? [first], united.get(second) ?? [second]]
    const [less, more] = one.length < other.length ? [one, other] : [other, one]
    if (areBlocksApart(less, more, rootOf, bars)) {
      apart.add(pair)
      return
    }
    const root = rootOf[more[0]!]!
    for (const member of less) {
      more.push(member)
      rootOf[member] = root
    }
    united.set(root, more)
  }
  for (const [a, b] of heldTogether(part, bonds, bars)) unite(a, b)
  for (const [a, b] of copiesIn(part, bars)) unite(a, b)
  return inOrder(rootOf)
}

function areBlocksApart(less: readonly number[], more: readonly number[], rootOf: Int32Array, bars: Bars): boolean {
  const { barredFrom, isHeld, areApart } = bars
  const root = rootOf[more[0]!]
  if (barredFrom.size > 0 && less.some((one) => barredFrom.get(one)?.some((other) => rootOf[other] === root)))
    return true
  if (isHeld.size === 0) return false
  const others = more.filter((other) => isHeld.has(other))
  return less.some((one) => isHeld.has(one) && others.some((other) => areApart(one, other)))
}

function heldTogether(part: Part, bonds: Bonds, { isHeld }: Bars): [number, number][] {
  if (isHeld.size === 0) return []
  const memberOf = new Map(part.nodes.map(({ print }, member) => [print.key, member]))
  return [...isHeld].flatMap((member) =>
    bonds.joins(keyAt(part, member)).flatMap((key): [number, number][] => {
      const other = memberOf.get(key)
      return other === undefined ? [] : [[member, other]]
    }),
  )
}

/** The most alike first; where nothing is barred the order does not matter, and there may be millions. */
function copiesIn({ nodes, starts, targets, weights, kinds }: Part, { barredFrom, isHeld }: Bars): [number, number][] {
  const copies: { pair: [number, number]; weight: number }[] = []
  for (let member = 0; member < nodes.length; member++) {
    for (let at = starts[member]!; at < starts[member + 1]!; at++) {
      if (kinds[at] === COPY && member < targets[at]!)
        copies.push({ pair: [member, targets[at]!], weight: weights[at]! })
    }
  }
  if (barredFrom.size + isHeld.size > 0)
    copies.sort((x, y) => y.weight - x.weight || x.pair[0] - y.pair[0] || x.pair[1] - y.pair[1])
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
