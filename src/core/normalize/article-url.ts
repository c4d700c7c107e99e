import type { Entry } from '../domain/entry.ts'
import { canonicalUrl } from '../text/canonical-url.ts'

/**
 * The entry's address, canonical: FeedBurner's original link, then alternate link (an Atom id where there is none), permalink
 * guid, enclosure. A guid is never resolved against a base: a bare number would become an address.
 */
export function articleUrl(entry: Entry, feedUrl: string): string | null {
  const base = entry.base ?? feedUrl
  const link = entry.originalLink ?? entry.link
  const page = link === null ? null : webAddress(link, base)
  if (page !== null) return page
  const guid = entry.guid?.isPermalink ? webAddress(entry.guid.value, null) : null
  if (guid !== null) return guid
  for (const { url } of entry.enclosures) {
    const file = webAddress(url, base)
    if (file !== null) return file
  }
  return null
}

/** Longer than any server takes. */
const longestUrl = 8_192

const webAddress = (raw: string, base: string | null): string | null =>
  raw.length > longestUrl ? null : canonicalUrl(raw, base)
