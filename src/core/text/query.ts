/** Repairs doubly escaped ampersands (`&amp;`, `&#038;`) between parameters. */
export const mendAmpersands = (url: string): string =>
  url.includes('&') ? url.replace(/&(?:amp;|#0*38;|#x0*26;)+/gi, '&') : url

/** The name of one `name=value` piece, decoded for look-up. */
export function paramName(piece: string): string {
  const end = piece.indexOf('=')
  const name = end < 0 ? piece : piece.slice(0, end)
  return name.replace(/%5[fF]/g, '_')
}

/** The value of one piece, decoded where possible. */
export function paramValue(piece: string): string {
  const end = piece.indexOf('=')
  const value = end < 0 ? '' : piece.slice(end + 1)
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Keeps the pieces that pass a test, as written and in their order; empty ones are dropped. */
export function keepParams(query: string, keep: (piece: string) => boolean): string[] {
  return query.split('&').filter((piece) => piece !== '' && keep(piece))
}

/** Stable sort by name: the order of parameters with the same name can matter. */
export function sortParams(pieces: readonly string[]): string[] {
  return pieces
    .map((piece) => ({ piece, name: paramName(piece) }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ piece }) => piece)
}
