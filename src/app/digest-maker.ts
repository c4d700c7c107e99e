import type { TabPlan } from '../core/digest/digest-input.ts'
import type { Digest, DigestSearch, DigestType } from '../core/domain/digest.ts'
import type { StandingInterests } from '../core/domain/interest.ts'
import { scorePolicy } from '../core/score/score-policy.ts'
import type { Settings } from '../io/config/settings-schema.ts'
import type { StoredDigest } from '../io/store/digests.ts'
import type { AnalysisDeps } from './analyse-window.ts'
import type { DueDigest } from './digest-schedule.ts'
import type { FeedOverview } from './feed-overview.ts'
import { type MadeDigest, makeDigest } from './make-digest.ts'
import { currentProfile } from './reader-profile.ts'
import { type SearchTabsDeps, searchTabs } from './search-tabs.ts'
import type { MeasureStage } from './stages.ts'
import { followedStories } from './story-pages.ts'
import { tabNamed, tabsOf } from './tabs.ts'

/** Which digest a user asks for; null for what they did not say. */
export interface DigestRequest {
  readonly type: DigestType | null
  readonly windowMs: number | null
  readonly topics: number | null
  readonly tab: string | null
  /** The languages of its sections; those of the reader unless given. */
  readonly languages?: readonly string[]
}

/** The same with its type decided. */
export type TypedRequest = DigestRequest & { readonly type: DigestType }

/** A digest in the store. */
export interface KeptDigest {
  readonly stored: StoredDigest
  /** False when it was made before. */
  readonly fresh: boolean
}

/** What a search found, by key, in the window before an instant. */
export interface FoundInWindow {
  readonly keys: ReadonlySet<string>
  readonly at: number
  readonly windowMs: number
}

/** Makes digests from the settings and what is stored. */
export interface DigestMaker {
  readonly windowMs: (type: DigestType, requested: number | null) => number
  readonly analysisDeps: (type: DigestType, topics: number | null, at: number) => Promise<AnalysisDeps>
  /** All tabs, or the one that a user names. */
  readonly tabPlans: (only: string | null) => Promise<readonly TabPlan[]>
  /** Refines stories, then makes a digest as of an instant; nothing is kept but the scores. */
  readonly make: (request: TypedRequest, at: number, omitShown: boolean) => Promise<MadeDigest>
  /** A digest of what a search found, all of it, as of an instant; nothing is kept but the scores. */
  readonly makeOfSearch: (search: DigestSearch, found: FoundInWindow) => Promise<Digest>
  /** The digest of a type and local date: the stored one, else made now and stored. */
  readonly keep: (request: DigestRequest, due: Omit<DueDigest, 'send'>) => Promise<KeptDigest>
}

/** What making digests needs. */
export interface DigestMakerDeps extends SearchTabsDeps {
  readonly settings: Settings
  readonly standing: StandingInterests
  readonly zone: string
  /** The languages that the reader wants, own first; empty for all. */
  readonly languages: readonly string[]
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
    const tabs = [...(await tabPlans(request.tab)), ...(request.tab === null ? await searchTabs(deps, at) : [])]
    const { languages = deps.languages } = request
    const spec = { type, zone, at, windowMs: windowMs(type, request.windowMs), tabs, omitShown, languages }
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
  const makeOfSearch: DigestMaker['makeOfSearch'] = async (search, { keys, at, windowMs: ms }) => {
    await deps.refineStories(at)
    const spec = { type: 'morning', zone, at, windowMs: ms, tabs: [], omitShown: false, languages: [] } as const
    const analysis = await analysisDeps('morning', null, at)
    const { digest } = await makeDigest(spec, { ...analysis, only: keys, minimumImportance: 0 })
    return { ...digest, search }
  }
  return { windowMs, analysisDeps, tabPlans, make, makeOfSearch, keep }
}
