import { isUrl } from '../text/is-url.ts'

const hasScheme = /^[a-z][a-z0-9+.-]*:/i

/** An address as written made absolute where there is something to start from; one that cannot be is kept as written. */
export function absolute(written: string, base: string | null): string {
  const href = /[\t\r\n]/.test(written) ? written.trim().replace(/[\t\r\n]+/g, '') : written.trim()
  if (base === null || hasScheme.test(href)) return href
  return isUrl(href, base) ? inItsOwnLetters(new URL(href, base), base) : href
}

/** A host in letters of its own stays readable: `URL` would hand out its ASCII form. */
function inItsOwnLetters(url: URL, base: string): string {
  const host = /^[a-z]+:\/\/([^/?#]*)/i.exec(base)?.[1] ?? ''
  return /[^\0-\x7f]/.test(host) && new URL(base).host === url.host ? url.href.replace(url.host, host) : url.href
}

/** The base inside an element: its own `xml:base` against the one around it; one that leads off the web is ignored. */
export function innerBase(written: string, outer: string | null): string | null {
  const resolved = absolute(written, outer)
  return resolved === '' || (hasScheme.test(resolved) && !isWebAddress(resolved)) ? outer : resolved
}

/** Whether an address is absolute and on the web. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^/]/i.test(address)
}
