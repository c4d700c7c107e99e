import type { PollDay } from '../src/core/domain/health.ts'
import type { FinishedPoll, Outcome } from '../src/core/domain/outcome.ts'
import type { SourceKind } from '../src/core/domain/source.ts'
import { afterPoll, type PolledFeed } from '../src/core/poll/after-poll.ts'
import { newHistory } from '../src/core/poll/new-history.ts'
import { defaultPollPolicy as policy } from '../src/core/poll/poll-policy.ts'
import { publisherMinimum } from '../src/core/poll/publisher-minimum.ts'
import { failed } from '../src/core/poll/read-reply.ts'
import { firstAllowed, skippedBy } from '../src/core/poll/skip-times.ts'
import { markdownTable } from './measure.ts'
import { aWorldFeed, hour, minute, simulationStart, type WorldFeed, worldKinds } from './poll-world.ts'

/* Thirty days of polling on a virtual clock: our schedule beside a fixed interval and two published formulas. Feeds do
   not touch one another here; how the poller spaces requests to one host is measured elsewhere. */

const week = 7 * 24 * hour

/** What one poll of a made-up feed found. */
interface Found {
  readonly at: number
  readonly answered: boolean
  readonly notModified: boolean
  readonly fresh: readonly number[]
}

/** Decides, after each poll, when the next one is. */
type Scheduler = (feed: WorldFeed) => (found: Found) => number

/** What polling one set of feeds came to. */
export interface CandidateCounter {
  requests: number
  notModified: number
  changes: number
  /** Requests sooner than the (clamped) publisher's minimum, or in an hour it excludes. */
  violations: number
  /** Articles that had left the document before anybody looked. */
  lost: number
  /** How many articles arrived so many minutes after publication. */
  readonly delays: Uint32Array
}

const longestDelay = 10 * 24 * 60

const ours: Scheduler = (feed) => {
  let state: PolledFeed & { readonly days: readonly PollDay[] } = {
    key: feed.key,
    history: newHistory(feed.kind, policy),
    days: [],
    validators: { etag: null, lastModified: null },
  }
  return (found) => {
    const after = afterPoll(state, toPoll(feed, found), policy)
    const days = state.days.at(-1)?.day === after.day.day ? state.days.slice(0, -1) : state.days
    state = { ...state, history: after.history, days: [...days, after.day].slice(-policy.healthDays) }
    return after.next.at ?? Number.POSITIVE_INFINITY
  }
}

function toPoll(feed: WorldFeed, { at, answered, notModified, fresh }: Found): FinishedPoll {
  const url = `https://${feed.key}.example/`
  const { freshness } = feed
  const outcome: Outcome = !answered
    ? failed('totalTimeout', 'down')
    : notModified
      ? { kind: 'notModified', url, freshness }
      : { kind: 'fetched', url, body: noBytes, headers: {}, contentType: null, validators: null, freshness }
  const reading = {
    entries: 20,
    newEntries: fresh.length,
    revisedEntries: 0,
    uncertainDates: 0,
    malformed: 0,
    cutOff: 0,
    valid: true,
    publishedAt: fresh,
    storedBytes: 0,
    leftOut: [],
    hints: feed.hints,
  }
  return {
    at,
    feedUrl: url,
    outcome,
    reading: answered && !notModified ? reading : null,
    tookMs: 100,
    wireBytes: 1_000,
  }
}
const noBytes = new Uint8Array(0)

const fixed =
  (everyMs: number): Scheduler =>
  () =>
  ({ at }) =>
    at + everyMs

/** Miniflux `entry_frequency` (internal/model/feed.go): a week over its entries, at least ttl and headers, 5 min to 24 h. */
const miniflux: Scheduler = (feed) => {
  const said = Math.max((feed.hints.ttlMinutes ?? 0) * minute, feed.freshness?.ms ?? 0)
  const seen: number[] = []
  return ({ at, fresh }) => {
    seen.push(...fresh)
    while (seen.length > 0 && seen[0]! < at - week) seen.shift()
    const interval = seen.length === 0 ? 24 * hour : clamp(week / seen.length, 5 * minute, 24 * hour)
    return at + Math.min(24 * hour, Math.max(interval, said))
  }
}

/** CommaFeed (FeedRefreshIntervalCalculator.java): half the mean gap up to 1 h, then by silence up to 4 h. */
const commafeed: Scheduler = (feed) => {
  const last: number[] = []
  let errors = 0
  return ({ at, answered, notModified, fresh }) => {
    errors = answered ? 0 : errors + 1
    if (errors > 0) return at + clamp(errors < 3 ? 0 : (errors - 2) * hour, 5 * minute, 4 * hour)
    last.push(...fresh)
    last.splice(0, Math.max(0, last.length - 20))
    const silentDays = (at - (last.at(-1) ?? 0)) / (24 * hour)
    const gap = last.length > 1 ? (last.at(-1)! - last[0]!) / (last.length - 1) : 8 * hour
    const learnt =
      silentDays >= 30
        ? 4 * hour
        : silentDays >= 14
          ? 2 * hour
          : silentDays >= 7
            ? hour
            : clamp(gap / 2, 5 * minute, hour)
    const said = !notModified && feed.freshness?.by === 'cache_control' ? feed.freshness.ms : 0
    return at + clamp(Math.max(learnt, said), 5 * minute, 4 * hour)
  }
}

/** As often as the publisher allows, and our shortest interval where it says nothing: what this one loses nobody polite can have. */
const earliest: Scheduler = (feed) => {
  const { ms } = publisherMinimum(feed.hints, feed.freshness, policy.believedMs)
  return ({ at }) => firstAllowed(at + Math.max(ms, policy.floorMs), feed.hints, at + policy.believedMs)
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** The schedules that are compared, ours first. */
export const schedulers: Readonly<Record<string, Scheduler>> = {
  Copytaster: ours,
  'earliest allowed': earliest,
  'every 30 min': fixed(30 * minute),
  'every 60 min': fixed(hour),
  'Miniflux entry_frequency': miniflux,
  'CommaFeed empirical': commafeed,
}

/** Polls the feeds for some days under one schedule. */
export function simulate(scheduler: Scheduler, feeds: Iterable<WorldFeed>, days: number): CandidateCounter {
  const tally: CandidateCounter = {
    requests: 0,
    notModified: 0,
    changes: 0,
    violations: 0,
    lost: 0,
    delays: new Uint32Array(longestDelay),
  }
  for (const feed of feeds) simulateFeed(scheduler(feed), feed, simulationStart + days * 24 * hour, tally)
  return tally
}

function simulateFeed(decide: (found: Found) => number, feed: WorldFeed, end: number, tally: CandidateCounter): void {
  let seen = 0
  let previous: number | null = null
  for (let at = simulationStart + feed.firstPollMs; at < end; ) {
    if (previous !== null && violates(feed, previous, at)) tally.violations += 1
    const answered = !feed.outages.some(([from, to]) => at >= from && at < to)
    const until = answered ? countUntil(feed.arrivals, seen, at) : seen
    const isFirst = previous === null
    const fresh = feed.arrivals.slice(Math.max(seen, until - 20), until)
    const notModified = answered && !isFirst && until === seen && feed.conditional
    tally.requests += 1
    tally.notModified += Number(notModified)
    if (!isFirst && answered) {
      tally.lost += until - seen - fresh.length
      for (const arrival of fresh) if (arrival >= simulationStart) countDelay(tally, at - arrival)
    }
    if (!isFirst) tally.changes += until - seen
    seen = until
    previous = at
    at = decide({ at, answered, notModified, fresh })
  }
}

function countUntil(arrivals: readonly number[], from: number, at: number): number {
  let until = from
  while (until < arrivals.length && arrivals[until]! <= at) until += 1
  return until
}

/** An excluded hour may be entered only when the exclusion lasts longer than we believe. */
function violates({ hints, freshness }: WorldFeed, previous: number, at: number): boolean {
  const wait = at - previous
  if (wait < publisherMinimum(hints, freshness, policy.believedMs).ms) return true
  return skippedBy(at, hints) !== null && wait < policy.believedMs
}

/** Feeds of the five kinds in equal parts. */
export function* world(count: number, days: number, kinds: readonly SourceKind[] = worldKinds): Generator<WorldFeed> {
  for (let n = 0; n < count; n++) yield aWorldFeed(n, kinds[n % kinds.length]!, days)
}

function countDelay({ delays }: CandidateCounter, ms: number): void {
  const bucket = Math.min(longestDelay - 1, Math.floor(ms / minute))
  delays[bucket] = delays[bucket]! + 1
}

/** The delay in minutes that a share of the articles stays below. */
export function delayQuantile({ delays }: CandidateCounter, share: number): number {
  const total = delays.reduce((sum, count) => sum + count, 0)
  let below = 0
  const found = delays.findIndex((count) => (below += count) > total * share)
  return Math.max(0, found)
}

function merged(tallies: readonly CandidateCounter[]): CandidateCounter {
  const all: CandidateCounter = {
    requests: 0,
    notModified: 0,
    changes: 0,
    violations: 0,
    lost: 0,
    delays: new Uint32Array(longestDelay),
  }
  for (const tally of tallies) {
    for (const field of ['requests', 'notModified', 'changes', 'violations', 'lost'] as const)
      all[field] += tally[field]
    tally.delays.forEach((count, bucket) => {
      all.delays[bucket] = all.delays[bucket]! + count
    })
  }
  return all
}

/** 10,000 feeds of five kinds over 30 days, each kind on its own and all together. */
export async function benchPollSimulation(say: (line: string) => void, count = 10_000, days = 30): Promise<void> {
  say(`${count} feeds of five kinds over ${days} days on a virtual clock; the ideal is one request per new article.`)
  const each = worldKinds.map((kind) =>
    Object.values(schedulers).map((scheduler) =>
      simulate(scheduler, world(count / worldKinds.length, days, [kind]), days),
    ),
  )
  const all = Object.keys(schedulers).map((_, n) => merged(each.map((tallies) => tallies[n]!)))
  for (const [n, tallies] of [all, ...each].entries()) {
    const rows = Object.keys(schedulers).map((name, m) => [name, ...figures(tallies[m]!)])
    say('')
    say(`${worldKinds[n - 1] ?? 'all kinds'}:`)
    say('')
    say(
      markdownTable(
        ['schedule', 'requests', 'per article', '304', 'median delay', '95 %', 'hints violated', 'lost'],
        rows,
      ),
    )
  }
}

function figures(tally: CandidateCounter): string[] {
  return [
    tally.requests.toLocaleString('en'),
    (tally.requests / Math.max(1, tally.changes)).toFixed(2),
    `${((100 * tally.notModified) / tally.requests).toFixed(0)} %`,
    inWords(delayQuantile(tally, 0.5)),
    inWords(delayQuantile(tally, 0.95)),
    tally.violations.toLocaleString('en'),
    tally.lost.toLocaleString('en'),
  ]
}

const inWords = (minutes: number) => (minutes >= 120 ? `${(minutes / 60).toFixed(1)} h` : `${minutes} min`)
