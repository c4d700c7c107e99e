import type { Digest } from '../core/domain/digest.ts'
import { createStoredDigests, type StoredDigests } from './digest-archive.ts'
import { createDigestDelivery, type DigestDelivery, type DigestDeliveryDeps } from './digest-delivery.ts'
import { createDigestMaker, type DigestMakerDeps } from './digest-maker.ts'
import { memoizeWithTtl } from './memoize-with-ttl.ts'
import { createRequestedDigests, type RequestedDigests } from './requested-digests.ts'
import { createScheduledDigests, type ScheduledDigests } from './scheduled-digests.ts'
import { createSearchDigests, type SearchDigests } from './search-digests.ts'
import { withTimeout } from './with-timeout.ts'

/** Digests on request, by schedule and as stored, and their deliveries. */
export type Digests = RequestedDigests &
  ScheduledDigests &
  StoredDigests & {
    /** A digest of this moment, not kept; held for a while, since each visitor asks for it. */
    readonly current: () => Promise<Digest>
    /** Of saved searches. */
    readonly searches: SearchDigests
  } & Pick<DigestDelivery, 'breaking' | 'sendAlerts' | 'inDoubt' | 'sendAgain' | 'resendDoubtful'>

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
  const maker = createDigestMaker(deps)
  const delivery = createDigestDelivery(deps, maker)
  const { breaking, sendAlerts, inDoubt, sendAgain, resendDoubtful } = delivery
  const requested = createRequestedDigests({ ...deps, maker, delivery })
  const live = createRequestedDigests({ ...deps, maker: createDigestMaker(patientWithWrites(deps)), delivery })
  return {
    ...createStoredDigests(deps),
    ...requested,
    ...createScheduledDigests({ ...deps, maker, delivery }),
    searches: createSearchDigests({ ...deps, maker, delivery }),
    current: memoizeWithTtl(() => live.preview(ANY_DIGEST), deps.now),
    breaking,
    sendAlerts,
    inDoubt,
    sendAgain,
    resendDoubtful,
  }
}
