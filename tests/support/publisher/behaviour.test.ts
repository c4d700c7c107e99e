import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Failed, Fetched, Outcome } from '../../../src/core/domain/outcome.ts'
import { parseFeed } from '../../../src/core/parse/parse-feed.ts'
import { afterPoll, type PolledFeed } from '../../../src/core/poll/after-poll.ts'
import { discoverFeeds } from '../../../src/core/poll/discover-feeds.ts'
import { documentOf, finalOutcome } from '../../../src/core/poll/final-outcome.ts'
import { newHistory } from '../../../src/core/poll/new-history.ts'
import { defaultPollPolicy as policy } from '../../../src/core/poll/poll-policy.ts'
import { readReply } from '../../../src/core/poll/read-reply.ts'
import { retryPause } from '../../../src/core/poll/retry-pause.ts'
import { validatorsToSend } from '../../../src/core/poll/validators-to-send.ts'
import { findLinks } from '../../../src/core/text/find-links.ts'
import { createFetcher, type Fetcher } from '../../../src/io/fetch/create-fetcher.ts'
import { fetchFeed } from '../../../src/io/fetch/fetch-feed.ts'
import { type Publisher, type Step, startPublisher } from '../publisher.ts'
import { brokenRss, emptyRss, page, rss, someItems, truncated, withNewGuids } from './documents.ts'
import * as step from './steps.ts'

/** How polling behaves, row by row, over real HTTP: fetch, read the reply, parse, decide what follows. */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = Date.UTC(2026, 2, 2, 12)
const items = someItems(5, start - hour)
const document = rss(items)

let publisher: Publisher
let fetcher: Fetcher
beforeAll(async () => {
  publisher = await startPublisher()
  fetcher = createFetcher({ allow: [`127.0.0.1:${publisher.port}`], userAgent: 'Copytaster/test' })
})
afterAll(async () => {
  await fetcher.close()
  await publisher.close()
})

interface Known extends PolledFeed {
  readonly url: string
  readonly guids: ReadonlySet<string>
}

let feed: Known
let path = ''
let paths = 0
beforeEach(() => {
  path = `/feed${paths++}`
  feed = {
    key: path,
    url: publisher.url(path),
    history: newHistory('major', policy),
    days: [],
    validators: { etag: null, lastModified: null },
    guids: new Set(),
  }
})

/** One poll of the feed at `now`, as the poller does it; what it changes is kept in `feed`. */
async function poll(now = start) {
  const validators = validatorsToSend(feed.validators, feed.history, now, policy)
  const reply = await fetchFeed(fetcher, { url: feed.url, validators, timeoutMs: 2_000 })
  const read = readReply(reply, now)
  const fetched = documentOf(read)
  const parsed = fetched && parseFeed(fetched.body, { headers: fetched.headers, url: fetched.url })
  const outcome = parsed ? finalOutcome(read, parsed) : read
  const guids = parsed?.kind === 'feed' ? parsed.entries.map((entry) => entry.guid?.value ?? '') : []
  const reading =
    parsed?.kind === 'feed'
      ? {
          entries: parsed.entries.length,
          newEntries: guids.filter((guid) => !feed.guids.has(guid)).length,
          revisedEntries: 0,
          uncertainDates: 0,
          malformed: 0,
          cutOff: 0,
          valid: parsed.recovered === 'strict',
          publishedAt: [],
          storedBytes: 0,
          leftOut: [],
          hints: parsed.refresh,
        }
      : null
  const { tookMs, wireBytes } = reply
  const after = afterPoll(feed, { at: now, feedUrl: feed.url, outcome, reading, tookMs, wireBytes }, policy)
  feed = { ...feed, ...after, days: [after.day], guids: new Set([...feed.guids, ...guids]) }
  return { ...after, outcome, reading, reply }
}

const script = (...steps: Step[]) => publisher.on(path, ...steps)
const lastHeaders = () => publisher.requestsTo(path).at(-1)!.headers
const kinds = (outcome: Outcome) => (outcome.kind === 'failed' ? outcome.failure : outcome.kind)

describe('requests', () => {
  test('the first asks for any feed format and without conditions', async () => {
    script(step.serve(document))
    await poll()
    expect(lastHeaders().accept).toBe(
      'application/rss+xml, application/atom+xml, application/feed+json, application/xml, text/xml;q=0.9',
    )
    expect([lastHeaders()['if-none-match'], lastHeaders()['if-modified-since']]).toEqual([undefined, undefined])
  })

  test('later ones send ETag and Last-Modified as they came', async () => {
    script(step.serveConditionally(document, { etag: 'W/"x y"', lastModified: 'Mon, 02 Mar 2026 11:59:59 +0000' }))
    await poll()
    const { outcome } = await poll(start + hour)
    expect(outcome.kind).toBe('notModified')
    expect([lastHeaders()['if-none-match'], lastHeaders()['if-modified-since']]).toEqual([
      'W/"x y"',
      'Mon, 02 Mar 2026 11:59:59 +0000',
    ])
  })

  test('after eight days of 304 one is unconditional', async () => {
    script(step.serveConditionally(document, { etag: '"a"' }))
    await poll()
    expect((await poll(start + 8 * day - 1)).outcome.kind).toBe('notModified')
    expect((await poll(start + 8 * day)).outcome.kind).toBe('fetched')
    expect((await poll(start + 8 * day + hour)).outcome.kind).toBe('notModified')
  })

  test('validators that change each time are replaced each time', async () => {
    script(step.changingValidators(document))
    await poll()
    await poll(start + hour)
    await poll(start + 2 * hour)
    expect(publisher.requestsTo(path).map((request) => request.headers['if-none-match'])).toEqual([
      undefined,
      '"v0"',
      '"v1"',
    ])
  })

  test('a document that breaks off leaves no validators behind', async () => {
    script(step.serve(truncated(document), { etag: '"half"' }), step.serve(document, { etag: '"whole"' }))
    const half = await poll()
    expect([half.outcome.kind, half.validators.etag]).toEqual(['fetched', null])
    expect((await poll(start + hour)).validators.etag).toBe('"whole"')
    expect(lastHeaders()['if-none-match']).toBeUndefined()
  })
})

describe('answers', () => {
  test('200 is parsed', async () => {
    script(step.serve(document))
    const { outcome, reading, health } = await poll()
    expect([outcome.kind, reading?.entries, health.state]).toEqual(['fetched', 5, 'healthy'])
  })

  test('304 is a success without a document', async () => {
    script(step.serveConditionally(document, { etag: '"a"' }))
    await poll()
    const { outcome, reading, day: today } = await poll(start + hour)
    expect([outcome.kind, reading, today.successes, today.notModified]).toEqual(['notModified', null, 2, 1])
  })

  test('304 that nobody asked for is a failure', async () => {
    script(step.notModifiedForEver)
    expect(kinds((await poll()).outcome)).toBe('unaskedNotModified')
  })

  test.each([301, 308])('%d to a feed changes the address, keeps validators, and is told once', async (code) => {
    const target = `${path}/new`
    script(step.redirect(code, target))
    publisher.on(target, step.serveConditionally(document, { etag: '"n"' }))
    const moved = await poll()
    expect(moved).toMatchObject({ url: publisher.url(target), reading: { entries: 5 }, health: { state: 'moved' } })
    expect(moved.events.map((event) => event.kind)).toEqual(['urlChanged', 'stateChanged'])
    const next = await poll(start + hour)
    expect([next.outcome.kind, next.events]).toEqual(['notModified', []])
    expect(publisher.requestsTo(path)).toHaveLength(1)
  })

  test('permanent hops one after another change the address', async () => {
    script(step.redirect(301, `${path}/a`))
    publisher.on(`${path}/a`, step.redirect(308, `${path}/b`))
    publisher.on(`${path}/b`, step.serve(document))
    expect((await poll()).url).toBe(publisher.url(`${path}/b`))
  })

  test('one temporary hop in a chain keeps the address', async () => {
    script(step.redirect(301, `${path}/a`))
    publisher.on(`${path}/a`, step.redirect(302, `${path}/b`))
    publisher.on(`${path}/b`, step.serve(document))
    expect(await poll()).toMatchObject({ url: publisher.url(path), outcome: { kind: 'fetched' }, events: [] })
  })

  test('301 to something that is no feed keeps the address', async () => {
    script(step.redirect(301, `${path}/sorry`))
    publisher.on(`${path}/sorry`, step.serve(page(''), { 'content-type': 'text/html' }))
    const { url, outcome } = await poll()
    expect([url, kinds(outcome)]).toEqual([publisher.url(path), 'html'])
  })

  test.each([302, 307])('%d is followed and keeps the address', async (code) => {
    script(step.redirect(code, `${path}/t`))
    publisher.on(`${path}/t`, step.serve(document))
    expect(await poll()).toMatchObject({ url: publisher.url(path), outcome: { kind: 'fetched' } })
  })

  test.each([400, 401, 403, 404, 418, 500, 502, 504])('%d is a failure, tried again within the pass', async (code) => {
    script(step.status(code))
    const { outcome, next } = await poll()
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'http', status: code, retry: true })
    expect(retryPause(outcome, 0, [1_000, 2_000])).toBe(1_000)
    expect(retryPause(outcome, 2, [1_000, 2_000])).toBeNull()
    expect(next.reason).toBe('failure_backoff')
  })

  test('410 is the end, and is told once', async () => {
    script(step.serve(document), step.status(410))
    await poll()
    const { outcome, next, events, health } = await poll(start + hour)
    expect([outcome.kind, next.at, next.reason, health.state]).toEqual(['gone', null, 'dead', 'dead'])
    expect(events).toMatchObject([{ kind: 'stateChanged', from: 'healthy', to: 'dead' }])
    expect(retryPause(outcome, 0, [1_000])).toBeNull()
  })

  test('410 behind a temporary redirect is only a failure', async () => {
    script(step.redirect(302, `${path}/t`))
    publisher.on(`${path}/t`, step.status(410))
    expect((await poll()).outcome).toMatchObject({ kind: 'failed', status: 410, retry: false })
  })

  test.each([
    ['429 with seconds', 429, { 'retry-after': '7200' }, 2 * hour],
    ['503 with seconds', 503, { 'retry-after': '7200' }, 2 * hour],
    [
      '429 with a date',
      429,
      { 'retry-after': new Date(start + 3 * hour).toUTCString(), date: new Date(start).toUTCString() },
      3 * hour,
    ],
    ['429 with more than a week', 429, { 'retry-after': '9999999' }, 7 * day],
  ])('%s waits as asked, doubles the interval, and is not tried again', async (_fact, code, headers, waitMs) => {
    script(step.status(code, headers))
    const { outcome, next, history } = await poll()
    expect([outcome.kind, next.reason, next.waitMs - next.jitterMs]).toEqual(['slowDown', 'retry_after', waitMs])
    expect(history.intervalMs).toBe(hour)
    expect(retryPause(outcome, 0, [1_000])).toBeNull()
  })

  test('429 without a date doubles the interval each time', async () => {
    script(step.status(429))
    const first = await poll()
    const second = await poll(start + hour)
    expect([first.next.reason, first.next.waitMs - first.next.jitterMs]).toEqual(['slow_down', hour])
    expect([second.next.reason, second.next.waitMs - second.next.jitterMs]).toEqual(['slow_down', 2 * hour])
    expect(retryPause(first.outcome, 0, [1_000])).toBeNull()
  })

  test('503 without a date is tried again within the pass', async () => {
    script(step.status(503))
    expect(retryPause((await poll()).outcome, 0, [1_000])).toBe(1_000)
  })

  test('any other error with Retry-After is not tried again, and waits', async () => {
    script(step.status(500, { 'retry-after': '3600' }))
    const { outcome, next } = await poll()
    expect([outcome.kind, retryPause(outcome, 0, [1_000]), next.reason]).toEqual(['failed', null, 'retry_after'])
  })

  test('a web page names the feed to poll instead', async () => {
    const links = '<link rel="alternate" type="application/atom+xml" title="News" href="/atom.xml">'
    script(step.serve(page(links), { 'content-type': 'text/html' }))
    const { outcome, reading } = await poll()
    const { url, body } = (outcome as Failed).page as Fetched
    const found = discoverFeeds(findLinks(new TextDecoder().decode(body)), url)
    expect([kinds(outcome), reading, found[0]?.url]).toEqual(['html', null, publisher.url('/atom.xml')])
  })

  test('a feed labelled as a web page is a feed', async () => {
    script(step.serve(document, { 'content-type': 'text/html' }))
    expect((await poll()).outcome.kind).toBe('fetched')
  })

  test('an empty document after a full one is a warning, once, and a success', async () => {
    script(step.serve(document), step.serve(emptyRss))
    await poll()
    const emptied = await poll(start + hour)
    expect([emptied.outcome.kind, emptied.events]).toEqual(['fetched', [{ kind: 'emptied', entriesBefore: 5 }]])
    expect((await poll(start + 2 * hour)).events).toEqual([])
  })

  test('broken XML that can be mended is read', async () => {
    script(step.serve(brokenRss))
    expect((await poll()).outcome.kind).toBe('fetched')
  })

  test('what no recovery step can read is a failed poll, without retry', async () => {
    script(
      step.serve(Buffer.from([0, 1, 2, 3, 255, 254, 7, 7, 7]), { 'content-type': 'application/xml', etag: '"junk"' }),
    )
    const { outcome, validators } = await poll()
    expect([outcome.kind, validators.etag, retryPause(outcome, 0, [1_000])]).toEqual(['failed', null, null])
  })

  test('200 without a body is a failed poll', async () => {
    script(step.status(200))
    expect(kinds((await poll()).outcome)).toBe('noBody')
  })

  test('guids issued anew on each poll all count as new entries', async () => {
    script((response, _request, nth) => void response.end(rss(withNewGuids(items, nth))))
    await poll()
    expect((await poll(start + hour)).reading?.newEntries).toBe(5)
  })
})

describe('no answer', () => {
  test.each<[string, Step, string]>([
    ['a reset', step.resetAtOnce, 'reset'],
    ['no HTTP', step.garbage, 'protocol'],
  ])('%s is tried again within the pass', async (_fact, behaviour, failure) => {
    script(behaviour)
    const { outcome } = await poll()
    expect([kinds(outcome), retryPause(outcome, 0, [1_000])]).toEqual([failure, 1_000])
  })

  test.each<[string, Step, string]>([
    [
      'a redirect in a ring',
      (response, { path: to }) => void response.writeHead(302, { location: to }).end(),
      'redirectLoop',
    ],
    ['a redirect to a closed network', step.redirect(302, 'http://169.254.169.254/'), 'forbiddenAddress'],
    ['a gzip bomb', step.bomb('gzip', 16), 'bomb'],
  ])('%s is not', async (_fact, behaviour, failure) => {
    script(behaviour)
    const { outcome } = await poll()
    expect([kinds(outcome), retryPause(outcome, 0, [1_000])]).toEqual([failure, null])
  })

  test('three failures in a row make a feed unhealthy, and it is well once most polls of the week answer', async () => {
    script(step.resetAtOnce, step.resetAtOnce, step.resetAtOnce, ...Array(4).fill(step.serve(document)))
    const states: string[] = []
    for (let n = 0; n < 7; n++) states.push((await poll(start + n * hour)).health.state)
    expect(states).toEqual(['new', 'new', 'unhealthy', 'unhealthy', 'unhealthy', 'healthy', 'healthy'])
  })
})

describe('the publisher decides how often', () => {
  test.each([
    ['ttl', rss(items, '<ttl>120</ttl>'), {}, 'ttl', 2 * hour],
    ['ttl of a month', rss(items, '<ttl>43200</ttl>'), {}, 'ttl', day],
    [
      'update period',
      rss(
        items,
        '<sy:updatePeriod xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">daily</sy:updatePeriod><sy:updateFrequency xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">4</sy:updateFrequency>',
      ),
      {},
      'syndication',
      6 * hour,
    ],
    ['Cache-Control', document, { 'cache-control': 'public, max-age=5400' }, 'cache_control', 1.5 * hour],
    ['Cache-Control less the age', document, { 'cache-control': 'max-age=5400', age: '1800' }, 'cache_control', hour],
    [
      'Expires',
      document,
      { expires: new Date(start + 4 * hour).toUTCString(), date: new Date(start).toUTCString() },
      'expires',
      4 * hour,
    ],
    ['nothing: the kind', document, {}, 'kind', 30 * minute],
    ['no-store: the kind', document, { 'cache-control': 'no-store, max-age=9999' }, 'kind', 30 * minute],
  ])('by %s', async (_fact, body, headers, reason, waitMs) => {
    script(step.serve(body, headers))
    const { next } = await poll()
    expect([next.reason, next.waitMs - next.jitterMs]).toEqual([reason, waitMs])
  })

  test('by skipHours', async () => {
    script(step.serve(rss(items, '<skipHours><hour>12</hour><hour>13</hour></skipHours>')))
    const { next } = await poll()
    expect(next.reason).toBe('skip_hours')
    expect(next.at).toBeGreaterThanOrEqual(start + 2 * hour)
  })
})
