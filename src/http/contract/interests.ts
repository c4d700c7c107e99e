import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, line } from './fields.ts'
import { pageOf, paging } from './paging.ts'

const move = z.strictObject({
  /** What the reader did, `configured` or `category` for what the settings say, `faded` for time. */
  cause: z.enum(['read', 'saved', 'skipped', 'more', 'less', 'configured', 'category', 'faded', 'earlier']),
  amount: z.number(),
  at: instant.nullable(),
  /** The article that made it, where it is still there. */
  article: z.strictObject({ id, title: z.string() }).nullable(),
})

export const interest = z
  .strictObject({
    /** Names it in `forget`. */
    term: z.string(),
    /** As a person would write it. */
    written: z.string(),
    /** Negative for what the reader wants less of. */
    weight: z.number(),
    /** Whether the settings name it: that part is changed there. */
    isConfigured: z.boolean(),
    /** The last changes, oldest first. */
    moves: z.array(move),
  })
  .meta({ id: 'Interest' })

const learning = z.strictObject({
  /** Whether what was learned counts already. */
  counts: z.boolean(),
  /** Learned of so many articles; it counts from so many on. */
  articles: z.int(),
  leastArticles: z.int(),
  /** On so many days, not counted beyond what is needed. */
  days: z.int(),
  leastDays: z.int(),
})

export const listInterests = endpoint({
  method: 'GET',
  path: '/interests',
  tag: 'Interests',
  summary: 'What the reader cares about, what made it so, and how far learning has come',
  scope: 'read',
  query: z.strictObject(paging),
  answer: pageOf(interest).extend({ learning }),
})

export const forgetInterests = endpoint({
  method: 'POST',
  path: '/interests/forget',
  tag: 'Interests',
  summary: 'Forget what was learned: one term, or all; what the settings say stays',
  scope: 'write',
  body: z.union([z.strictObject({ term: line(200) }), z.strictObject({ all: z.literal(true) })]),
  answer: learning,
})
