import { safeSchemes, schemeOf } from './safe-schemes.ts'

/**
 * The absolute form of a reference, read as RFC 3986 has it; what cannot be made absolute comes back as it was, so that
 * nothing a publisher wrote is lost. An address with a scheme of its own never leans on the base (`http:g` stays `http:g`).
 */
export function resolveUrl(raw: string, base?: string | null): string {
  const reference = raw.trim()
  // A template's placeholder was never an address.
  if (/^\{[^}]*\}$/.test(reference)) return reference
  if (/^https?:(?!\/)/i.test(reference)) return reference
  return parse(reference, base)?.href ?? reference
}

/** The absolute form of an address a reader may follow; null for a scheme that could do harm and for what is no address. */
export function resolveSafeUrl(raw: string, base?: string | null): string | null {
  const scheme = schemeOf(raw)
  if (scheme !== null && !safeSchemes.has(scheme)) return null
  const url = parse(raw.trim(), base)
  return url !== null && safeSchemes.has(url.protocol.slice(0, -1)) ? url.href : null
}

function parse(reference: string, base?: string | null): URL | null {
  if (base != null && URL.canParse(reference, base)) return new URL(reference, base)
  return URL.canParse(reference) ? new URL(reference) : null
}
