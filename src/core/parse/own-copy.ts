/** The same string, free of the one it was cut from: a piece of a document, kept, would keep the whole document in memory. */
export function ownCopy(piece: string): string {
  return Array.from(piece).join('')
}
