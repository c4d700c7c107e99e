import type { Digest } from '../core/domain/digest.ts'
import type { Settings } from '../io/config/settings-schema.ts'
import type { Store } from '../io/store/open-store.ts'
import { analyseWindow, type WindowAnalysis } from './analyse-window.ts'
import type { DeliveryReport } from './deliver.ts'
import { digestSubject } from './delivery-subject.ts'
import type { DigestDelivery } from './digest-delivery.ts'
import type { DigestMaker, DigestRequest } from './digest-maker.ts'
import { type DueDigest, dueLaterToday, latestType, localDateOf } from './digest-schedule.ts'
import { type ComposeMail, digestMessage } from './messages.ts'

/** A digest that a user asked for. */
export interface RequestedDigest {
  readonly digest: Digest
  readonly localDate: string
  /** False when it was made before. */
  readonly fresh: boolean
  /** When the digest of the day is due, if this one was made ahead of it and is not kept; else null. */
  readonly dueAt: number | null
  readonly deliveries: readonly DeliveryReport[]
}

/** Digests on request. */
export interface RequestedDigests {
  /** Throws when the request cannot be met, before anything is done for it. */
  readonly check: (request: DigestRequest, send: boolean) => Promise<void>
  /** A digest of this moment, not kept. */
  readonly preview: (request: DigestRequest) => Promise<Digest>
  /** Today's digest of a type: made now unless it is stored, and sent if asked; ahead of its hour it is not kept. */
  readonly today: (request: DigestRequest, send: boolean) => Promise<RequestedDigest>
  /** The topics of a window, without a digest. Stores the scores taken for it. */
  readonly analyse: (windowMs: number | null, topics: number | null) => Promise<WindowAnalysis>
}

/** What digests on request need. */
export interface RequestedDigestsDeps {
  readonly store: Store
  readonly settings: Settings
  readonly reader: number
  readonly zone: string
  readonly now: () => number
  readonly refineStories: (now: number) => Promise<unknown>
  readonly composeMail: ComposeMail
  readonly maker: DigestMaker
  readonly delivery: DigestDelivery
}

export function createRequestedDigests(deps: RequestedDigestsDeps): RequestedDigests {
  const { store, settings, reader, zone, now, maker, delivery } = deps

  /** Ahead of its hour a digest is not kept: stored, it would count as the digest of the day, which then is never made. */
  async function ahead(
    request: DigestRequest,
    { type, localDate, at: dueAt }: Omit<DueDigest, 'send'>,
    at: number,
    send: boolean,
  ): Promise<RequestedDigest> {
    const { digest } = await maker.make({ ...request, type }, at, true)
    const message = digestMessage(digestSubject(reader, { localDate, type }, true), digest, null, deps.composeMail)
    return { digest, localDate, fresh: true, dueAt, deliveries: send ? await delivery.send(message, 0) : [] }
  }

  return {
    async check(request, send) {
      await maker.tabPlans(request.tab)
      if (send) delivery.requireChannel()
    },
    async preview(request) {
      const at = now()
      const type = request.type ?? latestType(settings.digest.schedule, zone, at)
      return (await maker.make({ ...request, type }, at, false)).digest
    },
    async today(request, send) {
      const at = now()
      const type = request.type ?? latestType(settings.digest.schedule, zone, at)
      const localDate = localDateOf(at, zone)
      const dueAt = dueLaterToday({ type, cron: settings.digest.schedule[type], zone }, at)
      const isStored = dueAt !== null && (await store.digestHeadOn(reader, type, localDate)) !== null
      if (dueAt !== null && !isStored) return ahead(request, { type, localDate, at: dueAt }, at, send)
      const { stored, fresh } = await maker.keep(request, { type, at, localDate })
      const deliveries = send ? await delivery.send(delivery.messageOf(stored), 0) : []
      return { digest: stored.digest, localDate, fresh, dueAt: null, deliveries }
    },
    async analyse(windowMs, topics) {
      const to = now()
      await deps.refineStories(to)
      const span = { from: to - maker.windowMs('morning', windowMs), to }
      const analysis = await analyseWindow(span, await maker.analysisDeps('morning', topics, to))
      await store.writeScores(reader, analysis.changedScores)
      return analysis
    },
  }
}
