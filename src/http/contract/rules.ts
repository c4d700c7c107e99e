import { z } from 'zod'
import { article } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, instant } from './fields.ts'
import { pageOf } from './paging.ts'
import { query } from './search.ts'
import { userReason } from './user-reasons.ts'

const kind = z.enum(['mute', 'highlight'])

export const rule = z
  .strictObject({
    id,
    /** What is muted is in no list, no digest and not in today; what is highlighted carries a mark. */
    kind,
    /** In the language of search. */
    query: z.string(),
    createdAt: instant,
    /** Why it cannot be followed any more, such as a tab that is gone. */
    problem: z.string().nullable(),
    /** The same as a code with its values. */
    problemReason: userReason.nullable(),
  })
  .meta({ id: 'Rule' })

export type Rule = z.output<typeof rule>

export const listRules = endpoint({
  method: 'GET',
  path: '/rules',
  tag: 'Rules',
  summary: 'The rules of the reader',
  scope: 'read',
  answer: pageOf(rule),
})

export const addRule = endpoint({
  method: 'POST',
  path: '/rules',
  tag: 'Rules',
  summary: 'Mute or highlight what a search finds: of the last fourteen days at once, and whatever comes',
  scope: 'write',
  body: z.strictObject({ kind, query }),
  answer: rule,
  refusals: [422],
})

export const changeRule = endpoint({
  method: 'PATCH',
  path: '/rules/:id',
  tag: 'Rules',
  summary: 'Change a rule; it begins anew',
  scope: 'write',
  params: byId,
  body: z.strictObject({ kind: kind.optional(), query: query.optional() }),
  answer: rule,
})

export const removeRule = endpoint({
  method: 'DELETE',
  path: '/rules/:id',
  tag: 'Rules',
  summary: 'Remove a rule; what it muted is shown again',
  scope: 'write',
  params: byId,
  answer: null,
})

export const dryRunRule = endpoint({
  method: 'POST',
  path: '/rules/dry-run',
  tag: 'Rules',
  summary: 'How many articles of the last days a rule would touch, and which',
  scope: 'read',
  body: z.strictObject({ query }),
  answer: z.strictObject({
    days: z.int(),
    /** Not counted beyond a thousand. */
    articles: z.int(),
    examples: z.array(article),
  }),
})
