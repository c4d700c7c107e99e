import { basename } from 'node:path'
import { parseSubject } from '../app/delivery-subject.ts'
import { deliveryReason, deliveryState, deliveryWords } from '../app/delivery-words.ts'
import type { StoredDelivery } from '../app/web-deliveries.ts'
import { type ApiRoute, route } from './api-route.ts'
import {
  type AnyDelivery,
  type Delivery,
  listDeliveries,
  listDigestDeliveries,
  settleDelivery,
} from './contract/deliveries.ts'
import { MOST_ID } from './contract/fields.ts'
import { fromCursor, toCursor } from './cursor.ts'
import { iso, isoOrNull } from './iso.ts'
import { notFound } from './refusal.ts'

/** A folder of the server is nobody's business. */
const shownRecipient = ({ channel, recipient }: StoredDelivery) =>
  channel === 'file' ? basename(recipient) : recipient

export function toDelivery(one: StoredDelivery, now: number): Delivery {
  const reason = deliveryReason(one, now)
  return {
    id: one.id,
    channel: one.channel,
    recipient: shownRecipient(one),
    state: deliveryState(one, now),
    reason,
    words: deliveryWords(reason),
    claimedAt: iso(one.claimedAt),
    settledAt: isoOrNull(one.settledAt),
  }
}

const toAnyDelivery = (one: StoredDelivery, now: number): AnyDelivery => {
  const { reader, kind } = parseSubject(one.subject)
  return { ...toDelivery(one, now), reader, kind: kind as AnyDelivery['kind'], subject: one.subject }
}

export const deliveryRoutes: readonly ApiRoute[] = [
  route(listDigestDeliveries, async ({ own, app, params: { type, date } }) => {
    const found = await own.deliveries.ofDigest(type, date)
    if (found.length === 0 && (await own.digests.on(type, date)) === null) throw notFound()
    return { items: found.map((one) => toDelivery(one, app.now())), next: null }
  }),
  route(listDeliveries, async ({ own, app, query: { cursor, limit } }) => {
    const before = cursor === undefined ? MOST_ID : (fromCursor(cursor, ['id'])[0] as number)
    const found = await own.deliveries.inDoubt(before, limit + 1)
    const items = found.slice(0, limit)
    const next = found.length > limit ? toCursor([items.at(-1)!.id]) : null
    return { items: items.map((one) => toAnyDelivery(one, app.now())), next }
  }),
  route(settleDelivery, async ({ own, app, params, body }) => {
    const settled = await own.deliveries.settle(params.id, body.outcome)
    if (settled === null) throw notFound()
    return toAnyDelivery(settled, app.now())
  }),
]
