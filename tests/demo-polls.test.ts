import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { answerTo } from '../src/core/demo/answer-to.ts'
import { listedEntries } from '../src/core/demo/listed-entries.ts'
import type { WorldTruth } from '../src/core/demo/truth.ts'
import type { WorldSource } from '../src/core/demo/world.ts'
import { sourceOf, versionAt, type WorldEntry, worldEntries } from '../src/core/demo/world-entries.ts'
import { worldFrom } from '../src/core/demo/world-from.ts'
import { worldTruth } from '../src/core/demo/world-truth.ts'
import type { FeedDocument } from '../src/core/domain/feed-document.ts'
import type { FeedEvent } from '../src/core/domain/health.ts'
import type { Fetched, Outcome } from '../src/core/domain/outcome.ts'
import type { Hop, IssuedValidators, Reply } from '../src/core/domain/reply.ts'
import { parseFeed } from '../src/core/parse/parse-feed.ts'
import { afterPoll, type PolledFeed } from '../src/core/poll/after-poll.ts'
import { documentOf, finalOutcome } from '../src/core/poll/final-outcome.ts'
import { newHistory } from '../src/core/poll/new-history.ts'
import { defaultPollPolicy as policy } from '../src/core/poll/poll-policy.ts'
import { readReply } from '../src/core/poll/read-reply.ts'
import { validatorsToSend } from '../src/core/poll/validators-to-send.ts'
import { countWords } from '../src/core/text/count-words.ts'

/* The world polled for three days by the real schedule, without sockets: every planted fault must end as its truth says. */

const hour = 3_600_000
const day = 24 * hour
const world = worldFrom(parse(readFileSync(new URL('../demo/world.yaml', import.meta.url), 'utf8')))
const truth: WorldTruth = worldTruth(world)

/** What three days of polling one feed came to. */
interface Played {
  readonly state: string
  readonly url: string
  readonly events: readonly string[]
  readonly firstSeen: ReadonlyMap<string, number>
  readonly polls: readonly { readonly at: number; readonly succeeded: boolean; readonly outcome: string }[]
}

/** One GET with redirects followed, as the fetcher would report it. */
function ask(url: string, validators: IssuedValidators | null, at: number): Reply {
  const hops: Hop[] = []
  let address = url
  for (;;) {
    const conditional = validators !== null && validators.url === address
    const request = {
      url: address,
      ifNoneMatch: conditional ? validators.etag : null,
      ifModifiedSince: conditional ? validators.lastModified : null,
    }
    const answer = answerTo(world, request, at)
    const soFar = { asked: url, url: address, hops, wireBytes: 0, tookMs: 1 }
    if (answer.kind === 'stall') return { kind: 'noAnswer', ...soFar, failure: 'headersTimeout', message: 'no answer' }
    const { status, headers, body } = answer
    if (headers.location === undefined)
      return { kind: 'answer', ...soFar, status, headers, body, complete: true, conditional }
    hops.push({ url: address, status, to: headers.location, permanent: status === 301 || status === 308 } as Hop)
    address = headers.location
  }
}

function nameOf(event: FeedEvent): string {
  return event.kind === 'stateChanged' ? event.to : event.kind
}

const documents = new Map<string, FeedDocument>()

function parsedOnce({ body, headers, url }: Fetched): FeedDocument {
  const name = `${url} ${headers.etag}`
  const known = headers.etag === undefined ? undefined : documents.get(name)
  const parsed = known ?? parseFeed(body, { headers, url })
  documents.set(name, parsed)
  return parsed
}

function outcomeName(outcome: Outcome): string {
  if (outcome.kind === 'slowDown') return String(outcome.status)
  if (outcome.kind !== 'failed') return outcome.kind
  return outcome.failure === 'http' ? String(outcome.status) : outcome.failure
}

/** Polls one feed from the opening on, and once more at the close, as the demonstration does. */
function play(source: WorldSource, startMs: number): Played {
  let feed: PolledFeed & { url: string } = {
    key: source.url,
    url: source.url,
    history: newHistory(source.kind, policy),
    validators: { etag: null, lastModified: null },
    days: [],
  }
  const firstSeen = new Map<string, number>()
  const texts = new Map<string, number>()
  const events: string[] = []
  const polls: { at: number; succeeded: boolean; outcome: string }[] = []
  for (let at: number | null = world.opensAt + startMs; at !== null; ) {
    const reply = ask(feed.url, validatorsToSend(feed.validators, feed.history, at, policy), at)
    const read = readReply(reply, at)
    const document = documentOf(read)
    const parsed = document && parsedOnce(document)
    const outcome: Outcome = parsed ? finalOutcome(read, parsed) : read
    let reading = null
    if (parsed?.kind === 'feed') {
      const listed = listedEntries(world, source, at)
      const fresh = listed.filter((entry) => !firstSeen.has(entry.id))
      const revised = listed.filter((entry) => firstSeen.has(entry.id) && texts.get(entry.id)! < entry.updatedAt)
      for (const entry of listed) texts.set(entry.id, entry.updatedAt)
      for (const entry of fresh) firstSeen.set(entry.id, at)
      reading = {
        entries: parsed.entries.length,
        newEntries: fresh.length,
        revisedEntries: revised.length,
        uncertainDates: fresh.filter((entry) => entry.publishedAt === null).length,
        malformed: 0,
        cutOff: 0,
        valid: parsed.recovered === 'strict',
        publishedAt: fresh.flatMap((entry) => entry.publishedAt ?? []),
        storedBytes: 0,
        leftOut: [],
        hints: parsed.refresh,
      }
    }
    const after = afterPoll(feed, { at, feedUrl: feed.url, outcome, reading, tookMs: 1, wireBytes: 1 }, policy)
    events.push(...after.events.map(nameOf))
    polls.push({ at, succeeded: after.history.failuresInARow === 0, outcome: outcomeName(outcome) })
    feed = {
      ...feed,
      ...after,
      days: [...feed.days.filter((one) => one.day !== after.day.day), after.day],
    }
    if (after.next.at === null) break
    at = at >= world.closesAt ? null : Math.min(after.next.at, world.closesAt)
  }
  return { state: feed.history.state, url: feed.url, events, firstSeen, polls }
}

/** The first poll at the opening, and a little after: nothing may hang on the minute. */
const starts = [0, 7 * 60_000]
const played = new Map<string, Played[]>()
beforeAll(() => {
  for (const source of world.sources)
    played.set(
      source.id,
      starts.map((start) => play(source, start)),
    )
})

describe('three days of polling', () => {
  test.each(truth.feeds.map((feed) => [feed.id, feed] as const))('%s ends as planted', (_id, feed) => {
    for (const one of played.get(feed.id)!) {
      expect({ state: one.state, events: one.events, url: one.url }).toEqual({
        state: feed.state,
        events: [...feed.events],
        url: feed.finalUrl,
      })
    }
  })

  test.each(truth.feeds.map((feed) => [feed.id, feed] as const))(
    'of %s nothing is lost but what must be',
    (_id, feed) => {
      const expected = truth.entries.filter((entry) => entry.feed === feed.id && entry.reachable !== null)
      for (const one of played.get(feed.id)!) {
        expect([...one.firstSeen.keys()].sort()).toEqual(expected.map((entry) => entry.id).sort())
      }
    },
  )
})

describe('every fault is met by a poll', () => {
  test.each([
    ['haichao-world', 'notModified'],
    ['zhujia', 'html'],
    ['jinchao', '429'],
    ['harbour-business', '429'],
    ['techmado', '503'],
    ['gangkou', '404'],
    ['kurashi', 'gone'],
    ['lvneng', 'moved'],
    ['northgate', 'moved'],
    ['shiomi-economy', 'headersTimeout'],
  ])('%s answers %s', (id, outcome) => {
    for (const { polls } of played.get(id)!) expect(polls.map((poll) => poll.outcome)).toContain(outcome)
  })

  test('a polite client asks a rate-limiting publisher once and waits', () => {
    for (const id of ['jinchao', 'harbour-business'])
      for (const { polls } of played.get(id)!) expect(polls.filter((poll) => poll.outcome === '429')).toHaveLength(1)
  })

  test('after its cache froze, a publisher says 304 and nothing else', () => {
    const from = sourceOf(world, 'panhou').faults[0]!.from
    for (const { polls } of played.get('panhou')!) {
      const late = polls.filter((poll) => poll.at >= from).map((poll) => poll.outcome)
      expect(new Set(late)).toEqual(new Set(['notModified']))
    }
  })
})

/* The days: trends and importance worked out the plain way the specification words them, from what each pass had seen. */

const tierBase = { T1: 95, T2: 80, T3: 65, T4: 50, T5: 30 } as const
const entries = worldEntries(world)

/** Entries of a digest's window: published in it, or first seen in it and published at most 72 hours before. */
function windowOf(pass: number, to: number): WorldEntry[] {
  const from = to - day
  return entries.filter((entry) => {
    const seen = played.get(entry.source)![pass]!.firstSeen.get(entry.id)
    if (seen === undefined || seen > to) return false
    const published = publishedOf(entry, seen)
    return (published >= from && published < to) || (seen >= from && seen < to && published >= to - 3 * day)
  })
}

function publishedOf(entry: WorldEntry, seen: number): number {
  return sourceOf(world, entry.source).format === 'rss-0.91' || entry.lacks.includes('date')
    ? seen
    : entry.versions[0]!.at
}

function countBy(window: readonly WorldEntry[], counted: (entry: WorldEntry) => boolean): Map<string, number> {
  const counts = new Map<string, number>()
  for (const entry of window.filter(counted)) counts.set(entry.story, (counts.get(entry.story) ?? 0) + 1)
  return counts
}

function trendsOf(pass: number, to: number, counted: (entry: WorldEntry) => boolean): Record<string, string> {
  const now = countBy(windowOf(pass, to), counted)
  const before = countBy(windowOf(pass, to - day), counted)
  const trends: Record<string, string> = {}
  for (const [story, count] of now) {
    const then = before.get(story) ?? 0
    if (then === 0 && count >= 3) trends[story] = 'EMERGING'
    if (then > 0 && count >= then * 1.5) trends[story] = 'TRENDING'
    if (then > 0 && count <= then * 0.5) trends[story] = 'FADING'
  }
  return trends
}

function depthOf(text: string): number {
  const words = countWords(text)
  const byLength = words >= 1000 ? 100 : words >= 500 ? 75 : words >= 200 ? 50 : 20
  const numbers = text.match(/\d[\d,.]*/g) ?? []
  const data = /%|％|元|歐元|€|£|\$|億|円|percent|公里|キロ/.test(text) || numbers.length >= 3 ? 15 : 0
  return Math.min(100, byLength + data)
}

/** The importance of an article at a moment, without lists and links, which add the same ten points each. */
function importanceOf(entry: WorldEntry, pass: number, at: number, story: readonly WorldEntry[]): number {
  const source = sourceOf(world, entry.source)
  const run = played.get(source.id)![pass]!
  const seen = run.firstSeen.get(entry.id)!
  const version = versionAt(entry, at)!
  const polls = run.polls.filter((poll) => poll.at <= at)
  const authority = (tierBase[source.tier] * polls.filter((poll) => poll.succeeded).length) / polls.length
  const recency =
    100 * Math.exp((-0.03 * (at - publishedOf(entry, seen))) / hour) * (publishedOf(entry, seen) === seen ? 0.8 : 1)
  const witnesses = story.filter((one) => one.relation === 'original').map((one) => sourceOf(world, one.source))
  const tiers = new Set(witnesses.map((one) => one.tier)).size
  const corroboration = Math.min(100, 25 * new Set(witnesses.map((one) => one.owner)).size + (tiers >= 3 ? 10 : 0))
  const extras = (/^- /m.test(version.body) ? 10 : 0) + (/\]\(http/.test(version.body) ? 10 : 0)
  const text = source.tells === 'excerpt' ? version.body.slice(0, 90) : version.body
  const depth = Math.min(100, depthOf(text) + extras)
  return 0.25 * authority + 0.2 * recency + 0.2 * corroboration + 0.2 * 50 + 0.15 * depth
}

/** The stories of a window with their importance, best first. */
function ranked(pass: number, to: number): (readonly [string, number])[] {
  const scores = new Map<string, number>()
  const window = windowOf(pass, to)
  for (const entry of window.filter((one) => one.relation === 'original')) {
    const story = entries.filter(
      (one) => one.story === entry.story && (played.get(one.source)![pass]!.firstSeen.get(one.id) ?? Infinity) <= to,
    )
    scores.set(entry.story, Math.max(scores.get(entry.story) ?? 0, importanceOf(entry, pass, to, story)))
  }
  return [...scores].sort((a, b) => b[1] - a[1])
}

describe('the days', () => {
  test.each(truth.days.filter((one) => one.day > 1).map((one) => [one.day, one] as const))(
    'day %i has the planted trends and no others, however articles are counted',
    (_day, { to, trends }) => {
      const planted = Object.fromEntries(trends.map(({ story, tag }) => [story, tag]))
      for (const pass of starts.keys()) {
        expect(trendsOf(pass, to, (entry) => entry.relation === 'original')).toEqual(planted)
        expect(trendsOf(pass, to, (entry) => entry.relation !== 'copy')).toEqual(planted)
        expect(trendsOf(pass, to, () => true)).toEqual(planted)
      }
    },
  )

  test.each(truth.days.map((one) => [one.day, one] as const))(
    'day %i has the planted stories on top, clearly',
    (_day, { to, top }) => {
      for (const pass of starts.keys()) {
        const list = ranked(pass, to)
        expect(list.slice(0, top.length).map(([story]) => story)).toEqual([...top])
        for (let i = 0; i < top.length; i++) expect(list[i]![1] - list[i + 1]![1]).toBeGreaterThan(0.5)
      }
    },
  )

  test('each breaking story is worth an alert while it is under two hours old', () => {
    for (const { breaking } of truth.days) {
      for (const story of breaking) {
        const told = entries.filter((entry) => entry.story === story)
        const at = Math.min(...told.map((entry) => entry.versions[0]!.at)) + 2 * hour - 1
        const seen = told.filter((entry) => (played.get(entry.source)![0]!.firstSeen.get(entry.id) ?? at + 1) <= at)
        expect(Math.max(...seen.map((entry) => importanceOf(entry, 0, at, seen)))).toBeGreaterThanOrEqual(80)
      }
    }
  })

  test('each breaking story has a first-tier newsroom and three newsrooms within two hours', () => {
    for (const { breaking } of truth.days) {
      for (const story of breaking) {
        const told = entries.filter((entry) => entry.story === story && entry.relation === 'original')
        const first = Math.min(...told.map((entry) => entry.versions[0]!.at))
        const early = told
          .filter((entry) => entry.versions[0]!.at < first + 2 * hour)
          .map((entry) => sourceOf(world, entry.source))
        expect(early.map((source) => source.tier)).toContain('T1')
        expect(new Set(early.map((source) => source.owner)).size).toBeGreaterThanOrEqual(3)
      }
    }
  })
})
