import { UserError } from '../core/domain/user-error.ts'
import type { LoadedSettings } from '../io/config/read-settings.ts'
import type { Settings } from '../io/config/settings-schema.ts'
import type { StoreFindings } from '../io/store/open-store.ts'
import { doubtful } from './digest-delivery.ts'

/** One check: what was examined, what was found, and what to do about it; null when nothing needs doing. */
export interface Check {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly finding: string
  readonly cure: string | null
}

/** What the checks need. */
export interface Probes {
  readonly nodeVersion: string
  readonly zone: string
  readonly now: () => number
  readonly settings: () => LoadedSettings
  readonly inspectStore: (address: string, doubtsSince: number) => Promise<StoreFindings>
  /** The address as it may be printed. */
  readonly shown: (address: string) => string
  readonly freeBytes: (address: string) => Promise<number | null>
  /** Channels whose secret cannot be read, each with the reason. */
  readonly unreadableSecrets: (settings: Settings) => Promise<readonly string[]>
}

const LEAST_NODE = [20, 19]
const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 86_400_000
const LOW_DISK = 1_000_000_000
const FULL_DISK = 50_000_000

/** A clock earlier than the day this program was written is wrong. */
const WRITTEN_AT = Date.UTC(2026, 10, 1)

/** Checks configuration, database, deliveries, clock, Node and disk; changes nothing. */
export async function doctor(probes: Probes): Promise<Check[]> {
  const checks = [checkNode(probes.nodeVersion), checkClock(probes.now(), probes.zone)]
  const { check, settings } = checkSettings(probes)
  checks.push(check)
  if (!settings) return checks
  checks.push(...(await checkDatabase(probes, settings.settings)))
  checks.push(await checkDisk(probes, settings.settings.database))
  checks.push(...checkSecrets(await probes.unreadableSecrets(settings.settings)))
  return checks
}

function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const old = major < LEAST_NODE[0]! || (major === LEAST_NODE[0] && minor < LEAST_NODE[1]!)
  return result('Node', old ? 'failed' : 'ok', version, old ? `install Node ${LEAST_NODE.join('.')} or newer` : null)
}

function checkClock(now: number, zone: string): Check {
  const time = new Date(now).toISOString().replace(/\.\d+Z/, 'Z')
  if (now >= WRITTEN_AT) return result('Clock', 'ok', `${time}, zone ${zone}`, null)
  return result('Clock', 'failed', `${time} lies in the past`, 'set the clock, or let it follow a time server')
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

/** No check is reported when no feed brings too much. */
function checkFlooding(
  names: readonly string[],
  { maxArticlesPerFeedPerDay, maxStoredPerFeedPerDay }: Limits,
): Check[] {
  if (names.length === 0) return []
  const limits = `${maxArticlesPerFeedPerDay.toLocaleString('en')} articles or ${maxStoredPerFeedPerDay / 1_000_000} MB a day`
  const finding = names.map((name) => `${name} brings more than ${limits}; the rest is left out`).join('\n')
  const cure =
    'see `copytaster feeds health`; remove such a feed, or raise fetch.max_articles_per_feed_per_day or fetch.max_stored_per_feed_per_day'
  return [result('Feeds', 'warning', finding, cure)]
}

type Limits = Settings['fetch']

async function checkDatabase(probes: Probes, { database: address, fetch: limits }: Settings): Promise<Check[]> {
  const shown = probes.shown(address)
  try {
    const { pending, version, doubts, polledAt, flooding } = await probes.inspectStore(address, probes.now() - WEEK_MS)
    if (pending.length === 0)
      return [
        result('Database', 'ok', `${shown} (${version})`, null),
        ...checkLastPoll(polledAt, probes.now()),
        ...checkDeliveries(doubts, probes.now()),
        ...checkFlooding(flooding, limits),
      ]
    const finding = `${shown} (${version}) is new or older than this program`
    return [result('Database', 'warning', finding, 'the next command that uses it brings it up to date')]
  } catch (error) {
    return [result('Database', 'failed', (error as Error).message, 'mend it as said, or name another with --database')]
  }
}

/** Polls dated later than now were stored under a clock that was ahead, or the clock is behind now. */
function checkLastPoll(polledAt: number | null, now: number): Check[] {
  if (polledAt === null || polledAt < now + HOUR_MS) return []
  const at = new Date(polledAt).toISOString().replace(/\.\d+Z/, 'Z')
  const cure = 'if the clock is right now, nothing: feeds are polled in time, and what was read then keeps its dates'
  return [result('Clock', 'warning', `was ahead, or is behind: a feed was polled at ${at}`, cure)]
}

/** Only a warning: the variable may be set where `serve` runs. Not reported when all can be read. */
function checkSecrets(unreadable: readonly string[]): Check[] {
  if (unreadable.length === 0) return []
  const cure = 'set it where digests are sent from, or correct `delivery` in the settings'
  return [result('Delivery', 'warning', unreadable.join('\n'), cure)]
}

/** No check is reported when no delivery is in doubt. */
function checkDeliveries(doubts: StoreFindings['doubts'], now: number): Check[] {
  const found = doubtful(doubts, now)
  if (found.length === 0) return []
  const cure = 'ask the reader whether it came; `copytaster digest --resend` sends it again'
  return [result('Delivery', 'warning', found.map(doubtLine).join('\n'), cure)]
}

/** A delivery that may or may not have arrived, in one line. */
export function doubtLine({ subject, channel, recipient, claimedAt, detail }: StoreFindings['doubts'][number]): string {
  const begun = new Date(claimedAt).toISOString().replace(/\.\d+Z/, 'Z')
  const why = detail === null ? 'nothing was heard since' : detail
  return `${subject} by ${channel} to ${recipient}, begun ${begun}: may have arrived or not (${why})`
}

async function checkDisk(probes: Probes, address: string): Promise<Check> {
  const free = await probes.freeBytes(address)
  if (free === null) return result('Disk', 'ok', "the database server's own", null)
  const finding = `${(free / 1e9).toFixed(1)} GB free`
  if (free >= LOW_DISK) return result('Disk', 'ok', finding, null)
  return result('Disk', free < FULL_DISK ? 'failed' : 'warning', finding, 'make room where the database file is')
}

function result(name: string, state: Check['state'], finding: string, cure: string | null): Check {
  return { name, state, finding, cure }
}
