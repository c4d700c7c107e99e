import { isUrl } from '../text/is-url.ts'

/** An address without its user name and password, safe to show. */
export function withoutCredentials(url: string): string {
  if (!isUrl(url)) return url
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  return bare.href
}

/** Copies the feed's credentials to a redirect target with the same origin; the fetcher reports addresses without them. */
export function withCredentialsOf(feedUrl: string, target: string): string {
  if (!isUrl(feedUrl)) return target
  const from = new URL(feedUrl)
  const to = new URL(target)
  if (from.origin !== to.origin) return target
  to.username = from.username
  to.password = from.password
  return to.href
}
