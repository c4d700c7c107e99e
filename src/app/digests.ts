import type { DigestFormat } from '../core/digest/render/render-digest.ts'
import type { Digest, DigestType } from '../core/domain/digest.ts'
import type { StoredDigest } from '../io/store/digests.ts'
import { createDigestDelivery, type DigestDelivery, type DigestDeliveryDeps } from './digest-delivery.ts'
import { createDigestMaker, type DigestMakerDeps } from './digest-maker.ts'
import { renderedText } from './messages.ts'
import { createRequestedDigests, type RequestedDigests } from './requested-digests.ts'
import { createScheduledDigests, type ScheduledDigests } from './scheduled-digests.ts'

/** Stored digests, and how to render them. */
export interface DigestArchive {
  /** Newest first. */
  readonly stored: (before: number, limit: number) => Promise<StoredDigest[]>
  readonly on: (type: DigestType, localDate: string) => Promise<StoredDigest | null>
  readonly rendered: (digest: Digest, format: DigestFormat) => Promise<string>
}

/** Digests on request, by schedule and as stored, and their deliveries. */
export type Digests = RequestedDigests &
  ScheduledDigests &
  DigestArchive &
  Pick<DigestDelivery, 'alert' | 'inDoubt' | 'resendDoubtful'>

/** What digests need. */
export type DigestsDeps = DigestMakerDeps & DigestDeliveryDeps

export function createDigests(deps: DigestsDeps): Digests {
  const { store, reader } = deps
  const maker = createDigestMaker(deps)
  const delivery = createDigestDelivery(deps, maker)
  const { alert, inDoubt, resendDoubtful } = delivery
  return {
    ...createRequestedDigests({ ...deps, maker, delivery }),
    ...createScheduledDigests({ ...deps, maker, delivery }),
    alert,
    inDoubt,
    resendDoubtful,
    stored: (before, limit) => store.digestsBefore(reader, before, limit),
    on: (type, localDate) => store.digestOn(reader, type, localDate),
    rendered: (digest, format) => renderedText(digest, format, deps.composeMail),
  }
}
