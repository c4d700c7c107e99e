import { type Edges, graphOfEdges, potts } from '../similar/potts.ts'
import { type Bars, type Blocks, barsOf, bind, isFree } from './blocks.ts'
import type { Bonds } from './bonds.ts'
import { BARRED, massAt, type Part } from './story-part.ts'

/** Weight of a bar: no sum of likenesses outweighs it. */
const BAR = -1e6

/**
 * The stories of one part, as lists of its members. Bound articles move as one; the rest is the constant Potts model with
 * moves in the order of publication and key, so that neither arrival nor the rest of the window can decide.
 */
export function cutStories(part: Part, bonds: Bonds): readonly (readonly number[])[] {
  const bars = barsOf(part, bonds)
  const blocks = bind(part, bonds, bars)
  const masses = Float64Array.from(blocks.list, (block) => block.reduce((sum, member) => sum + massAt(part, member), 0))
  const labels = pottsApart(edgesBetween(blocks, part, bars), masses, (found) => meetingBlocks(found, blocks, bars))
  const stories: number[][] = []
  blocks.blockOf.forEach((block, member) => {
    const story = (stories[labels[block]!] ??= [])
    story.push(member)
  })
  return stories
}

/**
 * Potts, and again with one more bar for each two blocks that met through others although they must not. Most bars are
 * never needed, and there may be millions.
 */
function pottsApart(
  edges: Edges,
  masses: Float64Array,
  meetings: (labels: Int32Array) => readonly (readonly [number, number])[],
): Int32Array {
  let barred = edges
  for (;;) {
    const labels = potts(graphOfEdges(masses.length, barred), masses)
    const met = meetings(labels)
    if (met.length === 0) return labels
    barred = withBars(barred, met)
  }
}

function withBars({ from, to, weights }: Edges, met: readonly (readonly [number, number])[]): Edges {
  const rows = new Map<number, Map<number, number>>()
  const set = (a: number, b: number, weight: number): void => {
    const row = rows.get(a) ?? new Map<number, number>()
    rows.set(a, row.set(b, weight))
  }
  from.forEach((a, edge) => {
    set(a, to[edge]!, weights[edge]!)
  })
  for (const [a, b] of met) set(a, b, BAR)
  const edges: Edges = { from: [], to: [], weights: [] }
  for (const a of [...rows.keys()].sort((x, y) => x - y)) pushRow(edges, a, rows.get(a)!)
  return edges
}

/** In the order of publication, as everything is. */
function pushRow(edges: Edges, from: number, row: ReadonlyMap<number, number>): void {
  for (const [to, weight] of [...row].sort(([a], [b]) => a - b)) {
    edges.from.push(from)
    edges.to.push(to)
    edges.weights.push(weight)
  }
}

/** Blocks that share a cluster and must not, the earlier of each two first. */
function meetingBlocks(
  labels: Int32Array,
  { blockOf }: Blocks,
  { barredFrom, named, frozen, areApart }: Bars,
): [number, number][] {
  const met: [number, number][] = []
  const meet = (a: number, b: number): void => {
    if (labels[a] === labels[b] && a !== b) met.push(a < b ? [a, b] : [b, a])
  }
  for (const [member, others] of barredFrom) for (const other of others) meet(blockOf[member]!, blockOf[other]!)
  const heldIn = new Map<number, Map<string, number>>()
  for (const member of [...named, ...frozen.keys()]) {
    const block = blockOf[member]!
    const company = heldIn.get(labels[block]!) ?? new Map<string, number>()
    for (const other of company.values()) {
      if (block !== blockOf[other] && areApart(member, other)) meet(block, blockOf[other]!)
    }
    // Of those a block holds for one story one speaks for all, unless a hand speaks of it.
    company.set(named.has(member) ? `member ${member}` : `block ${block} ${frozen.get(member)}`, member)
    heldIn.set(labels[block]!, company)
  }
  return met
}

/** What blocks weigh with later ones, summed in the order of publication, so that rounding knows no arrival. */
function edgesBetween({ list, blockOf }: Blocks, part: Part, bars: Bars): Edges {
  const { starts, targets, weights, kinds } = part
  const free = isFree(bars)
  const weightAt = (member: number, at: number): number => {
    if (!free && bars.areApart(member, targets[at]!)) return BAR
    return kinds[at] === BARRED ? 0 : weights[at]!
  }
  const edges: Edges = { from: [], to: [], weights: [] }
  list.forEach((block, from) => {
    const row = new Map<number, number>()
    for (const member of block) {
      for (let at = starts[member]!; at < starts[member + 1]!; at++) {
        const to = blockOf[targets[at]!]!
        if (to > from) row.set(to, (row.get(to) ?? 0) + weightAt(member, at))
      }
    }
    pushRow(edges, from, row)
  })
  return edges
}
