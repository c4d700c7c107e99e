import { z } from 'zod'
import { digestName } from './digests.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, instant } from './fields.ts'
import { pageOf, paging } from './paging.ts'
import { coded } from './reason-schema.ts'

const detail = z.string().nullable()

/** How a delivery stands; `detail` is what the other side, or a library, said of it. */
export const deliveryReason = z
  .discriminatedUnion('code', [
    coded('sent', { detail: z.null() }),
    coded('sending', { detail: z.null() }),
    coded('failed', { detail }),
    coded('abandoned', { detail }),
    coded('inDoubt', { detail }),
  ])
  .meta({ id: 'DeliveryReason' })

export type DeliveryReason = z.output<typeof deliveryReason>

export const delivery = z
  .strictObject({
    id,
    channel: z.enum(['file', 'email', 'webhook', 'ntfy']),
    recipient: z.string(),
    /** `unknown`: it may have arrived or not, and is never sent again by itself. */
    state: z.enum(['sending', 'sent', 'failed', 'unknown']),
    reason: deliveryReason,
    /** The same in English. */
    words: z.string(),
    claimedAt: instant,
    settledAt: instant.nullable(),
  })
  .meta({ id: 'Delivery' })

export type Delivery = z.output<typeof delivery>

/** A delivery as administrators see it. */
const anyDelivery = delivery
  .extend({
    /** Whose it is. */
    reader: id,
    /** What it brings. */
    kind: z.enum(['digest', 'alert', 'search']),
    /** Such as `digest:2026-11-15:morning`. */
    subject: z.string(),
  })
  .meta({ id: 'AnyDelivery' })

export type AnyDelivery = z.output<typeof anyDelivery>

export const listDigestDeliveries = endpoint({
  method: 'GET',
  path: '/digests/:date/:type/deliveries',
  tag: 'Deliveries',
  summary: 'What became of the deliveries of one digest of yours',
  scope: 'read',
  params: digestName,
  answer: pageOf(delivery),
})

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/deliveries',
  tag: 'Deliveries',
  summary: 'Deliveries of all readers that may have arrived or not, newest first',
  scope: 'admin',
  query: z.strictObject({ state: z.enum(['unknown']).default('unknown'), ...paging }),
  answer: pageOf(anyDelivery),
})

export const settleDelivery = endpoint({
  method: 'POST',
  path: '/deliveries/:id/settle',
  tag: 'Deliveries',
  summary: 'Say what became of a delivery in doubt, or have it sent again; gives it as it is then',
  scope: 'admin',
  params: byId,
  body: z.strictObject({ outcome: z.enum(['sent', 'failed', 'send_again']) }),
  answer: anyDelivery,
  refusals: [422],
})
