import type { DigestType } from '../core/domain/digest.ts'
import { Trouble } from '../core/domain/trouble.ts'
import type { Settings } from '../io/config/settings-schema.ts'
import type { StoredDigest } from '../io/store/digests.ts'
import type { Store } from '../io/store/open-store.ts'
import type { DeliveryReport } from './deliver.ts'
import { type DigestDelivery, RETRY_AFTER_MS } from './digest-delivery.ts'
import type { DigestMaker, KeptDigest } from './digest-maker.ts'
import { DIGEST_TYPES, type DueDigest, dueDigest, nextOfAll } from './digest-schedule.ts'

/** A digest that was made by the schedule, and its deliveries. */
export interface ScheduledDigest {
  readonly stored: StoredDigest
  /** False when it was made before. */
  readonly fresh: boolean
  readonly deliveries: readonly DeliveryReport[]
}

/** Digests at the hours of the schedule. */
export interface ScheduledDigests {
  /**
   * Makes and delivers what is due. A digest whose delivery window has passed is stored, not sent. None is made for a time in
   * which no feed was polled: "nothing was published" would be false. `onTrouble` is called for one that cannot be made.
   */
  readonly publishDue: (since: number, onTrouble?: (words: string) => void) => Promise<ScheduledDigest[]>
  /** The next instant at which a digest is due. */
  readonly nextDueAt: (now: number) => number | null
}

/** What the schedule needs. */
export interface ScheduledDigestsDeps {
  readonly store: Store
  readonly settings: Settings
  readonly reader: number
  readonly zone: string
  readonly now: () => number
  readonly maker: DigestMaker
  readonly delivery: DigestDelivery
}

export function createScheduledDigests(deps: ScheduledDigestsDeps): ScheduledDigests {
  const { store, settings, zone, now, maker, delivery } = deps
  const scheduleOf = (type: DigestType) => ({ type, cron: settings.digest.schedule[type], zone })
  const nothingPolled = async ({ type, at }: DueDigest) => !(await store.wasPolled(at - maker.windowMs(type, null), at))

  async function publish(due: DueDigest, onTrouble: (words: string) => void): Promise<ScheduledDigest | null> {
    const known = await store.digestOn(deps.reader, due.type, due.localDate)
    if (known === null ? await nothingPolled(due) : !due.send) return null
    const kept = await keepOrReport(due, maker, onTrouble)
    if (kept === null) return null
    const reports = due.send ? await delivery.send(delivery.messageOf(kept.stored), RETRY_AFTER_MS) : []
    const deliveries = reports.filter(({ outcome }) => outcome !== 'already')
    return kept.fresh || deliveries.length > 0 ? { ...kept, deliveries } : null
  }

  return {
    async publishDue(since, onTrouble = failLoudly) {
      const published: ScheduledDigest[] = []
      for (const type of DIGEST_TYPES) {
        const due = dueDigest(scheduleOf(type), now(), null, since)
        const one = due && (await publish(due, onTrouble))
        if (one !== null) published.push(one)
      }
      return published
    },
    nextDueAt: (after) => nextOfAll(settings.digest.schedule, zone, after),
  }
}

/** An error in making a digest must not end the polling; an error of the store must. */
async function keepOrReport(
  due: DueDigest,
  maker: DigestMaker,
  onTrouble: (words: string) => void,
): Promise<KeptDigest | null> {
  try {
    return await maker.keep({ type: due.type, windowMs: null, topics: null, tab: null }, due)
  } catch (error) {
    if (error instanceof Trouble) throw error
    onTrouble(`the ${due.type} digest of ${due.localDate} cannot be made: ${(error as Error).message}`)
    return null
  }
}

function failLoudly(words: string): never {
  throw new Error(words)
}
