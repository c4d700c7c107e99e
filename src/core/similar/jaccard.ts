/** Jaccard similarity: shared members over all members; 0 for two empty sets. */
export function jaccard<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let shared = 0
  for (const member of small) if (large.has(member)) shared++
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
}

/** Jaccard similarity of two ascending arrays without repeats. */
export function jaccardSorted(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const all = a.length + b.length
  if (all === 0) return 0
  const shared = sharedSorted(a, b)
  return shared / (all - shared)
}

/** How many members two ascending arrays without repeats share. */
export function sharedSorted(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let shared = 0
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const x = a[i]!
    const y = b[j]!
    if (x === y) shared++
    if (x <= y) i++
    if (y <= x) j++
  }
  return shared
}
