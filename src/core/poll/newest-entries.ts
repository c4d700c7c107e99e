import type { PreparedEntry } from '../domain/prepared.ts'

/** The newest so many entries of a document; of entries of one instant those that come first in it. */
export function newestEntries(entries: readonly PreparedEntry[], most: number): PreparedEntry[] {
  return entries.toSorted((a, b) => b.article.published - a.article.published).slice(0, most)
}
