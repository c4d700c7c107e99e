import type { DigestType } from '../core/domain/digest.ts'
import { UserError } from '../core/domain/user-error.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoredDelivery } from '../io/store/web/deliveries.ts'
import { digestSubject, parseSubject } from './delivery-subject.ts'
import { BY_HAND, deliveryState } from './delivery-words.ts'
import { IN_PROGRESS_MS } from './digest-delivery.ts'
import type { CallEngine } from './engine-calls.ts'

export type { StoredDelivery }

/** What somebody found out about a delivery in doubt. */
export type Settlement = 'sent' | 'failed' | 'send_again'

/** Deliveries as the server shows and settles them. */
export interface WebDeliveries {
  /** Of one digest of the reader. */
  readonly ofDigest: (type: DigestType, localDate: string) => Promise<StoredDelivery[]>
  /** Those of all readers that may or may not have arrived, newest first. */
  readonly inDoubt: (before: number, limit: number) => Promise<StoredDelivery[]>
  /** Says what became of one in doubt, or has it sent again; null when there is none of that id. */
  readonly settle: (id: number, settlement: Settlement) => Promise<StoredDelivery | null>
}

/** What the deliveries need. */
export interface WebDeliveriesDeps {
  readonly store: Store
  readonly reader: number
  readonly callEngine: CallEngine
  readonly now: () => number
}

export function createWebDeliveries({ store, reader, callEngine, now }: WebDeliveriesDeps): WebDeliveries {
  async function end(delivery: StoredDelivery, settlement: Settlement): Promise<void> {
    if (settlement === 'send_again') {
      const owner = parseSubject(delivery.subject).reader
      const { outcome, left } = await callEngine({ name: 'sendAgain', reader: owner, delivery })
      if (outcome === 'left') throw new UserError({ code: 'cannotSendAgain', left: left! })
      return
    }
    // What is said not to have arrived would be tried again as a failure: nobody asked for that.
    const outcome = settlement === 'failed' ? 'abandoned' : settlement
    const isSettled = await store.web.settleDoubt(delivery, { outcome, detail: BY_HAND[settlement], now: now() })
    if (!isSettled) throw new UserError({ code: 'settledMeanwhile' })
  }
  return {
    ofDigest: (type, localDate) =>
      store.web.deliveriesOf([false, true].map((isAhead) => digestSubject(reader, { type, localDate }, isAhead))),
    inDoubt: (before, limit) => store.web.doubtPage({ before, claimedBy: now() - IN_PROGRESS_MS, limit }),
    async settle(id, settlement) {
      const delivery = await store.web.deliveryById(id)
      if (delivery === null) return null
      if (deliveryState(delivery, now()) !== 'unknown') throw new UserError({ code: 'notInDoubt' })
      await end(delivery, settlement)
      return store.web.deliveryById(id)
    },
  }
}
