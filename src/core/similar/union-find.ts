/** Disjoint sets of the numbers from 0 on. */
export interface UnionFind {
  /** The number that leads the set of a number: the smallest of the set. */
  readonly find: (one: number) => number
  /** Joins the sets of two numbers; false when they were one already. */
  readonly unite: (a: number, b: number) => boolean
}

/** Union-find with path halving, each number in a set of its own; the smaller number leads, so that order of joins says nothing. */
export function createUnionFind(size: number): UnionFind {
  const parents = new Int32Array(size)
  for (let at = 0; at < size; at++) parents[at] = at
  const find = (one: number): number => {
    let at = one
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!
      at = parents[at]!
    }
    return at
  }
  return {
    find,
    unite: (a, b) => {
      const [first, second] = [find(a), find(b)]
      if (first === second) return false
      parents[Math.max(first, second)] = Math.min(first, second)
      return true
    },
  }
}
