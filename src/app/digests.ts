import type { DigestFormat } from '../core/digest/render/render-digest.ts'
import type { Digest, DigestType } from '../core/domain/digest.ts'
import type { DigestHead, StoredDigest } from '../io/store/digests.ts'
import { createDigestDelivery, type DigestDelivery, type DigestDeliveryDeps } from './digest-delivery.ts'
import { createDigestMaker, type DigestMakerDeps } from './digest-maker.ts'
import { memoizeWithTtl } from './memoize-with-ttl.ts'
import { renderedText } from './messages.ts'
import { createRequestedDigests, type RequestedDigests } from './requested-digests.ts'
import { createScheduledDigests, type ScheduledDigests } from './scheduled-digests.ts'
import { withTimeout } from './with-timeout.ts'

export type { DigestHead }

/** What the pages show: the digest of this moment, the stored ones, and how to render them. */
export interface DigestArchive {
  /** A digest of this moment, not kept; held for a while, since each visitor asks for it. */
  readonly current: () => Promise<Digest>
  /** Newest first. */
  readonly stored: (before: number, limit: number) => Promise<StoredDigest[]>
  readonly on: (type: DigestType, localDate: string) => Promise<StoredDigest | null>
  /** The digests before and after one. */
  readonly around: (
    one: DigestHead,
  ) => Promise<{ readonly before: DigestHead | null; readonly after: DigestHead | null }>
  readonly rendered: (digest: Digest, format: DigestFormat) => Promise<string>
}

/** Digests on request, by schedule and as stored, and their deliveries. */
export type Digests = RequestedDigests &
  ScheduledDigests &
  DigestArchive &
  Pick<DigestDelivery, 'breaking' | 'sendAlerts' | 'inDoubt' | 'resendDoubtful'>

/** What digests need. */
export type DigestsDeps = DigestMakerDeps &
  DigestDeliveryDeps & {
    /** Refines the stories that new articles affect: quicker than all of them, which a digest that is kept needs. */
    readonly refineTouched: (now: number) => Promise<unknown>
  }

/** How long a page waits for what it would like to write. */
const PAGE_PATIENCE_MS = 2_000

/** For the page of this moment, which is shown as stored when the write lock is not to be had. */
function patientWithWrites(deps: DigestsDeps): DigestsDeps {
  const { store, refineTouched } = deps
  return {
    ...deps,
    refineStories: (now) => withTimeout(PAGE_PATIENCE_MS, refineTouched(now)),
    store: { ...store, writeScores: (...args) => withTimeout(PAGE_PATIENCE_MS, store.writeScores(...args)) },
  }
}

const ANY_DIGEST = { type: null, windowMs: null, topics: null, tab: null } as const

export function createDigests(deps: DigestsDeps): Digests {
  const { store, reader } = deps
  const maker = createDigestMaker(deps)
  const delivery = createDigestDelivery(deps, maker)
  const { breaking, sendAlerts, inDoubt, resendDoubtful } = delivery
  const requested = createRequestedDigests({ ...deps, maker, delivery })
  const live = createRequestedDigests({ ...deps, maker: createDigestMaker(patientWithWrites(deps)), delivery })
  return {
    ...requested,
    ...createScheduledDigests({ ...deps, maker, delivery }),
    current: memoizeWithTtl(() => live.preview(ANY_DIGEST), deps.now),
    breaking,
    sendAlerts,
    inDoubt,
    resendDoubtful,
    stored: (before, limit) => store.digestsBefore(reader, before, limit),
    on: (type, localDate) => store.digestOn(reader, type, localDate),
    around: async (one) => ({
      before: (await store.digestHeads(reader, one.at, 1))[0] ?? null,
      after: await store.digestAfter(reader, one),
    }),
    rendered: (digest, format) => renderedText(digest, format, deps.composeMail),
  }
}
