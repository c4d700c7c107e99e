/** Feeds that escape twice leave `&amp;` and `&#038;` between parameters. */
export const mendAmpersands = (url: string): string =>
  url.includes('&') ? url.replace(/&(?:amp;|#0*38;|#x0*26;)+/gi, '&') : url

/** The name of one `name=value` piece, decoded enough to be looked up. */
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

/** Keeps the pieces a test approves, as they were written and in their order; empty ones go. */
export function keepParams(query: string, keep: (piece: string) => boolean): string[] {
  return query.split('&').filter((piece) => piece !== '' && keep(piece))
}

/** Sorted by name; parameters of one name keep their order, which can matter. */
export function sortParams(pieces: readonly string[]): string[] {
  return pieces
    .map((piece) => ({ piece, name: paramName(piece) }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ piece }) => piece)
}
