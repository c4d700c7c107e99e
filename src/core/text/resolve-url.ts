import { isUrl } from './is-url.ts'
import { safeSchemes } from './safe-schemes.ts'

/**
 * Resolves a reference by RFC 3986; one that cannot be resolved is returned unchanged. An address with its own scheme
 * is never resolved against the base (`http:g` stays `http:g`).
 */
export function resolveUrl(raw: string, base?: string | null): string {
  const reference = raw.trim()
  // An unfilled template placeholder is not an address.
  if (/^\{[^}]*\}$/.test(reference)) return reference
  if (/^https?:(?!\/)/i.test(reference)) return reference
  return isPlainUrl(reference) ? reference : (parseUrl(reference, base)?.href ?? reference)
}

/** Resolves an address that a reader may follow; null for a dangerous scheme or an invalid address. Without a password. */
export function resolveSafeUrl(raw: string, base?: string | null): string | null {
  if (isPlainUrl(raw)) return raw
  // The scheme is checked after parsing, with the browsers' parser: blanks, controls and case cannot hide it.
  const url = parseUrl(raw.trim(), base)
  return url !== null && safeSchemes.has(url.protocol.slice(0, -1)) ? withoutSecret(url).href : null
}

/** On the web a name is as secret as a password; elsewhere (`svn+ssh://git@host`) it is part of the address. */
function withoutSecret(url: URL): URL {
  if (url.protocol === 'http:' || url.protocol === 'https:') url.username = ''
  url.password = ''
  return url
}

/** Parses against the base, or alone when the base is not an address. */
export function parseUrl(reference: string, base?: string | null): URL | null {
  try {
    return base == null ? new URL(reference) : new URL(reference, base)
  } catch {
    return base == null || !isUrl(reference) ? null : new URL(reference)
  }
}

/** The form of most addresses in feeds, which the parser would return unchanged: ASCII host, no unusual character. */
const plain =
  /^https?:\/\/(?:[a-z0-9-]+\.)+[a-z]+\/[A-Za-z0-9\-_~!$&()*+,;=:@/%.]*(?:\?[A-Za-z0-9\-._~!$&()*+,;=:@/?%]*)?(?:#[A-Za-z0-9\-._~!$&()*+,;=:@/?%]*)?$/

/** True for an absolute web address that is already in the form `URL` would write. */
export const isPlainUrl = (address: string): boolean => plain.test(address) && !/\/\.|%2e|xn--/i.test(address)
