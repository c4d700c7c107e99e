const hasScheme = /^[a-z][a-z0-9+.-]*:/i

/** An address as written made absolute where there is something to start from; one that cannot be is kept as written. */
export function absolute(written: string, base: string | null): string {
  const href = written.trim().replace(/[\t\r\n]+/g, '')
  if (base === null || hasScheme.test(href)) return href
  return URL.canParse(href, base) ? new URL(href, base).href : href
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
