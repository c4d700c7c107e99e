/** Copies a string. A slice of a document shares the document's memory and would keep all of it alive. */
export function ownCopy(piece: string): string {
  return Array.from(piece).join('')
}
