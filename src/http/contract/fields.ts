import { z } from 'zod'

/* Fields that several resources share. Instants are ISO 8601 in UTC; what is unknown is null. */

/** Ids of articles, feeds, readers and the like. */
export const MOST_ID = 2 ** 31 - 1

export const instant = z.iso.datetime().meta({ examples: ['2026-11-16T07:00:00.000Z'] })
export const id = z.int().min(1).max(MOST_ID)
/** An id in a path or a query. */
export const idText = z.coerce.number<string>().int().min(1).max(MOST_ID)
/** A story is named by the key of its first member. */
export const storyId = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .meta({ examples: ['5f3a9c1d2b4e6f708192a3b4c5d6e7f8'] })
/** Text that a person typed: no control characters, and not without end. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\u0000-\u001f\u007f]*$/, { error: 'must not hold control characters' })

/** True or false in a query. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

export const byId = z.strictObject({ id: idText })
export const byStory = z.strictObject({ id: storyId })
