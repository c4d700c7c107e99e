import fc from 'fast-check'
import { expect } from 'vitest'
import type { Admitted, NewRevision } from '../../src/core/domain/admission.ts'
import type { Event } from '../../src/core/domain/event.ts'
import type { HostLease } from '../../src/core/domain/host-lease.ts'
import { searchQuery } from '../../src/core/text/search-query.ts'
import type { Store } from '../../src/io/store/open-store.ts'
import { anArticle } from './an-article.ts'
import { aDay, aPoll, aRecord, aSource, entryOf, newArticles } from './poll-records.ts'
import { applyReader, type ReaderOperation, readerLooks, readerOperations, someMatches } from './reader-operations.ts'

/* Random use of a store, applied to two of them step by step. Numbers choose among what is there: the third feed,
   the second lease, so that every sequence makes sense. */

type Operation =
  | { readonly kind: 'sync'; readonly urls: readonly number[]; readonly tier: 'T1' | 'T2' | null }
  | { readonly kind: 'add'; readonly url: number }
  | { readonly kind: 'addMany'; readonly urls: readonly number[] }
  | { readonly kind: 'retain'; readonly ms: number; readonly limit: number }
  | { readonly kind: 'index'; readonly limit: number }
  | { readonly kind: 'rebuild' }
  | { readonly kind: 'renewBodies'; readonly version: number; readonly limit: number; readonly behind: boolean }
  | { readonly kind: 'renewCategories'; readonly version: number; readonly limit: number; readonly behind: boolean }
  | { readonly kind: 'renewPrints'; readonly version: number; readonly limit: number; readonly behind: boolean }
  | { readonly kind: 'search'; readonly query: number; readonly limit: number }
  | { readonly kind: 'crawl'; readonly url: number; readonly tab: string | null }
  | { readonly kind: 'retire'; readonly source: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'prune'; readonly ms: number; readonly limit: number }
  | { readonly kind: 'claimDue'; readonly limit: number; readonly ms: number }
  | { readonly kind: 'claim'; readonly url: number; readonly ms: number }
  | { readonly kind: 'renew' | 'release'; readonly lease: number }
  | {
      readonly kind: 'poll'
      readonly feed: number
      readonly lease: number
      readonly failed: boolean
      readonly move: boolean
    }
  | {
      readonly kind: 'admit'
      readonly feed: number
      readonly lease: number
      readonly begins: boolean
      readonly articles: readonly number[]
    }
  | { readonly kind: 'revise'; readonly article: number; readonly how: NewRevision['kind'] }
  | { readonly kind: 'reader'; readonly operation: ReaderOperation }

const small = fc.nat(5)
const waitMs = fc.integer({ min: 0, max: 40 * 3_600_000 })

export const storeOperations: fc.Arbitrary<readonly Operation[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('sync' as const),
      urls: fc.uniqueArray(small),
      tier: fc.constantFrom('T1', 'T2', null),
    }),
    fc.record({ kind: fc.constant('add' as const), url: small }),
    fc.record({ kind: fc.constant('crawl' as const), url: small, tab: fc.constantFrom('crawls', null) }),
    fc.record({ kind: fc.constant('addMany' as const), urls: fc.array(small, { maxLength: 4 }) }),
    fc.record({ kind: fc.constant('retain' as const), ms: waitMs, limit: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ kind: fc.constant('index' as const), limit: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('rebuild' as const) }),
    fc.record({
      kind: fc.constantFrom('renewPrints' as const, 'renewBodies' as const, 'renewCategories' as const),
      version: fc.integer({ min: 1, max: 3 }),
      limit: fc.integer({ min: 1, max: 9 }),
      behind: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('search' as const), query: fc.nat(), limit: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ kind: fc.constant('retire' as const), source: small }),
    fc.record({ kind: fc.constant('wait' as const), ms: waitMs }),
    fc.record({ kind: fc.constant('prune' as const), ms: waitMs, limit: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ kind: fc.constant('claimDue' as const), limit: fc.integer({ min: 1, max: 4 }), ms: waitMs }),
    fc.record({ kind: fc.constant('claim' as const), url: small, ms: waitMs }),
    fc.record({ kind: fc.constantFrom('renew' as const, 'release' as const), lease: small }),
    fc.record({
      kind: fc.constant('poll' as const),
      feed: small,
      lease: small,
      failed: fc.boolean(),
      move: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('admit' as const),
      feed: small,
      lease: small,
      begins: fc.boolean(),
      articles: fc.uniqueArray(fc.nat(30)),
    }),
    fc.record({
      kind: fc.constant('revise' as const),
      article: fc.nat(30),
      how: fc.constantFrom('updates', 'outdoes', 'stays', 'rehomes'),
    }),
    fc.record({ kind: fc.constant('reader' as const), operation: readerOperations }),
  ),
  { minLength: 5, maxLength: 40, size: 'max' },
)

/** Applies each operation to both and holds every answer, and in the end everything stored, against the other. */
export async function compareStores(real: Store, model: Store, operations: readonly Operation[]): Promise<void> {
  let now = Date.UTC(2026, 0, 1)
  const leases: HostLease[] = []
  const both = async <T>(call: (store: Store) => Promise<T>): Promise<T> => {
    const answer = await call(real)
    expect(answer).toEqual(await call(model))
    return answer
  }
  for (const operation of operations) {
    if (operation.kind === 'wait') now += operation.ms
    else await apply(operation, { both, leases, now })
  }
  for (const look of [...looks, ...readerLooks]) await both(look)
}

interface Bench {
  readonly both: <T>(call: (store: Store) => Promise<T>) => Promise<T>
  readonly leases: HostLease[]
  readonly now: number
}

const address = (n: number) => `https://host-${n % 3}.example/feed-${n}`
const pick = <T>(list: readonly T[], n: number): T | null => (list.length === 0 ? null : list[n % list.length]!)

/** Titles in several scripts, and questions that tell them apart. */
const TITLES = [
  'Harbour bridge reopens',
  '台積電：地震後復工',
  '選挙の結果、地震の影響',
  'Москва: ставка',
  'The interest rate rises',
]
const QUERIES = [
  'bridge',
  '"harbour bridge"',
  'bridge -again',
  '地震',
  '震',
  '地震 -台積電',
  '選挙',
  'москва',
  '"interest rate" tab:odd',
  'source:example rate',
  'lang:en -bridge',
  'after:2026-01-02',
  'title:again closed',
  'changed',
  're*',
  'bridge OR 地震 OR ставка',
  '台积电 OR title:rate -harbour',
].map((line) => searchQuery(line, { now: 0, zone: 'UTC' }))

async function apply(operation: Exclude<Operation, { kind: 'wait' }>, bench: Bench): Promise<void> {
  const { both, leases, now } = bench
  switch (operation.kind) {
    case 'sync': {
      const wanted = operation.urls.map((n, position) => aSource(address(n), { position, tier: operation.tier }))
      await both((store) => store.syncSources(wanted, now))
      return
    }
    case 'add':
      await both((store) => store.addSource(aSource(address(operation.url), { position: 9 }), now))
      return
    case 'crawl':
      await both((store) => store.crawlFeed(aSource(address(operation.url), { position: 9, tab: operation.tab }), now))
      return
    case 'addMany': {
      const wanted = operation.urls.map((n) => aSource(address(n), { position: 9 }))
      await both((store) => store.addSources(wanted, now))
      return
    }
    case 'retain':
      await both((store) => store.pruneArticles(now - operation.ms, operation.limit))
      return
    case 'index':
      await both((store) => store.updateSearch(operation.limit))
      return
    case 'rebuild':
      await both((store) => store.clearSearch())
      return
    case 'renewBodies': {
      const { version, limit, behind } = operation
      const old = await both((store) => store.oldBodies(version, limit))
      const renewed = old.map((body) => {
        return { ...body, was: body.version - (behind ? 1 : 0), version, html: `<p>by ${version}</p>` }
      })
      await both((store) => store.renewBodies(renewed))
      return
    }
    case 'renewCategories': {
      const { version, limit, behind } = operation
      const old = await both((store) => store.oldCategories(version, limit))
      const renewed = old.map(({ article, version: found }) => {
        return { article, was: found - (behind ? 1 : 0), version, finalCategory: `by ${version}` }
      })
      await both((store) => store.renewCategories(renewed))
      return
    }
    case 'renewPrints': {
      const { version, limit, behind } = operation
      const old = await both((store) => store.oldPrints(version, limit))
      // One whose article changed after it was read has another change by now.
      const renewed = old.map((print) => ({ ...print, version, change: print.change - (behind ? 1 : 0) }))
      await both((store) => store.renewPrints(renewed))
      return
    }
    case 'search': {
      const query = pick(QUERIES, operation.query)!
      await both((store) => store.searchArticles(query, operation.limit))
      return
    }
    case 'prune':
      await both((store) => store.addPartitions(now))
      await both((store) => store.prunePolls(now - operation.ms, operation.limit))
      await both((store) => store.pruneEvents(now - operation.ms, operation.limit))
      await both((store) => store.pruneFeedDays(Math.floor((now - operation.ms) / 86_400_000), operation.limit))
      await both((store) => store.lastPollAt(now - operation.ms))
      await both((store) => store.newestDates(operation.limit))
      await both((store) => store.lastSeenAt())
      return
    case 'retire':
      await both((store) => store.retireSource(operation.source, now))
      return
    case 'claimDue': {
      const claim = { owner: 'test', now, until: now + operation.ms }
      leases.push(...(await both((store) => store.claimDueHosts(claim, operation.limit))))
      return
    }
    case 'claim': {
      const claim = { owner: 'test', now, until: now + operation.ms }
      leases.push(...(await both((store) => store.claimHosts(claim, [new URL(address(operation.url)).host]))))
      return
    }
    case 'renew':
    case 'release': {
      const lease = pick(leases, operation.lease)
      if (lease === null) return
      if (operation.kind === 'renew') await both((store) => store.renewLeases([lease], now + 1000))
      else await both((store) => store.releaseHosts([{ lease, lastRequestAt: now }]))
      return
    }
    case 'poll':
      return applyPoll(operation, bench)
    case 'admit':
      return applyAdmit(operation, bench)
    case 'revise':
      return applyRevision(operation, bench)
    case 'reader':
      return applyReader(operation.operation, bench)
  }
}

async function applyPoll(operation: Operation & { kind: 'poll' }, { both, leases, now }: Bench): Promise<void> {
  const feed = pick(await both((store) => store.feeds()), operation.feed)
  if (feed === null) return
  const outcome = operation.failed
    ? ({ outcome: 'failed', succeeded: false, failure: 'totalTimeout', httpStatus: null, validDocument: null } as const)
    : ({ outcome: 'notModified' } as const)
  const moved = operation.move
    ? { url: 'https://moved.example/rss', host: 'moved.example', previousUrls: [feed.url] }
    : {}
  const record = aRecord(
    { ...feed, ...moved, state: 'slow', history: { polls: 1 } },
    now,
    pick(leases, operation.lease),
    {
      poll: aPoll({ feed: feed.id, at: now, ...outcome }),
      day: aDay({ feed: feed.id, day: Math.floor(now / 86_400_000), failures: operation.failed ? { timeout: 1 } : {} }),
      events: [{ at: now, kind: 'feed.polled', subject: `feed:${feed.id}`, payload: { failed: operation.failed } }],
    },
  )
  await both((store) => store.recordPolls([record]))
}

async function applyAdmit(operation: Operation & { kind: 'admit' }, { both, leases, now }: Bench): Promise<void> {
  const feed = pick(await both((store) => store.feeds()), operation.feed)
  if (feed === null) return
  const arriving = operation.articles.map((n) =>
    anArticle({
      url: `https://news.example/${n}`,
      feed: feed.id,
      title: pick(TITLES, n)!,
      published: now - (n % 4) * 1000,
      tab: n % 2 ? 'odd' : 'even',
      language: n % 3 ? 'en' : 'zh',
      backlog: (n + operation.feed) % 5 === 0,
    }),
  )
  const keys = {
    feed: feed.id,
    guidKeys: arriving.map((one) => entryOf(one, null).guidKey),
    urlKeys: arriving.map((one) => one.urlKey!),
    articleKeys: arriving.slice(0, 2).map((one) => one.key),
  }
  await both((store) =>
    store.admission(async (tx) => {
      const known = await tx.known(keys)
      const fresh = arriving.filter((one) => !known.articles.some((old) => old.urlKey === one.urlKey))
      const repeated = known.articles.map((old) => {
        const article = arriving.find((one) => one.urlKey === old.urlKey)!
        return { ...entryOf(article, { id: old.id }), disposition: 'exact_duplicate' as const }
      })
      const admitted = newArticles(aRecord(feed, now, pick(leases, operation.lease)), fresh)
      const [first, ...others] = fresh.map(({ key }) => key)
      const articles = admitted.articles.map((one) =>
        others.includes(one.article.key) && one.article.published % 2000 === 0 ? { ...one, beside: first! } : one,
      )
      const poll = {
        ...admitted,
        articles,
        entries: [...admitted.entries, ...repeated],
        matches: someMatches(fresh.map(({ key }) => key)),
      }
      const lease = admitted.record.lease
      const begun = operation.begins
        ? await tx.begin({ leases: lease === null ? [] : [lease], keys: [keys, keys], admitted: [poll] })
        : null
      const stored = await tx.admit(poll)
      const byId = (a: { guidKey: string }, b: { guidKey: string }) => (a.guidKey < b.guidKey ? -1 : 1)
      return {
        stored,
        begun: begun && { ...begun, known: begun.known.map((one) => [one.articles, one.entries.length]) },
        change: await tx.lastChange(),
        articles: known.articles,
        entries: [...known.entries].sort(byId).length,
        prints: await tx.printsAfter(3, 5),
      }
    }),
  )
}

async function applyRevision(operation: Operation & { kind: 'revise' }, { both, now }: Bench): Promise<void> {
  const old = pick(await both((store) => store.articlePage({ limit: 100 })), operation.article)
  if (old === null) return
  const feed = (await both((store) => store.feedById(old.feed)))!
  const article = { ...old, title: `${old.title}, again`, text: 'changed', contentHash: String(now) }
  const { guidKey } = entryOf(old, null)
  const print = { version: 2, value: new Uint8Array([1, 2, 3]) }
  const admitted: Admitted = {
    record: aRecord(feed, now, null),
    articles: [],
    revisions: [{ kind: operation.how, of: { id: old.id }, article: { ...article, feed: 1 }, guidKey, print }],
    entries: [{ ...entryOf(article, { id: old.id }), disposition: 'revision' }],
    matches: [],
    replaced: [],
  }
  await both((store) => store.admission((tx) => tx.admit(admitted)))
  await both((store) => store.revisions(old.id))
}

const looks: readonly ((store: Store) => Promise<unknown>)[] = [
  (store) => store.sources(),
  (store) => store.nextDueAt(Date.UTC(2026, 0, 2)),
  (store) => store.sourcesById([1, 3]),
  (store) => store.feeds(),
  (store) => store.feedDays(0),
  (store) => store.feedDays(20_455, [1, 3]),
  (store) => store.polls(1, 100),
  (store) => store.polls(2, 100),
  (store) => store.wasPolled(Date.UTC(2026, 0, 2), Date.UTC(2026, 0, 3)),
  (store) => store.articlePage({ limit: 1000 }),
  (store) => store.articlePage({ limit: 5, tab: 'odd', from: Date.UTC(2026, 0, 2) }),
  (store) => store.articlePage({ limit: 5, feed: 1, to: Date.UTC(2026, 0, 3) }),
  (store) => store.articleById(1),
  async (store) => withoutNumbers(await store.events(0, 1000)),
  async (store) => withoutNumbers(await store.latestEvents(3)),
  async (store) => {
    let indexed = 0
    for (let more = await store.updateSearch(4); more > 0; more = await store.updateSearch(4)) indexed += more
    return indexed
  },
  ...QUERIES.map((query) => (store: Store) => store.searchArticles(query, 1000)),
  (store) => store.lastRequests(['host-0.example', 'host-1.example', 'host-2.example', 'moved.example']),
  (store) => store.dueFeeds(['host-0.example', 'host-2.example'], Date.UTC(2026, 0, 4)),
  (store) => store.admission((tx) => tx.printsAfter(0, 1000)),
]

/** Events in their order. Their numbers have gaps, since events for listeners are counted with them. */
const withoutNumbers = (events: readonly Event[]) => {
  const numbers = events.map(({ id }) => id)
  if (numbers.some((id, at) => at > 0 && id <= numbers[at - 1]!)) throw new Error(`events out of order: ${numbers}`)
  return events.map(({ id: _, ...event }) => event)
}
