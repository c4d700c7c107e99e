import type { TabPlan } from '../core/digest/digest-input.ts'
import type { Digest, DigestType } from '../core/domain/digest.ts'
import type { StandingInterests } from '../core/domain/interest.ts'
import { Trouble } from '../core/domain/trouble.ts'
import { UserError } from '../core/domain/user-error.ts'
import { scorePolicy } from '../core/score/score-policy.ts'
import { languageOfTab } from '../core/text/language-of-tab.ts'
import type { LoadedSettings } from '../io/config/read-settings.ts'
import type { Delivery } from '../io/store/deliveries.ts'
import type { StoredDigest } from '../io/store/digests.ts'
import type { Store } from '../io/store/open-store.ts'
import { type AnalysisDeps, analyseWindow, type WindowAnalysis } from './analyse-window.ts'
import {
  type DeliveryReport,
  type DeliveryWays,
  deliverAgain,
  deliverAlert,
  deliverDigest,
  type Parcel,
} from './deliver-digest.ts'
import { type DueDigest, dueDigest, dueLaterToday, localDateOf, nextDue } from './digest-schedule.ts'
import type { FeedOverview } from './feed-overview.ts'
import { breakingNow, type MadeDigest, makeDigest } from './make-digest.ts'
import { currentProfile } from './reader-profile.ts'

/** What somebody asks of a digest on the command line; null for what they did not say. */
export interface EditionWish {
  readonly type: DigestType | null
  readonly windowMs: number | null
  readonly topics: number | null
  readonly tab: string | null
}

/** The world as digests need it. */
export interface EditionDeps {
  readonly store: Store
  readonly settings: LoadedSettings['settings']
  readonly standing: StandingInterests
  readonly reader: number
  readonly zone: string
  readonly now: () => number
  readonly feeds: () => Promise<readonly FeedOverview[]>
  /** Settles the stories before they are counted. */
  readonly settle: (now: number) => Promise<unknown>
  readonly ways: DeliveryWays
}

/** A digest that was made for its hour, and what became of it. */
export interface Edition {
  readonly stored: StoredDigest
  /** False when it was made before. */
  readonly fresh: boolean
  readonly deliveries: readonly DeliveryReport[]
}

/** A digest somebody asked for. */
export interface AskedDigest {
  readonly digest: Digest
  readonly localDate: string
  /** False when it was made before. */
  readonly fresh: boolean
  /** When the digest of the day is due, where this one was asked for ahead of it and is not kept; else null. */
  readonly dueAt: number | null
  readonly deliveries: readonly DeliveryReport[]
}

const TYPES: readonly DigestType[] = ['morning', 'midday', 'evening', 'weekly']
const WEEK_MS = 7 * 86_400_000
/** A server that refuses us is not asked every half minute. */
const AGAIN_MS = 15 * 60_000
/** Doubts are told for a week; a delivery that was begun just now may still be under way. */
const UNDER_WAY_MS = 5 * 60_000

/** Makes, keeps and delivers digests. */
export function createEditions(deps: EditionDeps) {
  const { store, settings, zone, reader } = deps

  const analysisDeps = async (type: DigestType, topics: number | null, at: number): Promise<AnalysisDeps> => ({
    store,
    reader,
    feeds: await deps.feeds(),
    profile: await currentProfile(store, reader, deps.standing, at),
    policy: scorePolicy(settings.score, type === 'weekly' ? 'weekly' : 'daily'),
    minimumImportance: settings.digest.minimumImportance,
    method: settings.topics.method,
    topics: topics ?? settings.topics.count ?? null,
  })
  const windowOf = (type: DigestType, asked: number | null) =>
    asked ?? (type === 'weekly' ? WEEK_MS : settings.digest.window)

  async function make(wish: EditionWish, at: number, omitShown: boolean): Promise<MadeDigest> {
    const type = wish.type ?? 'morning'
    await deps.settle(at)
    const tabs = tabPlans(settings, wish.tab)
    const windowMs = windowOf(type, wish.windowMs)
    return makeDigest({ type, zone, at, windowMs, tabs, omitShown }, await analysisDeps(type, wish.topics, at))
  }

  async function keep(
    wish: EditionWish,
    due: Omit<DueDigest, 'send'>,
  ): Promise<{ stored: StoredDigest; fresh: boolean }> {
    const there = await store.digestOn(reader, due.type, due.localDate)
    if (there !== null) return { stored: there, fresh: false }
    const { digest, analysis, shown } = await make({ ...wish, type: due.type }, due.at, true)
    const topics = analysis.topics.snapshots
    const { localDate } = due
    const stored = await store.keepDigest({ reader, localDate, madeAt: deps.now(), digest, topics, shown })
    // Another process may have been quicker: then its digest is given.
    return { stored, fresh: stored.digest === digest }
  }

  const parcelOf = (stored: StoredDigest): Parcel => ({
    subject: `digest:${stored.localDate}:${stored.type}`,
    digest: stored.digest,
    pageUrl: pageUrl(settings, stored),
  })
  const deliver = (parcel: Parcel, againAfterMs: number): Promise<DeliveryReport[]> =>
    deliverDigest(parcel, settings.delivery, { store, ways: deps.ways, now: deps.now, againAfterMs })
  const scheduleOf = (type: DigestType) => ({ type, cron: settings.digest.schedule[type], zone })

  /** Ahead of its hour a digest is a look only: kept, it would be there when its hour comes, and the one of the day never made. */
  async function ahead(
    wish: EditionWish,
    due: Omit<DueDigest, 'send'>,
    now: number,
    send: boolean,
  ): Promise<AskedDigest> {
    const { type, localDate } = due
    const { digest } = await make({ ...wish, type }, now, true)
    const parcel = { subject: `digest:${localDate}:${type}:ahead`, digest, pageUrl: null }
    return { digest, localDate, fresh: true, dueAt: due.at, deliveries: send ? await deliver(parcel, 0) : [] }
  }

  async function sendAgain(doubt: Delivery): Promise<DeliveryReport> {
    const { subject, channel, recipient } = doubt
    const left = (detail: string): DeliveryReport => ({ subject, channel, recipient, outcome: 'left', detail })
    const [kind, localDate, type, isAhead] = subject.split(':')
    if (kind !== 'digest') return left('word of breaking news is old by now')
    const stored = isAhead ? null : await store.digestOn(reader, type as DigestType, localDate!)
    if (stored === null) return left('the digest is not kept')
    return deliverAgain(parcelOf(stored), doubt, settings.delivery, { store, ways: deps.ways, now: deps.now })
  }

  const inDoubt = async (): Promise<Delivery[]> => {
    const now = deps.now()
    return doubtful(await store.doubtfulDeliveries(now - WEEK_MS), now)
  }
  const nothingToSay = async ({ type, at }: DueDigest) => !(await store.wasPolled(at - windowOf(type, null), at))

  return {
    /** Refuses what cannot be had, before anything is done for it. */
    check(wish: EditionWish, send: boolean): void {
      tabPlans(settings, wish.tab)
      const { file, email, webhook } = settings.delivery
      if (send && !file && !email && !webhook) {
        throw new UserError('nothing to send to: say where under `delivery` in feeds.yaml (email, webhook or file)')
      }
    },

    /** A fresh digest of this moment, not kept. */
    preview: async (wish: EditionWish): Promise<Digest> => (await make(wish, deps.now(), false)).digest,

    /** Today's digest of a type: made now unless it is there, and sent if asked; ahead of its hour it is not kept. */
    async today(wish: EditionWish, send: boolean): Promise<AskedDigest> {
      const at = deps.now()
      const type = wish.type ?? 'morning'
      const localDate = localDateOf(at, zone)
      const dueAt = dueLaterToday(scheduleOf(type), at)
      const isThere = dueAt !== null && (await store.digestOn(reader, type, localDate)) !== null
      if (dueAt !== null && !isThere) return ahead(wish, { type, localDate, at: dueAt }, at, send)
      const { stored, fresh } = await keep(wish, { type, at, localDate })
      const deliveries = send ? await deliver(parcelOf(stored), 0) : []
      return { digest: stored.digest, localDate, fresh, dueAt: null, deliveries }
    },

    /** Sends again what is in doubt, of one type or of all. */
    async sendDoubtfulAgain(type: DigestType | null): Promise<DeliveryReport[]> {
      const reports: DeliveryReport[] = []
      for (const doubt of await inDoubt()) {
        if (type === null || doubt.subject.split(':')[2] === type) reports.push(await sendAgain(doubt))
      }
      return reports
    },

    /**
     * Makes and delivers what is due by the schedule; what its hour has passed for is kept, not sent. Of a time in which
     * nothing was read there is nothing to say: "nothing was published" would be false. One that cannot be made is told.
     */
    async publishDue(since: number, onTrouble: (words: string) => void = failLoudly): Promise<Edition[]> {
      const editions: Edition[] = []
      for (const type of TYPES) {
        const due = dueDigest(scheduleOf(type), deps.now(), null, since)
        if (due === null) continue
        const there = await store.digestOn(reader, type, due.localDate)
        if (there === null ? await nothingToSay(due) : !due.send) continue
        const kept = await keep({ type, windowMs: null, topics: null, tab: null }, due).catch((error: unknown) => {
          // Without a store there is nothing to go on with; a fault in a digest must not end the polling.
          if (error instanceof Trouble) throw error
          onTrouble(`the ${type} digest of ${due.localDate} cannot be made: ${(error as Error).message}`)
        })
        if (!kept) continue
        const deliveries = due.send
          ? (await deliver(parcelOf(kept.stored), AGAIN_MS)).filter(({ outcome }) => outcome !== 'already')
          : []
        if (kept.fresh || deliveries.length > 0) editions.push({ ...kept, deliveries })
      }
      return editions
    },

    /** Sends word of what cannot wait, where the settings ask for it; each story once. */
    async alert(): Promise<DeliveryReport[]> {
      if (!settings.digest.breaking) return []
      const at = deps.now()
      const reports: DeliveryReport[] = []
      for (const alert of await breakingNow(at, await analysisDeps('morning', null, at))) {
        const ways = { store, ways: deps.ways, now: deps.now, againAfterMs: AGAIN_MS }
        reports.push(...(await deliverAlert(alert, { at, zone }, settings.delivery, ways)))
      }
      return reports.filter(({ outcome }) => outcome !== 'already')
    },

    /** The next instant a digest is due at. */
    nextDueAt: (now: number): number | null => {
      const instants = TYPES.flatMap((type) => nextDue(scheduleOf(type), now) ?? [])
      return instants.length === 0 ? null : Math.min(...instants)
    },

    /** What the window is about, without a digest. */
    async picture(windowMs: number | null, topics: number | null): Promise<WindowAnalysis> {
      const to = deps.now()
      await deps.settle(to)
      const span = { from: to - windowOf('morning', windowMs), to }
      const analysis = await analyseWindow(span, await analysisDeps('morning', topics, to))
      await store.writeScores(reader, analysis.changedScores)
      return analysis
    },

    /** Deliveries of the last week that were begun and of which nobody knows whether they arrived. */
    inDoubt,

    stored: (before: number, limit: number) => store.digestsBefore(reader, before, limit),

    on: (type: DigestType, localDate: string) => store.digestOn(reader, type, localDate),
  }
}

function failLoudly(words: string): never {
  throw new Error(words)
}

/** Leaves out what somebody may be sending at this moment. */
export function doubtful(deliveries: readonly Delivery[], now: number): Delivery[] {
  return deliveries.filter(({ outcome, claimedAt }) => outcome !== null || now - claimedAt > UNDER_WAY_MS)
}

/** The tabs of the settings in their order, or the one asked for. */
function tabPlans({ tabs }: LoadedSettings['settings'], only: string | null): TabPlan[] {
  if (only !== null && tabs[only] === undefined) {
    throw new UserError(
      `--tab must be one of ${Object.keys(tabs).join(', ') || 'the tabs of feeds.yaml'}, got "${only}"`,
    )
  }
  return Object.entries(tabs)
    .filter(([id]) => only === null || id === only)
    .map(([id, tab]) => ({
      id,
      name: tab.name ?? id,
      language: languageOfTab(id, tab.language),
      limit: tab.itemLimitPerCategory,
      categories: [...new Set(tab.sources.flatMap(({ category }) => category ?? []))],
    }))
}

function pageUrl({ server }: LoadedSettings['settings'], { type, localDate }: StoredDigest): string | null {
  return server.baseUrl === undefined
    ? null
    : new URL(`digests/${localDate}/${type}`, `${server.baseUrl.replace(/\/$/, '')}/`).href
}
