/** A weighted graph in compressed rows: the neighbours of node i stand at `starts[i]` up to `starts[i + 1]`, each edge twice. */
export type Graph = { readonly starts: Uint32Array; readonly targets: Uint32Array; readonly weights: Float64Array }

/** A gain below this is rounding, not a reason to move. */
const NO_GAIN = 1e-12

/**
 * Clusters by the constant Potts model: the partition that locally maximises, over all pairs inside a cluster,
 * the sum of weight − mass × mass. A pair must earn its place, so clusters do not grow by chains as in DBSCAN.
 * Nodes move in index order and clusters then move as nodes (Louvain), so equal input gives equal output.
 * `masses` holds √γ per node, or less where there is little text to be alike in. Labels number clusters by first member.
 */
export function potts(graph: Graph, masses: Float64Array): Int32Array {
  let labels = Int32Array.from(masses, (_, node) => node)
  let level = { graph, masses }
  for (;;) {
    const moved = localMoves(level.graph, level.masses)
    const tidy = renumber(moved)
    labels = labels.map((node) => tidy.labels[node]!)
    if (tidy.count === level.masses.length) return finish(graph, masses, labels)
    level = aggregate(level.graph, level.masses, tidy.labels, tidy.count)
  }
}

/**
 * One pass for newcomers, as they arrive: each node labelled −1 joins the cluster it gains most by, or opens its own.
 * Nobody else moves, so it is quick and it depends on the order; `potts` over the whole window settles that.
 */
export function placeNewcomers(graph: Graph, masses: Float64Array, labels: Int32Array): Int32Array {
  const placed = labels.slice()
  const clusterMass = new Float64Array(masses.length)
  placed.forEach((label, node) => {
    if (label >= 0) clusterMass[label]! += masses[node]!
  })
  const links = new Float64Array(masses.length)
  const free = emptyLabels(placed)
  for (let node = 0; node < masses.length; node++) {
    if (placed[node]! >= 0) continue
    const label = bestCluster(node, { graph, masses, labels: placed, clusterMass, links }) ?? free.pop()!
    placed[node] = label
    clusterMass[label]! += masses[node]!
  }
  return placed
}

/** A last round on single nodes, because a node may have been left behind when clusters moved whole. */
function finish(graph: Graph, masses: Float64Array, labels: Int32Array): Int32Array {
  return renumber(localMoves(graph, masses, labels)).labels
}

/** Moves node after node to the neighbouring cluster of highest gain, until a whole round moves none. */
function localMoves(graph: Graph, masses: Float64Array, start?: Int32Array): Int32Array {
  const labels = start?.slice() ?? Int32Array.from(masses, (_, node) => node)
  const clusterMass = new Float64Array(masses.length)
  for (let node = 0; node < masses.length; node++) clusterMass[labels[node]!]! += masses[node]!
  const empty = emptyLabels(labels)
  const links = new Float64Array(masses.length)
  let moved = true
  for (let round = 0; moved && round < 100; round++) {
    moved = false
    for (let node = 0; node < masses.length; node++) {
      const from = labels[node]!
      clusterMass[from]! -= masses[node]!
      const best = bestCluster(node, { graph, masses, labels, clusterMass, links })
      const to = best ?? (isAlone(from, clusterMass) ? from : empty.pop()!)
      if (to !== from) {
        labels[node] = to
        moved = true
        if (isAlone(from, clusterMass)) empty.push(from)
      }
      clusterMass[to]! += masses[node]!
    }
  }
  return labels
}

type Moves = {
  readonly graph: Graph
  readonly masses: Float64Array
  readonly labels: Int32Array
  readonly clusterMass: Float64Array
  readonly links: Float64Array
}

/** The cluster a node gains most by joining, or null when it is best alone; ties stay, then go to the lower label. */
function bestCluster(node: number, { graph, masses, labels, clusterMass, links }: Moves): number | null {
  const touched: number[] = []
  for (let at = graph.starts[node]!; at < graph.starts[node + 1]!; at++) {
    const label = labels[graph.targets[at]!]!
    if (label < 0) continue
    if (links[label] === 0) touched.push(label)
    links[label]! += graph.weights[at]!
  }
  const own = labels[node]!
  const mass = masses[node]!
  let best: number | null = null
  let bestGain = NO_GAIN
  for (const label of touched) {
    const gain = links[label]! - mass * clusterMass[label]! + (label === own ? NO_GAIN : 0)
    const better = gain > bestGain + (best === null ? 0 : NO_GAIN)
    if (better || (best !== null && gain > bestGain - NO_GAIN && label < best && best !== own)) {
      best = label
      bestGain = gain
    }
    links[label] = 0
  }
  return best
}

function isAlone(label: number, clusterMass: Float64Array): boolean {
  return clusterMass[label]! < 1e-9
}

function emptyLabels(labels: Int32Array): number[] {
  const used = new Uint8Array(labels.length)
  for (const label of labels) if (label >= 0) used[label] = 1
  const empty: number[] = []
  for (let label = labels.length - 1; label >= 0; label--) if (used[label] === 0) empty.push(label)
  return empty
}

function renumber(labels: Int32Array): { labels: Int32Array; count: number } {
  const fresh = new Map<number, number>()
  const tidy = labels.map((label) => {
    const known = fresh.get(label)
    if (known !== undefined) return known
    fresh.set(label, fresh.size)
    return fresh.size - 1
  })
  return { labels: tidy, count: fresh.size }
}

/** Clusters become nodes; what they hold inside needs no edge, since a node never parts from itself. */
function aggregate(graph: Graph, masses: Float64Array, labels: Int32Array, count: number) {
  const sums = new Float64Array(count)
  for (let node = 0; node < masses.length; node++) sums[labels[node]!]! += masses[node]!
  const starts = new Uint32Array(count + 1)
  const targets: number[] = []
  const weights: number[] = []
  // Where the row that is being made has its weight with a cluster, or −1.
  const places = new Int32Array(count).fill(-1)
  membersOf(labels, count).forEach((members, label) => {
    for (const node of members) {
      for (let at = graph.starts[node]!; at < graph.starts[node + 1]!; at++) {
        const other = labels[graph.targets[at]!]!
        if (other === label) continue
        if (places[other]! < 0) {
          places[other] = targets.push(other) - 1
          weights.push(0)
        }
        weights[places[other]!]! += graph.weights[at]!
      }
    }
    for (let at = starts[label]!; at < targets.length; at++) places[targets[at]!] = -1
    starts[label + 1] = targets.length
  })
  return {
    graph: { starts, targets: Uint32Array.from(targets), weights: Float64Array.from(weights) },
    masses: sums,
  }
}

function membersOf(labels: Int32Array, count: number): number[][] {
  const members: number[][] = Array.from({ length: count }, () => [])
  labels.forEach((label, node) => {
    members[label]!.push(node)
  })
  return members
}

/** A graph from one map of neighbours per node; both directions must be in it. */
export function graphOf(rows: readonly ReadonlyMap<number, number>[]): Graph {
  const starts = new Uint32Array(rows.length + 1)
  rows.forEach((row, node) => {
    starts[node + 1] = starts[node]! + row.size
  })
  const targets = new Uint32Array(starts[rows.length]!)
  const weights = new Float64Array(targets.length)
  rows.forEach((row, node) => {
    let at = starts[node]!
    for (const [target, weight] of row) {
      targets[at] = target
      weights[at++] = weight
    }
  })
  return { starts, targets, weights }
}

/** Weighted pairs of nodes, each pair once. */
export type Edges = { readonly from: number[]; readonly to: number[]; readonly weights: number[] }

/** A graph from its edges; neighbours stand in the order in which their edges come. */
export function graphOfEdges(nodes: number, { from, to, weights: values }: Edges): Graph {
  const starts = new Uint32Array(nodes + 1)
  for (let edge = 0; edge < from.length; edge++) {
    starts[from[edge]! + 1]!++
    starts[to[edge]! + 1]!++
  }
  for (let node = 0; node < nodes; node++) starts[node + 1]! += starts[node]!
  const next = starts.slice()
  const targets = new Uint32Array(2 * from.length)
  const weights = new Float64Array(2 * from.length)
  const place = (node: number, other: number, weight: number): void => {
    const at = next[node]!++
    targets[at] = other
    weights[at] = weight
  }
  for (let edge = 0; edge < from.length; edge++) {
    place(from[edge]!, to[edge]!, values[edge]!)
    place(to[edge]!, from[edge]!, values[edge]!)
  }
  return { starts, targets, weights }
}
