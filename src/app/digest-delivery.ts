import type { BreakingAlert } from '../core/digest/breaking-alerts.ts'
import type { Digest, DigestType } from '../core/domain/digest.ts'
import { FIRST_READER } from '../core/domain/reader.ts'
import type { DigestChannel } from '../core/domain/rule.ts'
import { UserError } from '../core/domain/user-error.ts'
import type { LeftReason } from '../core/domain/user-reason.ts'
import type { Settings } from '../io/config/settings-schema.ts'
import type { AlertMessage, DigestMessage, NamedChannel } from '../io/deliver/channel.ts'
import type { Delivery } from '../io/store/deliveries.ts'
import type { StoredDigest } from '../io/store/digests.ts'
import type { Store } from '../io/store/open-store.ts'
import type { SearchDigest } from '../io/store/web/search-digests.ts'
import { type DeliveryReport, deliverAgain, deliverAlert, deliverDigest, leftFor } from './deliver.ts'
import { alertSubject, digestSubject, parseSubject, searchSubject } from './delivery-subject.ts'
import type { DigestMaker } from './digest-maker.ts'
import { breakingNow } from './make-digest.ts'
import { alertMessage, type ComposeMail, digestMessage } from './messages.ts'

/** Delivery of digests and breaking news, and what became of earlier deliveries. */
export interface DigestDelivery {
  /** Throws unless the settings name a channel. */
  readonly requireChannel: () => void
  /** Whether there is any to deliver a digest by, of all or of some. */
  readonly hasChannel: (only?: readonly DigestChannel[] | null) => boolean
  readonly messageOf: (stored: StoredDigest) => DigestMessage
  readonly searchMessageOf: (stored: FoundDigest) => DigestMessage
  /** By all channels of the reader, or by some. */
  readonly send: (
    message: DigestMessage,
    retryAfterMs: number,
    stop?: AbortSignal,
    only?: readonly DigestChannel[] | null,
  ) => Promise<DeliveryReport[]>
  /** Breaking news where the settings ask for it, and followed stories that grew; some may have been delivered before. */
  readonly breaking: () => Promise<AlertMessage[]>
  /** Delivers breaking news, each story once, by all channels or by some; reports what was tried. */
  readonly sendAlerts: (
    alerts: readonly AlertMessage[],
    stop?: AbortSignal,
    only?: readonly DigestChannel[] | null,
  ) => Promise<DeliveryReport[]>
  /** Deliveries of the last week that were started and may or may not have arrived. */
  readonly inDoubt: () => Promise<Delivery[]>
  /** Sends one in doubt again, because somebody asks for it. */
  readonly sendAgain: (doubt: Delivery) => Promise<DeliveryReport>
  /** Sends deliveries in doubt again, of one type of digest or of all. */
  readonly resendDoubtful: (type: DigestType | null) => Promise<DeliveryReport[]>
}

/** The digest of a search that found something. */
export type FoundDigest = SearchDigest & { readonly digest: Digest }

export const isFound = (one: SearchDigest | null): one is FoundDigest => one !== null && one.digest !== null

/** What delivery needs. */
export interface DigestDeliveryDeps {
  readonly store: Store
  readonly settings: Settings
  readonly channels: readonly NamedChannel[]
  /** Whether the reader wants digests by mail. */
  readonly isMailed: boolean
  readonly composeMail: ComposeMail
  readonly reader: number
  readonly zone: string
  readonly now: () => number
  /** Aborted when the process is asked to stop. */
  readonly stop: AbortSignal
}

const WEEK_MS = 7 * 86_400_000
/** How long after a failure a delivery is tried again by itself. */
export const RETRY_AFTER_MS = 15 * 60_000
/** A delivery that was claimed this recently may still be in progress in another process. */
export const IN_PROGRESS_MS = 5 * 60_000

export function createDigestDelivery(deps: DigestDeliveryDeps, maker: DigestMaker): DigestDelivery {
  const { store, settings, channels, reader, zone, now } = deps
  const wanted = deps.isMailed ? channels : channels.filter(({ name }) => name !== 'email')
  const messageOf = (stored: StoredDigest) =>
    digestMessage(digestSubject(reader, stored), stored.digest, pageUrl(settings, stored, reader), deps.composeMail)
  const searchMessageOf = ({ search, localDate, digest }: FoundDigest) =>
    digestMessage(searchSubject(reader, search, localDate), digest, null, deps.composeMail)
  const isOwn = ({ subject }: Delivery) => parseSubject(subject).reader === reader
  const inDoubt = async () => doubtful(await store.doubtfulDeliveries(now() - WEEK_MS), now()).filter(isOwn)

  async function resend(doubt: Delivery): Promise<DeliveryReport> {
    const { subject, channel, recipient } = doubt
    const left = (why: LeftReason): DeliveryReport => ({ subject, channel, recipient, ...leftFor(why) })
    const { kind, name, type, date, isAhead } = parseSubject(subject)
    if (kind === 'search') {
      const found = await store.web.searchDigestOn(reader, Number(name), date!)
      return isFound(found) ? deliverAgain(searchMessageOf(found), doubt, deps) : left('searchGone')
    }
    if (kind !== 'digest') return left('alertOld')
    const stored = isAhead || type === null ? null : await store.digestOn(reader, type, name)
    if (stored === null) return left('digestGone')
    return deliverAgain(messageOf(stored), doubt, deps)
  }

  return {
    requireChannel: () => requireChannel(wanted),
    hasChannel: (only = null) => chosen(wanted, only).length > 0,
    messageOf,
    searchMessageOf,
    send: (message, retryAfterMs, stop = deps.stop, only = null) =>
      deliverDigest(message, retryAfterMs, { ...deps, channels: chosen(wanted, only), stop }),
    async breaking() {
      const { breaking } = settings.digest
      if (!breaking && (await store.web.followedStories(reader)).length === 0) return []
      const at = now()
      const alerts = await breakingNow(at, breaking, await maker.analysisDeps('morning', null, at))
      return alerts.map((alert) => alertMessage(alertSubject(reader, nameOf(alert)), alert, { at, zone }))
    },
    async sendAlerts(alerts, stop = deps.stop, only = null) {
      const reports: DeliveryReport[] = []
      const own = { ...deps, channels: chosen(channels, only), stop }
      for (const alert of alerts) reports.push(...(await deliverAlert(alert, RETRY_AFTER_MS, own)))
      return reports.filter(({ outcome }) => outcome !== 'already')
    },
    inDoubt,
    sendAgain: resend,
    async resendDoubtful(type) {
      const reports: DeliveryReport[] = []
      for (const doubt of await inDoubt()) {
        if (type === null || parseSubject(doubt.subject).type === type) reports.push(await resend(doubt))
      }
      return reports
    },
  }
}

const chosen = (channels: readonly NamedChannel[], only: readonly DigestChannel[] | null): readonly NamedChannel[] =>
  channels.filter(({ name }) => only === null || only.includes(name))

/** What is delivered once: word of a breaking story, and of each newsroom that takes up a followed one. */
const nameOf = ({ kind, story, newsrooms }: BreakingAlert): string =>
  kind === 'breaking' ? story : `${story}-${newsrooms}`

function requireChannel(channels: readonly NamedChannel[]): void {
  if (channels.length > 0) return
  throw new UserError('nothing to send to: name a channel under `delivery` in feeds.yaml, such as email')
}

/** Leaves out deliveries that another process may be sending at this moment. */
export function doubtful(deliveries: readonly Delivery[], now: number): Delivery[] {
  return deliveries.filter((one) => isDoubtful(one, now))
}

/** The absolute difference: a clock that was set back must not hide a doubt. */
export const isDoubtful = ({ outcome, claimedAt }: Delivery, now: number): boolean =>
  outcome === null ? Math.abs(now - claimedAt) > IN_PROGRESS_MS : outcome === 'unknown'

/** The pages show the digests of the first reader. */
function pageUrl({ server }: Settings, { type, localDate }: StoredDigest, reader: number): string | null {
  return server.baseUrl === undefined || reader !== FIRST_READER
    ? null
    : new URL(`digests/${localDate}/${type}`, `${server.baseUrl.replace(/\/$/, '')}/`).href
}
