import { MOST_ID } from './contract/fields.ts'
import { Refusal } from './refusal.ts'

/* Cursors are opaque to clients: JSON in base64url. They carry nothing secret, and everything in them is checked. */

export const toCursor = (value: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url')

export const badCursor = (): Refusal =>
  new Refusal(400, 'bad_cursor', 'This cursor is not one of this list; ask for the first page.')

/** The parts of a cursor, each of the wanted type. */
export function fromCursor(text: string, types: readonly PartType[]): (string | number)[] {
  const parts = parsed(text)
  const isRight = Array.isArray(parts) && parts.length === types.length
  if (!isRight || !types.every((type, at) => isOf(parts[at], type))) throw badCursor()
  return parts
}

/** What a part of a cursor is: a text, a whole number, or the id of an article. */
type PartType = 'string' | 'number' | 'id'

function isOf(part: unknown, type: PartType): boolean {
  if (type === 'string') return typeof part === 'string'
  return Number.isSafeInteger(part) && (type === 'number' || Math.abs(part as number) <= MOST_ID)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
}
