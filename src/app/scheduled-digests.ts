import type { DigestType } from '../core/domain/digest.ts'
import type { DigestChannel } from '../core/domain/rule.ts'
import { Trouble } from '../core/domain/trouble.ts'
import type { Settings } from '../io/config/settings-schema.ts'
import type { StoredDigest } from '../io/store/digests.ts'
import type { Store } from '../io/store/open-store.ts'
import type { DeliveryReport } from './deliver.ts'
import { type DigestDelivery, RETRY_AFTER_MS } from './digest-delivery.ts'
import type { DigestMaker, KeptDigest } from './digest-maker.ts'
import { type DueDigest, dueDigest, nextDigestClock } from './digest-schedule.ts'

/** A digest that was made by the schedule. */
export interface ScheduledDigest {
  readonly stored: StoredDigest
  /** False when it was made before. */
  readonly fresh: boolean
}

/** The same with its deliveries. */
export interface PublishedDigest extends ScheduledDigest {
  readonly deliveries: readonly DeliveryReport[]
}

/** Digests at the hours of the schedule. */
export interface ScheduledDigests {
  /**
   * Makes what is due. None is made for a time in which no feed was polled: "nothing was published" would be false. `onTrouble` is
   * called for one that cannot be made.
   */
  readonly makeDue: (since: number, onTrouble?: (words: string) => void) => Promise<ScheduledDigest[]>
  /** Delivers what was made and not delivered yet, by all channels or by some. A digest whose delivery window has passed is not sent. */
  readonly deliverDue: (
    since: number,
    stop?: AbortSignal,
    only?: readonly DigestChannel[] | null,
  ) => Promise<PublishedDigest[]>
  /** Makes and delivers what is due. */
  readonly publishDue: (since: number, onTrouble?: (words: string) => void) => Promise<PublishedDigest[]>
  /** The next instant at which a digest is due. */
  readonly nextDueAt: (now: number) => number | null
}

/** What the schedule needs. */
export interface ScheduledDigestsDeps {
  readonly store: Store
  readonly settings: Settings
  readonly reader: number
  readonly zone: string
  /** The types that the reader wants. */
  readonly types: readonly DigestType[]
  readonly now: () => number
  readonly maker: DigestMaker
  readonly delivery: DigestDelivery
}

export function createScheduledDigests(deps: ScheduledDigestsDeps): ScheduledDigests {
  const { store, settings, zone, types, now, maker, delivery } = deps
  const scheduleOf = (type: DigestType) => ({ type, cron: settings.digest.schedule[type], zone })
  const nothingPolled = async ({ type, at }: DueDigest) => !(await store.wasPolled(at - maker.windowMs(type, null), at))

  const dueSince = (since: number) => types.flatMap((type) => dueDigest(scheduleOf(type), now(), null, since) ?? [])
  const isMade = async ({ type, localDate }: DueDigest) =>
    (await store.digestHeadOn(deps.reader, type, localDate)) !== null

  async function makeDue(since: number, onTrouble: (words: string) => void = failLoudly): Promise<ScheduledDigest[]> {
    const made: ScheduledDigest[] = []
    for (const due of dueSince(since)) {
      if ((await isMade(due)) || (await nothingPolled(due))) continue
      const kept = await keepOrReport(due, maker, onTrouble)
      if (kept?.fresh) made.push(kept)
    }
    return made
  }

  const deliverDue: ScheduledDigests['deliverDue'] = async (since, stop, only) => {
    const delivered: PublishedDigest[] = []
    if (!delivery.hasChannel(only)) return delivered
    for (const due of dueSince(since)) {
      const stored = due.send ? await store.digestOn(deps.reader, due.type, due.localDate) : null
      if (stored === null) continue
      const reports = await delivery.send(delivery.messageOf(stored), RETRY_AFTER_MS, stop, only)
      const deliveries = reports.filter(({ outcome }) => outcome !== 'already')
      if (deliveries.length > 0) delivered.push({ stored, fresh: false, deliveries })
    }
    return delivered
  }

  return {
    makeDue,
    deliverDue,
    async publishDue(since, onTrouble) {
      const made = await makeDue(since, onTrouble)
      const delivered = await deliverDue(since)
      const isFresh = (one: ScheduledDigest) => made.some(({ stored }) => stored.id === one.stored.id)
      const fresh = made.map((one) => {
        const sent = delivered.find(({ stored }) => stored.id === one.stored.id)
        return { ...one, deliveries: sent?.deliveries ?? [] }
      })
      return [...fresh, ...delivered.filter((one) => !isFresh(one))]
    },
    nextDueAt: nextDigestClock(settings.digest.schedule, zone),
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
