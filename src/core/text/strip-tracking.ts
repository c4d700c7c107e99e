import { isUrl } from './is-url.ts'
import { keepParams, mendAmpersands, paramName, paramValue } from './query.ts'
import { isTrackingParam, refererParams } from './tracking-params.ts'

/**
 * Removes tracking parameters from an address and repairs escaped ampersands (`&amp;`); the rest is unchanged. `ownUrls` are
 * the site and the feed: `ref=` with their host counts as tracking too.
 */
export function stripTracking(raw: string, ownUrls: readonly string[] = []): string {
  if (!/^https?:/i.test(raw)) return raw
  const url = mendAmpersands(raw)
  const hash = url.indexOf('#')
  const end = hash < 0 ? url.length : hash
  const mark = url.indexOf('?')
  if (mark < 0 || mark > end) return url
  const hosts = ownUrls.length === 0 ? noHosts : hostsOf(ownUrls)
  const kept = keepParams(
    url.slice(mark + 1, end),
    (piece) => !isTrackingParam(paramName(piece)) && !namesOwnHost(piece, hosts),
  )
  return url.slice(0, mark) + (kept.length === 0 ? '' : `?${kept.join('&')}`) + url.slice(end)
}

const noHosts: ReadonlySet<string> = new Set()

const hostsOf = (urls: readonly string[]): ReadonlySet<string> =>
  new Set(urls.filter((url) => isUrl(url)).map((url) => bareHost(new URL(url).hostname)))

const bareHost = (host: string): string => host.replace(/^www\./, '')

function namesOwnHost(piece: string, hosts: ReadonlySet<string>): boolean {
  if (hosts.size === 0 || !refererParams.has(paramName(piece).toLowerCase())) return false
  const value = paramValue(piece)
  const host = isUrl(value) ? new URL(value).hostname : value.toLowerCase()
  return hosts.has(bareHost(host))
}
