import { z } from 'zod'

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
