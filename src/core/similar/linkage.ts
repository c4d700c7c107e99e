import { createUnionFind } from './union-find.ts'
import { dot, type SparseVector } from './vectors.ts'

/** Linkage holds a matrix of all pairs, which above this would cost gigabytes and minutes. */
export const MOST_FOR_LINKAGE = 5000

/** Two clusters joined, by any member of each, at a height. */
type Merge = { readonly a: number; readonly b: number; readonly height: number }

type Update = (toA: number, toB: number, between: number, sizes: { a: number; b: number; other: number }) => number

/** Ward's linkage on unit vectors, cut to `count` clusters; equal heights go by the lower member. */
export function ward(vectors: readonly SparseVector[], count: number): Int32Array {
  const merges = linkage(vectors, (cosine) => 2 - 2 * cosine, wardUpdate)
  return labelsAfter(vectors.length, merges.slice(0, Math.max(0, vectors.length - count)))
}

/** Average linkage on cosine distance; clusters whose mean distance reaches the threshold stay apart. */
export function averageLink(vectors: readonly SparseVector[], threshold: number): Int32Array {
  const merges = linkage(vectors, (cosine) => 1 - cosine, averageUpdate)
  return labelsAfter(
    vectors.length,
    merges.filter(({ height }) => height < threshold),
  )
}

const wardUpdate: Update = (toA, toB, between, { a, b, other }) =>
  ((a + other) * toA + (b + other) * toB - other * between) / (a + b + other)

const averageUpdate: Update = (toA, toB, _between, { a, b }) => (a * toA + b * toB) / (a + b)

/** Agglomerative clustering by nearest-neighbour chains: all merges by their heights, O(n²) in time and memory. */
function linkage(vectors: readonly SparseVector[], distance: (cosine: number) => number, update: Update): Merge[] {
  const size = vectors.length
  if (size > MOST_FOR_LINKAGE) {
    throw new RangeError(
      `this clusters at most ${MOST_FOR_LINKAGE} articles, got ${size}: narrow the window, or use "stories" or "dbscan"`,
    )
  }
  const table = new Float64Array(size * size)
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) {
      table[i * size + j] = distance(dot(vectors[i]!, vectors[j]!))
      table[j * size + i] = table[i * size + j]!
    }
  }
  const merges: Merge[] = []
  const sizes = new Float64Array(size).fill(1)
  const chain: number[] = []
  for (let left = size; left > 1; ) {
    if (chain.length === 0) chain.push(sizes.findIndex((members) => members > 0))
    const top = chain[chain.length - 1]!
    const nearest = nearestTo(top, chain[chain.length - 2], table, sizes)
    if (nearest !== chain[chain.length - 2]) {
      chain.push(nearest)
      continue
    }
    chain.length -= 2
    merges.push({ a: Math.min(top, nearest), b: Math.max(top, nearest), height: table[top * size + nearest]! })
    join(Math.min(top, nearest), Math.max(top, nearest), table, sizes, update)
    left--
  }
  return merges.sort((x, y) => x.height - y.height || x.a - y.a || x.b - y.b)
}

/** The previous link of the chain wins a tie, or the chain would never end. */
function nearestTo(node: number, previous: number | undefined, table: Float64Array, sizes: Float64Array): number {
  const size = sizes.length
  let best = previous ?? -1
  let least = best < 0 ? Number.POSITIVE_INFINITY : table[node * size + best]!
  for (let other = 0; other < size; other++) {
    if (other === node || sizes[other] === 0 || table[node * size + other]! >= least) continue
    least = table[node * size + other]!
    best = other
  }
  return best
}

function join(a: number, b: number, table: Float64Array, sizes: Float64Array, update: Update): void {
  const size = sizes.length
  const between = table[a * size + b]!
  for (let other = 0; other < size; other++) {
    if (other === a || other === b || sizes[other] === 0) continue
    const members = { a: sizes[a]!, b: sizes[b]!, other: sizes[other]! }
    const value = update(table[a * size + other]!, table[b * size + other]!, between, members)
    table[a * size + other] = value
    table[other * size + a] = value
  }
  sizes[a]! += sizes[b]!
  sizes[b] = 0
}

function labelsAfter(size: number, merges: readonly Merge[]): Int32Array {
  const clusters = createUnionFind(size)
  for (const { a, b } of merges) clusters.unite(a, b)
  const numbers = new Map<number, number>()
  return Int32Array.from({ length: size }, (_, node) => {
    const own = clusters.find(node)
    if (!numbers.has(own)) numbers.set(own, numbers.size)
    return numbers.get(own)!
  })
}
