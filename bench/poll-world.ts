import type { RefreshHints } from '../src/core/domain/feed-document.ts'
import type { Freshness } from '../src/core/domain/outcome.ts'
import type { SourceKind } from '../src/core/domain/source.ts'

export const minute = 60_000
export const hour = 60 * minute
const day = 24 * hour

/** A Thursday at midnight, so that weekends fall inside any week simulated. */
export const simulationStart = Date.UTC(2026, 0, 1)

export const worldKinds: readonly SourceKind[] = ['breaking', 'major', 'blog', 'weekly', 'dormant']

/** A made-up publisher: when it publishes, what it says about being read, when it is down. */
export interface WorldFeed {
  readonly key: string
  readonly kind: SourceKind
  /** Instants of publication in order, some before the start. */
  readonly arrivals: readonly number[]
  readonly hints: RefreshHints
  readonly freshness: Freshness | null
  readonly conditional: boolean
  readonly outages: ReadonlyArray<readonly [from: number, to: number]>
  readonly firstPollMs: number
}

/** Articles a day; newsrooms write four times as much by day as by night. */
const perDay: Readonly<Record<SourceKind, number>> = {
  breaking: 60,
  major: 15,
  blog: 0.4,
  weekly: 1 / 7,
  dormant: 1 / 60,
}

/** The nth publisher of the world, the same each time. */
export function aWorldFeed(n: number, kind: SourceKind, days: number): WorldFeed {
  const random = seeded(n * 7919 + worldKinds.indexOf(kind) + 1)
  const rate = perDay[kind] * (0.5 + random())
  const arrivals = kind === 'weekly' ? weeklyArrivals(random, days) : randomArrivals(random, rate, kind, days)
  return { key: `${kind}-${n}`, kind, arrivals, ...wishes(random, kind), ...habits(random, days) }
}

function weeklyArrivals(random: () => number, days: number): number[] {
  const offset = random() * 7 * day
  const arrivals: number[] = []
  for (let at = simulationStart - 20 * 7 * day + offset; at < simulationStart + days * day; at += 7 * day) {
    arrivals.push(Math.round(at + (random() - 0.5) * 20 * minute))
  }
  return arrivals
}

/** A Poisson process, thinned at night. */
function randomArrivals(random: () => number, rate: number, kind: SourceKind, days: number): number[] {
  const isNewsroom = kind === 'breaking' || kind === 'major'
  const peak = isNewsroom ? rate * 1.6 : rate
  const arrivals: number[] = []
  let at = simulationStart - 20 * (day / rate)
  for (;;) {
    at += (-Math.log(1 - random()) * day) / peak
    if (at >= simulationStart + days * day) return arrivals
    if (!isNewsroom || random() < activity(at)) arrivals.push(Math.round(at))
  }
}

function activity(at: number): number {
  const hours = new Date(at).getUTCHours()
  return hours >= 6 && hours < 18 ? 1 : 0.25
}

const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!

/**
 * What publishers say: a third nothing; ttl and max-age from far too short to far too long, though no newsroom asks to
 * be read once a day; a few exclude the night or the weekend.
 */
function wishes(random: () => number, kind: SourceKind): Pick<WorldFeed, 'hints' | 'freshness'> {
  const says = random()
  const isNewsroom = kind === 'breaking' || kind === 'major'
  const hints = {
    ttlMinutes:
      says < 0.25 ? pick(random, isNewsroom ? [5, 15, 30, 60, 60, 120] : [15, 60, 60, 120, 1_440, 10_080]) : null,
    skipHours: says > 0.94 ? [0, 1, 2, 3, 4, 5] : [],
    skipDays: says > 0.98 ? ['saturday', 'sunday'] : [],
    updatePeriod: says > 0.25 && says < 0.4 ? 'hourly' : null,
    updateFrequency: says > 0.25 && says < 0.4 ? 1 : null,
    updateBase: null,
  }
  if (random() > 0.3) return { hints, freshness: null }
  const by = random() < 0.8 ? 'cache_control' : 'expires'
  return {
    hints,
    freshness: { ms: pick(random, isNewsroom ? [60, 300, 600, 1_800, 3_600] : [60, 600, 3_600, 21_600]) * 1_000, by },
  }
}

function habits(random: () => number, days: number): Pick<WorldFeed, 'conditional' | 'outages' | 'firstPollMs'> {
  const from = simulationStart + random() * days * day
  const outages = random() < 0.2 ? [[from, from + random() * 12 * hour] as const] : []
  return { conditional: random() < 0.85, outages, firstPollMs: Math.round(random() * 15 * minute) }
}

/** mulberry32: small, seeded, good enough for made-up publishers. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
