import type { Delivery } from '../io/store/deliveries.ts'
import { isDoubtful } from './digest-delivery.ts'

/** How a delivery stands, for a person. */
export type DeliveryState = 'sending' | 'sent' | 'failed' | 'unknown'

/** A delivery that was claimed just now may still be in progress. */
export function deliveryState(delivery: Delivery, now: number): DeliveryState {
  const { outcome } = delivery
  if (outcome === 'sent') return 'sent'
  if (outcome === 'failed' || outcome === 'abandoned') return 'failed'
  return isDoubtful(delivery, now) ? 'unknown' : 'sending'
}

/** The same in words, with the reason where one is known. */
export function deliveryWords(delivery: Delivery, now: number): string {
  const { outcome, detail } = delivery
  const because = detail === null || detail === '' ? '' : `: ${detail}`
  if (outcome === 'sent') return 'sent'
  if (outcome === 'abandoned') return `did not arrive, and is not sent again${because}`
  if (outcome === 'failed') return `could not be sent${because}`
  if (!isDoubtful(delivery, now)) return 'is being sent'
  return `may have arrived or not (${detail ?? 'nothing was heard since'}); it is not sent again by itself`
}
