import type { Entry } from '../domain/entry.ts'
import { articleDate } from './article-date.ts'

/** The entries to look at when a feed lists more than it should: the newest, the earlier in the document among equals. */
export function newestEntries(entries: readonly Entry[], most: number, now: number): ReadonlySet<Entry> {
  if (entries.length <= most) return new Set(entries)
  const dated = entries.map((entry) => ({ entry, published: articleDate(entry.dates, now).published }))
  dated.sort((a, b) => b.published - a.published)
  return new Set(dated.slice(0, most).map(({ entry }) => entry))
}
