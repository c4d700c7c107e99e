import type { FindingReason } from '../core/domain/finding-reason.ts'
import { UserError } from '../core/domain/user-error.ts'
import { type AdvisedAct, feedAdvice } from '../core/poll/feed-advice.ts'
import type { PollPolicy } from '../core/poll/poll-policy.ts'
import type { LoadedSettings } from '../io/config/read-settings.ts'
import type { Settings } from '../io/config/settings-schema.ts'
import type { UnreadableSecret } from '../io/deliver/unreadable-secrets.ts'
import type { Delivery } from '../io/store/deliveries.ts'
import type { StoreFindings } from '../io/store/open-store.ts'
import { doubtful } from './digest-delivery.ts'
import { doubtLine } from './doubt-line.ts'
import { overviewPage } from './feed-overview.ts'
import { deadJobLine } from './jobs.ts'

/** One check: what was examined, what was found, and what to do about it; null when nothing needs doing. */
export interface Check {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly finding: string
  readonly cure: string | null
  /** The finding as a code with its values, where the page of a running server shows it too. */
  readonly reason?: FindingReason
}

/** What the checks need. */
export interface Probes {
  readonly nodeVersion: string
  readonly zone: string
  readonly now: () => number
  readonly settings: () => LoadedSettings
  readonly inspectStore: (address: string, doubtsSince: number, daysFrom: number) => Promise<StoreFindings>
  readonly policy: (settings: Settings) => PollPolicy
  /** The address as it may be printed. */
  readonly shown: (address: string) => string
  readonly freeBytes: (address: string) => Promise<number | null>
  /** Channels whose secret cannot be read, each with the reason. */
  readonly unreadableSecrets: (settings: Settings) => Promise<readonly UnreadableSecret[]>
}

const LEAST_NODE = [20, 19]
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** So many days of polls are looked at, as health does. */
const HEALTH_DAYS = 30
const LOW_DISK = 1_000_000_000
const FULL_DISK = 50_000_000

/** A clock earlier than the day this program was written is wrong. */
const WRITTEN_AT = Date.UTC(2026, 10, 1)

/** What the checks of a running installation look at, for `doctor` and for the page. */
export interface OperatingFacts {
  readonly nodeVersion: string
  readonly zone: string
  readonly now: number
  readonly polledAt: number | null
  readonly doubts: readonly Delivery[]
  /** Null where the database is a server of its own. */
  readonly freeBytes: number | null
  readonly unreadableSecrets: readonly UnreadableSecret[]
}

/** Checks clock, Node, deliveries, disk and secrets. */
export function operatingChecks(facts: OperatingFacts): Check[] {
  const { now } = facts
  return [
    checkNode(facts.nodeVersion),
    checkClock(now, facts.zone),
    ...checkLastPoll(facts.polledAt, now),
    ...checkDeliveries(facts.doubts, now),
    checkDisk(facts.freeBytes),
    ...checkSecrets(facts.unreadableSecrets),
  ]
}

/** Checks configuration, database, feeds, deliveries, clock, Node and disk; changes nothing. */
export async function doctor(probes: Probes): Promise<Check[]> {
  const { nodeVersion, zone } = probes
  const now = probes.now()
  const { check, settings } = checkSettings(probes)
  if (!settings) return [checkNode(nodeVersion), checkClock(now, zone), check]
  const own = settings.settings
  const { database, findings } = await checkDatabase(probes, own)
  const [node, time, ...operating] = operatingChecks({
    nodeVersion,
    zone,
    now,
    polledAt: findings?.polledAt ?? null,
    doubts: findings?.doubts ?? [],
    freeBytes: await probes.freeBytes(own.database),
    unreadableSecrets: await probes.unreadableSecrets(own),
  })
  const feeds = findings === null ? [] : await checkFeeds(findings.troubled, now, probes.policy(own))
  return [node!, time!, check, database, ...operating, ...checkJobs(findings?.dead ?? []), ...feeds]
}

function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const old = major < LEAST_NODE[0]! || (major === LEAST_NODE[0] && minor < LEAST_NODE[1]!)
  if (!old) return result('Node', 'ok', version, null)
  const least = LEAST_NODE.join('.')
  const reason = { code: 'oldNode', version, least } as const
  return result('Node', 'failed', version, `install Node ${least} or newer`, reason)
}

function checkClock(now: number, zone: string): Check {
  const time = new Date(now).toISOString().replace(/\.\d+Z/, 'Z')
  if (now >= WRITTEN_AT) return result('Clock', 'ok', `${time}, zone ${zone}`, null)
  const cure = 'set the clock, or let it follow a time server'
  return result('Clock', 'failed', `${time} lies in the past`, cure, { code: 'clockBehind', at: now })
}

function checkSettings(probes: Probes): { check: Check; settings: LoadedSettings | null } {
  try {
    const settings = probes.settings()
    const sources = Object.values(settings.settings.tabs).reduce((sum, tab) => sum + tab.sources.length, 0)
    if (settings.file === null) {
      const check = result(
        'Settings',
        'warning',
        'no feeds.yaml, defaults in force',
        'run `copytaster init` to write one',
      )
      return { check, settings }
    }
    const finding = `${settings.file}: ${sources} ${sources === 1 ? 'source' : 'sources'}`
    return { check: result('Settings', 'ok', finding, null), settings }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const check = result('Settings', 'failed', error.lines.join('\n'), 'correct the lines named and try again')
    return { check, settings: null }
  }
}

/** Feeds that are named; a long list helps nobody on a terminal. */
const MOST_NAMED = 20

/** What to do, for somebody on a command line. */
const CURES: Readonly<Record<AdvisedAct, string | null>> = {
  leave: '`copytaster feeds remove` ends one, `feeds hide` hides one of the settings',
  useAddress: '`copytaster feeds add` follows the address named',
  poll: '`copytaster poll FEED` asks one again',
  none: null,
}

/** No check is reported when no feed needs anything. */
async function checkFeeds(troubled: StoreFindings['troubled'], now: number, policy: PollPolicy): Promise<Check[]> {
  const { feeds, days } = troubled
  const overviews = await overviewPage({ feedDays: async () => [...days] }, feeds, now, policy)
  const found = overviews.flatMap(({ name, health, history }) => {
    const advice = feedAdvice(health, history, policy)
    return advice === null ? [] : [{ name, ...advice }]
  })
  if (found.length === 0) return []
  const lines = found
    .slice(0, MOST_NAMED)
    .map(({ name, words, url }) => `${name}: ${words}${url === null ? '' : `, ${url}`}`)
  if (found.length > MOST_NAMED) lines.push(`and ${found.length - MOST_NAMED} more`)
  const cures = [...new Set(found.flatMap(({ act }) => CURES[act] ?? []))]
  return [result('Feeds', 'warning', lines.join('\n'), [...cures, '`copytaster feeds health` shows more'].join('; '))]
}

/** The findings are null for a database that this program has not brought up to date, or cannot read. */
async function checkDatabase(
  probes: Probes,
  { database: address }: Settings,
): Promise<{ database: Check; findings: StoreFindings | null }> {
  const shown = probes.shown(address)
  const now = probes.now()
  try {
    const findings = await probes.inspectStore(address, now - WEEK_MS, Math.floor(now / DAY_MS) - HEALTH_DAYS)
    const { pending, version } = findings
    if (pending.length === 0) return { database: result('Database', 'ok', `${shown} (${version})`, null), findings }
    const finding = `${shown} (${version}) is new or older than this program`
    const cure = 'the next command that uses it brings it up to date'
    return { database: result('Database', 'warning', finding, cure), findings: null }
  } catch (error) {
    const cure = 'mend it as said, or name another with --database'
    return { database: result('Database', 'failed', (error as Error).message, cure), findings: null }
  }
}

/** Polls dated later than now were stored under a clock that was ahead, or the clock is behind now. */
function checkLastPoll(polledAt: number | null, now: number): Check[] {
  if (polledAt === null || polledAt < now + HOUR_MS) return []
  const at = new Date(polledAt).toISOString().replace(/\.\d+Z/, 'Z')
  const cure = 'if the clock is right now, nothing: feeds are polled in time, and what was read then keeps its dates'
  const finding = `was ahead, or is behind: a feed was polled at ${at}`
  return [result('Clock', 'warning', finding, cure, { code: 'clockAhead', at: polledAt })]
}

/** Only a warning: the variable may be set where `serve` runs. Not reported when all can be read. */
function checkSecrets(unreadable: readonly UnreadableSecret[]): Check[] {
  if (unreadable.length === 0) return []
  const cure = 'set it where digests are sent from, or correct `delivery` in the settings'
  const finding = unreadable.map(({ channel, message }) => `${channel}: ${message}`).join('\n')
  const channels = unreadable.map(({ channel }) => channel)
  return [result('Delivery', 'warning', finding, cure, { code: 'secretsMissing', channels })]
}

/** No check is reported when no job is dead. */
function checkJobs(dead: StoreFindings['dead']): Check[] {
  if (dead.length === 0) return []
  const cure = 'mend the cause, then `copytaster jobs --retry all`; `copytaster jobs --drop ID` removes one'
  return [result('Jobs', 'warning', dead.map(deadJobLine).join('\n'), cure)]
}

/** No check is reported when no delivery is in doubt. */
function checkDeliveries(doubts: readonly Delivery[], now: number): Check[] {
  const found = doubtful(doubts, now)
  if (found.length === 0) return []
  const cure = 'ask the reader whether it came; `copytaster digest --resend` sends it again'
  const reason = { code: 'deliveriesInDoubt', deliveries: found.length } as const
  return [result('Delivery', 'warning', found.map(doubtLine).join('\n'), cure, reason)]
}

function checkDisk(free: number | null): Check {
  if (free === null) return result('Disk', 'ok', "the database server's own", null)
  const finding = `${(free / 1e9).toFixed(1)} GB free`
  if (free >= LOW_DISK) return result('Disk', 'ok', finding, null)
  const reason = { code: 'diskLow', gigabytes: Math.round(free / 1e8) / 10 } as const
  return result(
    'Disk',
    free < FULL_DISK ? 'failed' : 'warning',
    finding,
    'make room where the database file is',
    reason,
  )
}

function result(
  name: string,
  state: Check['state'],
  finding: string,
  cure: string | null,
  reason?: FindingReason,
): Check {
  return { name, state, finding, cure, ...(reason === undefined ? {} : { reason }) }
}
