/** What decides between two articles, or two topics by their leads. */
export interface Ranked {
  readonly score: number | null
  readonly position: number
  readonly published: number
  readonly key: string
}

/** Best first; ties go to the source earlier in `feeds.yaml`, then the newer article, then the key: never to who came first. */
export function byImportance(a: Ranked, b: Ranked): number {
  return (
    (b.score ?? -1) - (a.score ?? -1) ||
    a.position - b.position ||
    b.published - a.published ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  )
}
