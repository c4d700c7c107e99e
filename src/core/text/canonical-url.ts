import { tidyPercent } from './percent.ts'
import { keepParams, mendAmpersands, paramName, sortParams } from './query.ts'
import { isPlainUrl, parseUrl } from './resolve-url.ts'
import { isCanonicalNoise } from './tracking-params.ts'

/**
 * The canonical address: the one we store, show and open; null when it is not on the web. To compare two addresses use
 * `urlKey`, which ignores more differences.
 */
export function canonicalUrl(raw: string, base?: string | null): string | null {
  if (isCanonical(raw)) return raw
  const url = webUrl(mendAmpersands(raw), base)
  if (url === null) return null
  const path = tidyPercent(url.pathname).replace(trailingSlashes, '') || '/'
  // Without a login: it is a secret, or a disguise of the host (https://bank.example@evil.example).
  return `${url.protocol}//${url.host}${path}${canonicalQuery(url.search)}${appRoute(url.hash)}`
}

/** True for most addresses: already in the parser's output form, and without any part that the rules below change. */
const isCanonical = (address: string): boolean => !/[?#%&]|\/$/.test(address) && isPlainUrl(address)

// Anchored on a character that is not a slash: a plain /\/+$/ is quadratic on a path of slashes.
const trailingSlashes = /(?<!\/)\/+$/

/** Parses an address of http or https; null for any other. */
export function webUrl(raw: string, base?: string | null): URL | null {
  const url = parseUrl(raw, base)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
}

function canonicalQuery(search: string): string {
  if (search.length < 2) return ''
  const kept = sortParams(keepParams(search.slice(1), (piece) => !isCanonicalNoise(paramName(piece))))
  return kept.length === 0 ? '' : `?${tidyPercent(kept.join('&'))}`
}

/** A fragment is a position on the page, unless a script uses it as a route. */
const appRoute = (hash: string): string => (hash.startsWith('#!') || hash.startsWith('#/') ? hash : '')
