/** Disjoint sets of numbers. */
export interface UnionFind {
  /** Joins the sets of two numbers; false when they were one already. */
  readonly unite: (a: number, b: number) => boolean
}

/** Union-find with path halving; the smaller number leads. */
export function createUnionFind(size: number): UnionFind {
  const parents = Int32Array.from({ length: size }, (_, at) => at)
  const find = (one: number): number => {
    let at = one
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!
      at = parents[at]!
    }
    return at
  }
  return {
    unite: (a, b) => {
      const [first, second] = [find(a), find(b)]
      if (first === second) return false
      parents[Math.max(first, second)] = Math.min(first, second)
      return true
    },
  }
}
