import { graphOf, potts } from '../similar/potts.ts'
import type { StoryGraph } from './story-graph.ts'
import type { StoryLink } from './story-likeness.ts'

/** What binds or bars articles besides their likeness: hands and freezing. */
export interface Bonds {
  /** Other articles that must share the article's story, the strongest saying first. */
  readonly joins: (key: string) => readonly string[]
  /** True when the two must not share a story, whatever their likeness; a hand overrules a number. */
  readonly saysApart: (a: string, b: string) => boolean
  readonly saysTogether: (a: string, b: string) => boolean
}

/** Weight of a bar: no sum of likenesses outweighs it. */
const BAR = -1e6

/** Everything that hangs together with some articles, by links and bonds: beyond it nothing can change. */
export function partsOf(keys: Iterable<string>, graph: StoryGraph, bonds: Bonds): string[][] {
  const seen = new Set<string>()
  const parts: string[][] = []
  for (const start of keys) {
    if (seen.has(start) || graph.node(start) === null) continue
    const part = [start]
    seen.add(start)
    for (let at = 0; at < part.length; at++) {
      for (const other of [...graph.links(part[at]!).keys(), ...bonds.joins(part[at]!)]) {
        if (seen.has(other) || graph.node(other) === null) continue
        seen.add(other)
        part.push(other)
      }
    }
    parts.push(part)
  }
  return parts
}

/**
 * The stories of one part. Bound articles move as one; the rest is the constant Potts model with moves in the order of
 * publication and key, so that neither arrival nor the rest of the window can decide.
 */
export function cutStories(part: readonly string[], graph: StoryGraph, bonds: Bonds): string[][] {
  const sorted = [...part].sort(byTime(graph))
  if (sorted.length === 1) return [sorted]
  const isApart = (a: string, b: string): boolean =>
    bonds.saysApart(a, b) || (!bonds.saysTogether(a, b) && graph.links(a).get(b)?.isBarred === true)
  const blocks = bind(sorted, graph, bonds, isApart)
  const blockOf = new Map(blocks.flatMap((block, at) => block.map((key) => [key, at] as const)))
  const masses = Float64Array.from(blocks, (block) => block.reduce((sum, key) => sum + graph.node(key)!.mass, 0))
  const placeOf = new Map(sorted.map((key, place) => [key, place]))
  const rows = blocks.map((block, at) => rowOf(block, at, { graph, blockOf, placeOf, isApart }))
  const labels = pottsApart(rows, masses, (a, b) =>
    blocks[a]!.some((one) => blocks[b]!.some((other) => isApart(one, other))),
  )
  const stories: string[][] = []
  blocks.forEach((block, at) => {
    const story = stories[labels[at]!]
    if (story === undefined) stories[labels[at]!] = [...block]
    else story.push(...block)
  })
  return stories.map((story) => story.sort(byTime(graph)))
}

/**
 * Potts, and again with one more bar for each two blocks that met through others although they must not. Most bars are
 * never needed, and there may be millions.
 */
function pottsApart(
  rows: readonly Map<number, number>[],
  masses: Float64Array,
  areApart: (a: number, b: number) => boolean,
): Int32Array {
  for (;;) {
    const labels = potts(graphOf(bothWays(rows)), masses)
    const met = meetingBlocks(labels, areApart)
    if (met.length === 0) return labels
    for (const [a, b] of met) rows[a]!.set(b, BAR)
  }
}

function meetingBlocks(labels: Int32Array, areApart: (a: number, b: number) => boolean): [number, number][] {
  const clusters = new Map<number, number[]>()
  labels.forEach((label, block) => {
    const cluster = clusters.get(label)
    if (cluster === undefined) clusters.set(label, [block])
    else cluster.push(block)
  })
  const met: [number, number][] = []
  for (const cluster of clusters.values()) {
    for (let j = 1; j < cluster.length; j++) {
      for (let i = 0; i < j; i++) if (areApart(cluster[i]!, cluster[j]!)) met.push([cluster[i]!, cluster[j]!])
    }
  }
  return met
}

/** Earlier published first, then by key. */
export function byTime(graph: StoryGraph): (a: string, b: string) => number {
  return (a, b) => {
    const apart = (graph.node(a)!.print.published ?? 0) - (graph.node(b)!.print.published ?? 0)
    return apart || (a < b ? -1 : a > b ? 1 : 0)
  }
}

type IsApart = (a: string, b: string) => boolean

/** Bound articles as blocks: hands first, then copies, the most alike first; a bond that a bar forbids is not made. */
function bind(sorted: readonly string[], graph: StoryGraph, bonds: Bonds, isApart: IsApart): string[][] {
  const blocks = new Map(sorted.map((key) => [key, [key]]))
  const unite = (a: string, b: string): void => {
    const [first, second] = [blocks.get(a)!, blocks.get(b)!]
    if (first === second || first.some((one) => second.some((other) => isApart(one, other)))) return
    const united = [...first, ...second]
    for (const key of united) blocks.set(key, united)
  }
  for (const key of sorted) for (const other of bonds.joins(key)) if (blocks.has(other)) unite(key, other)
  for (const [a, b] of copiesIn(sorted, graph)) unite(a, b)
  return [...new Set(sorted.map((key) => blocks.get(key)!))]
}

function copiesIn(sorted: readonly string[], graph: StoryGraph): [string, string][] {
  const place = new Map(sorted.map((key, at) => [key, at]))
  const copies: { a: number; b: number; weight: number }[] = []
  sorted.forEach((key, a) => {
    for (const [other, link] of graph.links(key)) {
      const b = place.get(other)
      if (link.isCopy && b !== undefined && a < b) copies.push({ a, b, weight: link.weight })
    }
  })
  copies.sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b)
  return copies.map(({ a, b }) => [sorted[a]!, sorted[b]!])
}

interface Blocks {
  readonly graph: StoryGraph
  readonly blockOf: ReadonlyMap<string, number>
  /** Place in the order of publication. */
  readonly placeOf: ReadonlyMap<string, number>
  readonly isApart: IsApart
}

/** What a block weighs with each later one; summed in the order of publication, so that rounding knows no arrival. */
function rowOf(
  block: readonly string[],
  at: number,
  { graph, blockOf, placeOf, isApart }: Blocks,
): Map<number, number> {
  const terms: { to: number; from: number; place: number; weight: number }[] = []
  for (const key of block) {
    for (const [other, link] of graph.links(key)) {
      const to = blockOf.get(other)!
      if (to <= at) continue
      const weight = isApart(key, other) ? BAR : weightOf(link)
      terms.push({ to, from: placeOf.get(key)!, place: placeOf.get(other)!, weight })
    }
  }
  terms.sort((a, b) => a.to - b.to || a.from - b.from || a.place - b.place)
  const row = new Map<number, number>()
  for (const { to, weight } of terms) row.set(to, (row.get(to) ?? 0) + weight)
  return row
}

function weightOf({ weight, isBarred }: StoryLink): number {
  return isBarred ? 0 : weight
}

function bothWays(rows: readonly ReadonlyMap<number, number>[]): Map<number, number>[] {
  const both: Map<number, number>[] = rows.map(() => new Map())
  rows.forEach((row, at) => {
    for (const [to, weight] of row) both[to]!.set(at, weight)
  })
  rows.forEach((row, at) => {
    for (const [to, weight] of row) both[at]!.set(to, weight)
  })
  return both
}
