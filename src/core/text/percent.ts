const unreserved = /[A-Za-z0-9._~-]/

/**
 * Decodes unnecessary percent-encoding (`%7E`, `%2D`) and writes the rest in capitals, as RFC 3986 section 6.2.2 asks.
 */
export function tidyPercent(part: string): string {
  if (!part.includes('%')) return part
  return part.replace(/%([0-9a-fA-F]{2})/g, (written, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return unreserved.test(character) ? character : written.toUpperCase()
  })
}
