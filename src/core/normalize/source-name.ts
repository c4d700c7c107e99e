import type { Text } from '../domain/entry.ts'
import { isUrl } from '../text/is-url.ts'
import { plainTitle } from './article-title.ts'

/** The configured name, else the feed's title, else the host. */
export function sourceName(configured: string | null, feedTitle: Text | null, feedUrl: string): string {
  const name = configured?.trim() ?? ''
  if (name !== '') return name
  return (feedTitle === null ? null : plainOnce(feedTitle)) ?? hostOf(feedUrl)
}

const plainTitles = new WeakMap<Text, string | null>()

/** Caches the last title: all entries of a feed have the same one. */
function plainOnce(title: Text): string | null {
  const known = plainTitles.get(title)
  if (known !== undefined) return known
  const plain = plainTitle(title)
  plainTitles.set(title, plain)
  return plain
}

const hostOf = (url: string): string => (isUrl(url) ? new URL(url).hostname.replace(/^www\./, '') : url)
