import { isUrl } from '../text/is-url.ts'

const hasScheme = /^[a-z][a-z0-9+.-]*:/i

/** Resolves an address against a base; an address that cannot be resolved is returned as written. */
export function absolute(written: string, base: string | null): string {
  const href = /[\t\r\n]/.test(written) ? written.trim().replace(/[\t\r\n]+/g, '') : written.trim()
  if (base === null || hasScheme.test(href)) return href
  return isUrl(href, base) ? inItsOwnLetters(new URL(href, base), base) : href
}

/** Keeps a host name in its own script: `URL` would return its Punycode form. */
function inItsOwnLetters(url: URL, base: string): string {
  const host = /^[a-z]+:\/\/([^/?#]*)/i.exec(base)?.[1] ?? ''
  return /[^\0-\x7f]/.test(host) && new URL(base).host === url.host ? url.href.replace(url.host, host) : url.href
}

/**
 * The base inside an element: its own `xml:base` resolved against the outer one; a base that is not on the web is
 * ignored.
 */
export function innerBase(written: string, outer: string | null): string | null {
  const resolved = absolute(written, outer)
  return resolved === '' || (hasScheme.test(resolved) && !isWebAddress(resolved)) ? outer : resolved
}

/** True for an absolute http or https address. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^/]/i.test(address)
}
