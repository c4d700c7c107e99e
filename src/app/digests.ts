import type { Digest, SummarySentence } from '../core/domain/digest.ts'
import { createStoredDigests, type StoredDigests } from './digest-archive.ts'
import { createDigestDelivery, type DigestDelivery, type DigestDeliveryDeps } from './digest-delivery.ts'
import { createDigestMaker, type DigestMakerDeps } from './digest-maker.ts'
import { memoizeWithTtl } from './memoize-with-ttl.ts'
import { createRequestedDigests, type RequestedDigests } from './requested-digests.ts'
import { createScheduledDigests, type ScheduledDigests, type ScheduledDigestsDeps } from './scheduled-digests.ts'
import { createSearchDigests, type SearchDigests } from './search-digests.ts'
import { type GrownStory, storyNews } from './story-news.ts'
import { withTimeout } from './with-timeout.ts'

/** Digests on request, by schedule and as stored, and their deliveries. */
export type Digests = RequestedDigests &
  ScheduledDigests &
  StoredDigests & {
    /** A digest of this moment, not kept, in the reader's languages or others; held for a while, since each visitor asks for it. */
    readonly current: (languages?: readonly string[]) => Promise<Digest>
    /** What is new in stories, in a sentence each. */
    readonly newsOf: (stories: readonly GrownStory[]) => Promise<ReadonlyMap<string, SummarySentence>>
    /** Of saved searches. */
    readonly searches: SearchDigests
  } & Pick<DigestDelivery, 'breaking' | 'sendAlerts' | 'inDoubt' | 'sendAgain' | 'resendDoubtful'>

/** What digests need. */
export type DigestsDeps = DigestMakerDeps &
  DigestDeliveryDeps &
  Pick<ScheduledDigestsDeps, 'types'> & {
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
  const held = new Map<string, () => Promise<Digest>>()
  const current: Digests['current'] = (languages = deps.languages) => {
    const name = languages.join()
    const own = held.get(name) ?? memoizeWithTtl(() => live.preview({ ...ANY_DIGEST, languages }), deps.now)
    held.set(name, own)
    return own()
  }
  return {
    ...createStoredDigests(deps),
    ...requested,
    ...createScheduledDigests({ ...deps, maker, delivery }),
    searches: createSearchDigests({ ...deps, maker, delivery }),
    current,
    newsOf: (stories) => storyNews(deps.store, deps.reader, stories),
    breaking,
    sendAlerts,
    inDoubt,
    sendAgain,
    resendDoubtful,
  }
}
