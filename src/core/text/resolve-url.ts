import { isUrl } from './is-url.ts'
import { safeSchemes } from './safe-schemes.ts'

/**
 * The absolute form of a reference, read as RFC 3986 has it; what cannot be made absolute comes back as it was, so that
 * nothing a publisher wrote is lost. An address with a scheme of its own never leans on the base (`http:g` stays `http:g`).
 */
export function resolveUrl(raw: string, base?: string | null): string {
  const reference = raw.trim()
  // A template's placeholder was never an address.
  if (/^\{[^}]*\}$/.test(reference)) return reference
  if (/^https?:(?!\/)/i.test(reference)) return reference
  return isPlainUrl(reference) ? reference : (parseUrl(reference, base)?.href ?? reference)
}

/** The absolute form of an address a reader may follow; null for a scheme that could do harm and for what is no address. */
export function resolveSafeUrl(raw: string, base?: string | null): string | null {
  if (isPlainUrl(raw)) return raw
  // The scheme is judged after parsing, by the parser browsers use: blanks, controls and case cannot hide it.
  const url = parseUrl(raw.trim(), base)
  return url !== null && safeSchemes.has(url.protocol.slice(0, -1)) ? url.href : null
}

/** Parses against the base, or alone when the base is no address. */
export function parseUrl(reference: string, base?: string | null): URL | null {
  try {
    return base == null ? new URL(reference) : new URL(reference, base)
  } catch {
    return base == null || !isUrl(reference) ? null : new URL(reference)
  }
}

/** Most addresses in feeds are of this form, which the parser would give back unchanged: host in plain letters, no odd character. */
const plain =
  /^https?:\/\/(?:[a-z0-9-]+\.)+[a-z]+\/[A-Za-z0-9\-_~!$&()*+,;=:@/%.]*(?:\?[A-Za-z0-9\-._~!$&()*+,;=:@/?%]*)?(?:#[A-Za-z0-9\-._~!$&()*+,;=:@/?%]*)?$/

/** True for an absolute web address that is already in the form `URL` would write. */
export const isPlainUrl = (address: string): boolean => plain.test(address) && !/\/\.|%2e|xn--/i.test(address)
