import type { Entry } from '../domain/entry.ts'
import { canonicalUrl } from '../text/canonical-url.ts'

/**
 * Alternate link, permalink guid, an id that is an address, enclosure; resolved and canonical. What FeedBurner says the
 * page was before it went through FeedBurner comes first. A guid is never resolved: a bare number would become a page.
 */
export function articleUrl(entry: Entry, feedUrl: string): string | null {
  const base = entry.base ?? feedUrl
  const link = entry.originalLink ?? entry.link
  const page = link === null ? null : canonicalUrl(link, base)
  if (page !== null) return page
  const guid = entry.guid === null ? null : canonicalUrl(entry.guid.value)
  if (guid !== null) return guid
  for (const { url } of entry.enclosures) {
    const file = canonicalUrl(url, base)
    if (file !== null) return file
  }
  return null
}
