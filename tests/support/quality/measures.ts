/** The same formulas as tools/dedup-eval/score.py of the shared material, so that both print the same figures. */
export type PairScores = { readonly p: number; readonly r: number; readonly f1: number }

export type ClusterScores = {
  readonly items: number
  readonly goldClusters: number
  readonly foundClusters: number
  readonly largestFound: number
  readonly pairwise: PairScores
  readonly bcubed: PairScores
  readonly vMeasure: number
}

/** Precision, recall and F1 of a table of outcomes; an empty side counts as perfect, as the scorer has it. */
export function scoresOf(hits: number, falseAlarms: number, misses: number): PairScores {
  const p = hits + falseAlarms === 0 ? 1 : hits / (hits + falseAlarms)
  const r = hits + misses === 0 ? 1 : hits / (hits + misses)
  return { p, r, f1: p + r === 0 ? 0 : (2 * p * r) / (p + r) }
}

/** Scores a clustering; the two lists name the gold and the found cluster of each item. */
export function clusterScores(gold: readonly string[], found: readonly string[]): ClusterScores {
  const cells = new Map<string, { gold: string; found: string; count: number }>()
  const goldSizes = new Map<string, number>()
  const foundSizes = new Map<string, number>()
  gold.forEach((name, at) => {
    const other = found[at]!
    const key = `${name}\u0000${other}`
    cells.set(key, { gold: name, found: other, count: (cells.get(key)?.count ?? 0) + 1 })
    goldSizes.set(name, (goldSizes.get(name) ?? 0) + 1)
    foundSizes.set(other, (foundSizes.get(other) ?? 0) + 1)
  })
  const hits = sum([...cells.values()].map(({ count }) => pairsOf(count)))
  const said = sum([...foundSizes.values()].map(pairsOf))
  const wanted = sum([...goldSizes.values()].map(pairsOf))
  return {
    items: gold.length,
    goldClusters: goldSizes.size,
    foundClusters: foundSizes.size,
    largestFound: Math.max(0, ...foundSizes.values()),
    pairwise: scoresOf(hits, said - hits, wanted - hits),
    bcubed: bcubed([...cells.values()], goldSizes, foundSizes, gold.length),
    vMeasure: vMeasure([...cells.values()], goldSizes, foundSizes, gold.length),
  }
}

type Cell = { readonly gold: string; readonly found: string; readonly count: number }
type Sizes = ReadonlyMap<string, number>

function bcubed(cells: readonly Cell[], goldSizes: Sizes, foundSizes: Sizes, items: number): PairScores {
  const p = sum(cells.map(({ found, count }) => (count * count) / foundSizes.get(found)!)) / items
  const r = sum(cells.map(({ gold, count }) => (count * count) / goldSizes.get(gold)!)) / items
  return { p, r, f1: p + r === 0 ? 0 : (2 * p * r) / (p + r) }
}

function vMeasure(cells: readonly Cell[], goldSizes: Sizes, foundSizes: Sizes, items: number): number {
  const shared = cells.map(({ gold, found, count }) => {
    return (count / items) * Math.log((items * count) / (goldSizes.get(gold)! * foundSizes.get(found)!))
  })
  const information = sum(shared)
  const [goldEntropy, foundEntropy] = [entropy(goldSizes, items), entropy(foundSizes, items)]
  const homogeneity = goldEntropy === 0 ? 1 : information / goldEntropy
  const completeness = foundEntropy === 0 ? 1 : information / foundEntropy
  const both = homogeneity + completeness
  return both === 0 ? 0 : (2 * homogeneity * completeness) / both
}

function entropy(sizes: Sizes, items: number): number {
  return -sum([...sizes.values()].map((size) => (size / items) * Math.log(size / items)))
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
