import type { TabPlan } from '../core/digest/digest-input.ts'
import type { DigestType } from '../core/domain/digest.ts'
import type { StandingInterests } from '../core/domain/interest.ts'
import { scorePolicy } from '../core/score/score-policy.ts'
import type { Settings } from '../io/config/settings-schema.ts'
import type { StoredDigest } from '../io/store/digests.ts'
import type { Store } from '../io/store/open-store.ts'
import type { AnalysisDeps } from './analyse-window.ts'
import type { DueDigest } from './digest-schedule.ts'
import type { FeedOverview } from './feed-overview.ts'
import { type MadeDigest, makeDigest } from './make-digest.ts'
import { currentProfile } from './reader-profile.ts'
import type { MeasureStage } from './stages.ts'
import { followedStories } from './story-pages.ts'
import { tabNamed, tabsOf } from './tabs.ts'

/** Which digest a user asks for; null for what they did not say. */
export interface DigestRequest {
  readonly type: DigestType | null
  readonly windowMs: number | null
  readonly topics: number | null
  readonly tab: string | null
}

/** The same with its type decided. */
export type TypedRequest = DigestRequest & { readonly type: DigestType }

/** A digest in the store. */
export interface KeptDigest {
  readonly stored: StoredDigest
  /** False when it was made before. */
  readonly fresh: boolean
}

/** Makes digests from the settings and what is stored. */
export interface DigestMaker {
  readonly windowMs: (type: DigestType, requested: number | null) => number
  readonly analysisDeps: (type: DigestType, topics: number | null, at: number) => Promise<AnalysisDeps>
  /** All tabs, or the one that a user names. */
  readonly tabPlans: (only: string | null) => Promise<readonly TabPlan[]>
  /** Refines stories, then makes a digest as of an instant; nothing is kept but the scores. */
  readonly make: (request: TypedRequest, at: number, omitShown: boolean) => Promise<MadeDigest>
  /** The digest of a type and local date: the stored one, else made now and stored. */
  readonly keep: (request: DigestRequest, due: Omit<DueDigest, 'send'>) => Promise<KeptDigest>
}

/** What making digests needs. */
export interface DigestMakerDeps {
  readonly store: Store
  readonly settings: Settings
  readonly standing: StandingInterests
  readonly reader: number
  readonly zone: string
  readonly now: () => number
  readonly feeds: () => Promise<readonly FeedOverview[]>
  readonly refineStories: (now: number) => Promise<unknown>
  readonly measure?: MeasureStage
}

const WEEK_MS = 7 * 86_400_000

export function createDigestMaker(deps: DigestMakerDeps): DigestMaker {
  const { store, settings, zone, reader } = deps
  const windowMs: DigestMaker['windowMs'] = (type, requested) =>
    requested ?? (type === 'weekly' ? WEEK_MS : settings.digest.window)

  const analysisDeps: DigestMaker['analysisDeps'] = async (type, topics, at) => ({
    store,
    reader,
    feeds: await deps.feeds(),
    profile: await currentProfile(store, reader, deps.standing, at),
    policy: scorePolicy(settings.score, type === 'weekly' ? 'weekly' : 'daily'),
    minimumImportance: settings.digest.minimumImportance,
    followed: new Map([...(await followedStories({ store, reader }))].map(([key, { newsrooms }]) => [key, newsrooms])),
    method: settings.topics.method,
    topics: topics ?? settings.topics.count ?? null,
    ...(deps.measure && { measure: deps.measure }),
  })

  const tabPlans: DigestMaker['tabPlans'] = async (only) => {
    const tabs = tabsOf(
      settings.tabs,
      (await deps.feeds()).map(({ source }) => source),
      await store.web.ownTabs(reader),
    )
    return only === null ? tabs : [tabNamed(tabs, only, '--tab')]
  }

  const make: DigestMaker['make'] = async (request, at, omitShown) => {
    const { type } = request
    await deps.refineStories(at)
    const tabs = await tabPlans(request.tab)
    const spec = { type, zone, at, windowMs: windowMs(type, request.windowMs), tabs, omitShown }
    return makeDigest(spec, await analysisDeps(type, request.topics, at))
  }

  const keep: DigestMaker['keep'] = async (request, { type, localDate, at }) => {
    const known = await store.digestOn(reader, type, localDate)
    if (known !== null) return { stored: known, fresh: false }
    const { digest, analysis, shown } = await make({ ...request, type }, at, true)
    const topics = analysis.topics.snapshots
    const stored = await store.keepDigest({ reader, localDate, madeAt: deps.now(), digest, topics, shown })
    // When another process stored one first, that one is returned.
    return { stored, fresh: stored.digest === digest }
  }
  return { windowMs, analysisDeps, tabPlans, make, keep }
}
