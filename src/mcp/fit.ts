/** The most characters of an answer, as JSON: some six thousand tokens of English, more of Chinese or Japanese. */
export const MOST_CHARACTERS = 24_000
/** Room for the numbers, notes and notice of an answer. */
const FRAME = 1_500

/** The first of some items that fit into an answer together; at least one. */
export function fitting<Item>(items: readonly Item[], room = MOST_CHARACTERS - FRAME): readonly Item[] {
  let left = room
  const end = items.findIndex((item, at) => {
    left -= JSON.stringify(item).length + 1
    return at > 0 && left < 0
  })
  return end === -1 ? items : items.slice(0, end)
}

/** A piece of a text, in whole characters, and where the next one begins; null at the end. */
export function pieceOf(
  text: string,
  from: number,
  most: number,
): { readonly piece: string; readonly next: number | null } {
  const start = isInsidePair(text, from) ? from - 1 : from
  const end = Math.min(text.length, start + most)
  const whole = isInsidePair(text, end) ? end - 1 : end
  return { piece: text.slice(start, whole), next: whole < text.length ? whole : null }
}

/** Whether a place is between the two halves of one character. */
const isInsidePair = (text: string, at: number): boolean => /^[\udc00-\udfff]/.test(text.slice(at, at + 1))
