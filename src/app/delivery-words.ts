import type { DeliveryReason } from '../core/domain/delivery-reason.ts'
import { type Said, say } from '../core/domain/reason-texts.ts'
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

/** What a person said of a delivery in doubt, as it is stored. */
export const BY_HAND = { sent: 'said to have arrived', failed: 'said not to have arrived' } as const

/** The same with what is known of it. */
export function deliveryReason(delivery: Delivery, now: number): DeliveryReason {
  const { outcome } = delivery
  // That a person said so is no more than the state says.
  const detail = delivery.detail === '' || delivery.detail === BY_HAND.failed ? null : delivery.detail
  if (outcome === 'sent') return { code: 'sent', detail: null }
  if (outcome === 'abandoned') return { code: 'abandoned', detail }
  if (outcome === 'failed') return { code: 'failed', detail }
  return isDoubtful(delivery, now) ? { code: 'inDoubt', detail } : { code: 'sending', detail: null }
}

const because = (detail: string | null) => (detail === null ? '' : `: ${detail}`)

const WORDS: Said<DeliveryReason> = {
  sent: () => 'sent',
  sending: () => 'is being sent',
  abandoned: ({ detail }) => `did not arrive, and is not sent again${because(detail)}`,
  failed: ({ detail }) => `could not be sent${because(detail)}`,
  inDoubt: ({ detail }) =>
    `may have arrived or not (${detail ?? 'nothing was heard since'}); it is not sent again by itself`,
}

/** The same in words. */
export const deliveryWords = (reason: DeliveryReason): string => say(WORDS, reason)
