import { z } from 'zod'

/* Shapes that several resources share. Instants are ISO 8601 in UTC; what is unknown is null. */

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

/** The most that one page of a list holds. */
export const MOST_ITEMS = 200

/** How a list is paged: `cursor` is the `next` of the page before. */
export const paging = {
  limit: z.coerce.number<string>().int().min(1).max(MOST_ITEMS).default(50),
  cursor: z.string().max(512).optional(),
}

/** One page of a list; `next` asks for the following page, null when this is the last. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), next: z.string().nullable() })

export const byId = z.strictObject({ id: idText })
export const byStory = z.strictObject({ id: storyId })

/** RFC 9457. `code` is for programs, `detail` for people. */
export const problem = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string(),
    /** Where the request was not as it must be. */
    errors: z.array(z.strictObject({ at: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' })

export type Problem = z.output<typeof problem>
