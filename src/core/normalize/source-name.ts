import type { Text } from '../domain/entry.ts'
import { isUrl } from '../text/is-url.ts'
import { plainTitle } from './article-title.ts'

/** The configured name, the feed's own title, or the host. */
export function sourceName(configured: string | null, feedTitle: Text | null, feedUrl: string): string {
  const name = configured?.trim() ?? ''
  if (name !== '') return name
  return (feedTitle === null ? null : plainTitle(feedTitle)) ?? hostOf(feedUrl)
}

const hostOf = (url: string): string => (isUrl(url) ? new URL(url).hostname.replace(/^www\./, '') : url)
