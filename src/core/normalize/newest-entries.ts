import type { Entry } from '../domain/entry.ts'
import { articleDate } from './article-date.ts'

/** Limits a feed to its newest entries; among equal dates the earlier in the document is kept. */
export function newestEntries(entries: readonly Entry[], most: number, now: number): ReadonlySet<Entry> {
  if (entries.length <= most) return new Set(entries)
  const dated = entries.map((entry) => ({ entry, published: articleDate(entry.dates, now).published }))
  dated.sort((a, b) => b.published - a.published)
  return new Set(dated.slice(0, most).map(({ entry }) => entry))
}
