import { isUrl } from '../text/is-url.ts'

/** An address that may be shown. */
export function withoutCredentials(url: string): string {
  if (!isUrl(url)) return url
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  return bare.href
}

/** Replies never carry passwords; a feed that moves within its host still needs its own. */
export function withCredentialsOf(feedUrl: string, target: string): string {
  if (!isUrl(feedUrl)) return target
  const from = new URL(feedUrl)
  const to = new URL(target)
  if (from.origin !== to.origin) return target
  to.username = from.username
  to.password = from.password
  return to.href
}
