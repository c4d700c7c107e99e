import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { stateReason } from './feed-reasons.ts'
import { id } from './fields.ts'
import { findingReason } from './finding-reasons.ts'

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
    /** Why the feed is in its state. */
    reason: stateReason,
    /** The finding in English. */
    words: z.string(),
    action,
  })
  .meta({ id: 'Advice' })

export type AdviceCode = z.output<typeof feedAdvice>['code']

const finding = z
  .strictObject({
    name: z.string(),
    state: z.enum(['ok', 'warning', 'failed']),
    reason: findingReason,
    /** The same in English. */
    words: z.string(),
    /** What to do, in English; null for nothing. */
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
