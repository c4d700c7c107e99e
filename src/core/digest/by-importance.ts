/** The sort key of an article, or of a topic by its lead. */
export interface Ranked {
  readonly score: number | null
  readonly position: number
  readonly published: number
  readonly key: string
}

/**
 * Best first; ties by the source's position in `feeds.yaml`, then the newer article, then the key: never by the order
 * of arrival.
 */
export function byImportance(a: Ranked, b: Ranked): number {
  return (
    (b.score ?? -1) - (a.score ?? -1) ||
    a.position - b.position ||
    b.published - a.published ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  )
}
