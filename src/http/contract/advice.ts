import { z } from 'zod'
import { id } from './common.ts'
import { endpoint } from './endpoint.ts'

const action = z
  .strictObject({
    /**
     * What to do with one request: `poll` (`POST /feeds/:id/poll`), `remove` (`DELETE /subscriptions/:id`), `hide` (`PATCH /subscriptions/:id`
     * with `hidden`), `useAddress` (`POST /subscriptions` with `url`, then remove this one), or nothing that a request could do.
     */
    kind: z.enum(['poll', 'remove', 'hide', 'useAddress', 'none']),
    url: z.string().optional(),
  })
  .meta({ id: 'AdviceAction' })

const feedAdvice = z
  .strictObject({
    feed: id,
    subscription: id,
    name: z.string(),
    code: z.enum(['gone', 'otherAddress', 'neverAnswered', 'failing', 'slow', 'tooMuch', 'quiet']),
    /** The finding for a person. */
    words: z.string(),
    action,
  })
  .meta({ id: 'Advice' })

const finding = z
  .strictObject({
    name: z.string(),
    state: z.enum(['ok', 'warning', 'failed']),
    words: z.string(),
    /** What to do, in words; null for nothing. */
    cure: z.string().nullable(),
  })
  .meta({ id: 'ServerFinding' })

export const getAdvice = endpoint({
  method: 'GET',
  path: '/advice',
  tag: 'Feeds',
  summary:
    'What to do about feeds that the reader follows, and for administrators about the server; empty when all is well',
  scope: 'read',
  answer: z.strictObject({
    /** At most 200. */
    items: z.array(feedAdvice),
    /** Empty for others than administrators. */
    server: z.array(finding),
  }),
})
