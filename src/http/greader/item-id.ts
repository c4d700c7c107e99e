import { MOST_ID } from '../contract/fields.ts'

/* Ids of items in the Google Reader API. Apps send them in four spellings: the long one, the long one without leading zeros, its 16
   hexadecimal digits alone, and a decimal number, which may be negative. Ours are far below 10^15, so that no decimal number of ours
   has 16 digits: such a one is always hexadecimal. */

/** Ids of stories lie above those of all articles, and below what could be taken for hexadecimal digits. */
export const STORIES_FROM = 5 * 10 ** 14

const LONG = 'tag:google.com,2005:reader/item/'

/** As items name themselves. */
export const longItemId = (id: number): string => LONG + id.toString(16).padStart(16, '0')

/** The id of an article, whatever its spelling; null for what cannot be one of ours. */
export function parseItemId(text: string): number | null {
  const isLong = text.startsWith(LONG)
  const digits = isLong ? text.slice(LONG.length) : text
  if (isLong ? /^[0-9a-f]{1,16}$/i.test(digits) : /^[0-9a-f]{16}$/i.test(digits)) return ours(BigInt(`0x${digits}`))
  return !isLong && /^-?\d{1,19}$/.test(digits) ? ours(BigInt(digits)) : null
}

/** The databases hold no larger id of an article; those of stories begin with a number of their own. */
const ours = (id: bigint): number | null => {
  const article = id > BigInt(STORIES_FROM) ? id - BigInt(STORIES_FROM) : id
  return article > 0n && article <= BigInt(MOST_ID) ? Number(id) : null
}
