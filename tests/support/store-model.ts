import type { Admitted, ArticleRef, Known } from '../../src/core/domain/admission.ts'
import type { Event, NewEvent } from '../../src/core/domain/event.ts'
import type { Feed } from '../../src/core/domain/feed.ts'
import type { HostLease } from '../../src/core/domain/host-lease.ts'
import type { FeedDay, Poll, PollRecord } from '../../src/core/domain/poll.ts'
import type { Source, SourceRequest } from '../../src/core/domain/source.ts'
import { FINAL_CATEGORY_VERSION } from '../../src/core/text/final-category.ts'
import { SANITIZER_VERSION } from '../../src/core/text/sanitize-html.ts'
import { urlKey } from '../../src/core/text/url-key.ts'
import type { AddedSource } from '../../src/io/store/add-sources.ts'
import type { ArticleQuery, Revision, StoredArticle } from '../../src/io/store/articles.ts'
import type { OldBody } from '../../src/io/store/bodies.ts'
import type { Claim } from '../../src/io/store/hosts.ts'
import { LONGEST_WAIT_MS } from '../../src/io/store/hosts.ts'
import type { Store } from '../../src/io/store/open-store.ts'
import type { DigestWindow } from '../../src/io/store/windows.ts'
import { readerModel } from './reader-model.ts'
import { searchModel } from './search-model.ts'
import { storyModel } from './story-model.ts'

/* The store again, as plainly as it can be said: lists in memory, every query a walk over all of it. The real one is
   compared with this after random sequences of operations. */

interface Host {
  owner: string | null
  until: number
  token: number
  lastRequestAt: number | null
}

interface ModelEntry {
  feed: number
  guidKey: string
  urlKey: string | null
  rawHash: string
  firstSeenAt: number
  disposition: Known['entries'][number]['disposition']
  article: number | null
}

/** More feeds than a test has. */
const FEEDS = 1_000_000

export function storeModel(): Store {
  const sources: Source[] = []
  const feeds: Feed[] = []
  const hosts = new Map<string, Host>()
  const polls: Poll[] = []
  const days: FeedDay[] = []
  const articles: StoredArticle[] = []
  const revisions: { article: number; revision: Revision; sanitizer: number }[] = []
  const sanitizers = new Map<number, number>()
  const categoryVersions = new Map<number, number>()
  const entries: ModelEntry[] = []
  const prints = new Map<number, { version: number; value: Uint8Array; change: number; scope: number }>()
  const events: Event[] = []
  const search = searchModel(() => articles)
  let lastArticle = 0
  let lastEvent = 0
  let lastChange = 0

  const sameSource = (a: string, b: string) => (urlKey(a) ?? a) === (urlKey(b) ?? b)
  const host = (name: string): Host => {
    if (!hosts.has(name)) hosts.set(name, { owner: null, until: 0, token: 0, lastRequestAt: null })
    return hosts.get(name)!
  }
  /** A time that has come, or that no schedule can have set. */
  const isTime = (at: number, now: number) => at <= now || at > now + LONGEST_WAIT_MS
  const isFree = (name: string, { now, until }: { now: number; until: number }) =>
    host(name).until <= now || host(name).until > until + 300_000
  const dueAt = (name: string): number => {
    const due = feeds.filter((feed) => feed.host === name).map((feed) => feed.nextAt ?? Number.POSITIVE_INFINITY)
    return Math.min(...due, Number.POSITIVE_INFINITY)
  }
  const setNext = (source: number, nextAt: number | null, nextReason: Feed['nextReason']) => {
    const i = feeds.findIndex((feed) => feed.source === source)
    feeds[i] = { ...feeds[i]!, nextAt, nextReason, nextPlan: null }
  }
  const wake = (source: number, now: number) => {
    const i = feeds.findIndex((feed) => feed.source === source)
    feeds[i] = { ...feeds[i]!, state: 'healthy', history: {} }
    setNext(source, now, 'first')
  }
  const create = (request: SourceRequest, origin: Source['origin'], now: number): Source => {
    const source: Source = {
      ...request,
      id: sources.length + 1,
      origin,
      createdAt: now,
      retiredAt: null,
      shared: true,
      private: request.private === true,
      fullText: request.fullText === true,
    }
    sources.push(source)
    const name = new URL(request.url).host
    host(name)
    feeds.push({
      id: feeds.length + 1,
      source: source.id,
      url: request.url,
      host: name,
      previousUrls: [],
      title: null,
      validators: { etag: null, lastModified: null },
      state: 'healthy',
      nextAt: now,
      nextReason: 'first',
      nextPlan: null,
      documentHash: null,
      lastEntries: new Uint8Array(),
      history: {},
    })
    return source
  }
  const replace = (id: number, change: Partial<Source>) => {
    const i = sources.findIndex((source) => source.id === id)
    sources[i] = { ...sources[i]!, ...change }
    return sources[i]!
  }
  const add = (request: SourceRequest, now: number): AddedSource => {
    const old = sources.find((source) => source.origin !== 'crawl' && sameSource(source.url, request.url))
    if (!old) return { kind: 'added', source: create(request, 'added', now) }
    const feed = feeds.find((one) => one.source === old.id)!
    if (old.retiredAt === null && feed.nextAt !== null) return { kind: 'exists', source: old }
    const source = old.retiredAt === null ? old : replace(old.id, { ...request, origin: 'added', retiredAt: null })
    wake(old.id, now)
    return { kind: 'revived', source }
  }
  const leaseLost = (record: Pick<PollRecord, 'lease'>) =>
    record.lease !== null && host(record.lease.host).token !== record.lease.token
  const addEvents = (list: readonly NewEvent[]) => {
    for (const event of list) events.push({ id: ++lastEvent, ...event })
  }
  const writePoll = (record: PollRecord) => {
    feeds[feeds.findIndex((feed) => feed.id === record.feed.id)] = record.feed
    host(record.feed.host)
    polls.push(record.poll)
    const i = days.findIndex((one) => one.feed === record.day.feed && one.day === record.day.day)
    if (i === -1) days.push(record.day)
    else days[i] = record.day
  }
  const take = (name: string, claim: Claim): HostLease => {
    const taken = host(name)
    taken.owner = claim.owner
    taken.until = claim.until
    taken.token++
    return { host: name, owner: claim.owner, token: taken.token, until: claim.until }
  }
  const story = storyModel(articles)
  const reader = readerModel(articles)
  const printsAfter = (after: number, limit: number) =>
    [...prints]
      .map(([article, print]) => ({ article, ...print }))
      .filter(({ change }) => change > after)
      .sort((a, b) => a.change - b.change)
      .slice(0, limit)
  const sanitizerOf = (article: number): number => sanitizers.get(article) ?? SANITIZER_VERSION
  const categoryVersionOf = (article: number): number => categoryVersions.get(article) ?? FINAL_CATEGORY_VERSION
  const idOf = (place: ArticleRef, ids: readonly number[]): number | null =>
    'id' in place
      ? place.id
      : 'added' in place
        ? ids[place.added]!
        : (articles.find(({ key }) => key === place.key)?.id ?? null)
  const admit = (admitted: Admitted): boolean => {
    const { record } = admitted
    if (leaseLost(record)) return false
    const now = record.poll.at
    const ids = admitted.articles.map(({ article, print }) => {
      const id = ++lastArticle
      articles.push({ ...article, id, revision: 0, updatedAt: null })
      if (print) prints.set(id, { ...print, change: ++lastChange, scope: admitted.scope ?? 0 })
      return id
    })
    for (const { kind, of, article, print } of admitted.revisions) {
      const articleId = idOf(of, ids)!
      if (kind !== 'stays' && print) lastChange++
      const i = articles.findIndex((one) => one.id === articleId)
      const old = articles[i]!
      search.changed(articleId)
      const n = kind === 'rehomes' ? old.revision : old.revision + 1
      const { title, body, text, contentHash } = kind === 'stays' ? article : old
      if (kind !== 'rehomes')
        revisions.push({
          article: articleId,
          revision: { n, at: now, title, body, text, contentHash },
          sanitizer: kind === 'stays' ? SANITIZER_VERSION : sanitizerOf(articleId),
        })
      if (kind !== 'stays') {
        sanitizers.delete(articleId)
        categoryVersions.delete(articleId)
      }
      const { key, firstSeen, backlog, readingMinutes, id } = old
      const updated = kind === 'updates' ? { updatedAt: now, feed: old.feed } : { updatedAt: old.updatedAt }
      articles[i] =
        kind === 'stays'
          ? { ...old, revision: n }
          : { ...old, ...article, id, key, firstSeen, backlog, readingMinutes, ...updated, revision: n }
      if (kind !== 'stays' && print && prints.has(articleId))
        prints.set(articleId, { ...prints.get(articleId)!, ...print, change: lastChange })
    }
    for (const { guidKey, article, backlog, ...rest } of admitted.entries) {
      const id = article && idOf(article, ids)
      const at = backlog ? -1 : articles.findIndex((one) => one.id === id && one.backlog)
      if (at !== -1) {
        articles[at] = { ...articles[at]!, backlog: false }
        search.changed(id!)
      }
      const i = entries.findIndex((entry) => entry.feed === record.feed.id && entry.guidKey === guidKey)
      const firstSeenAt = entries[i]?.firstSeenAt ?? now
      const same = i !== -1 && id !== null && entries[i]!.article === id && rest.disposition === 'exact_duplicate'
      const disposition = same ? entries[i]!.disposition : rest.disposition
      const entry = { feed: record.feed.id, guidKey, ...rest, disposition, firstSeenAt, article: id }
      if (i === -1) entries.push(entry)
      else entries[i] = entry
    }
    story.admit(admitted, ids, now)
    if (admitted.isPart) return true
    writePoll(record)
    addEvents(record.events)
    return true
  }

  const feedPositions: Store['feedPositions'] = async () =>
    feeds.map((feed) => [feed.id, sources.find((source) => source.id === feed.source)!.position] as const)

  const known: Store['known'] = async (keys) => {
    const found = entries.filter(
      (entry) =>
        (entry.feed === keys.feed && keys.guidKeys.includes(entry.guidKey)) ||
        (entry.urlKey !== null && keys.urlKeys.includes(entry.urlKey)),
    )
    return {
      entries: found.map(({ firstSeenAt: _, ...entry }) => entry),
      articles: articles
        .filter((one) => found.some((entry) => entry.article === one.id) || keys.urlKeys.includes(one.urlKey ?? ''))
        .map(({ id, key, feed, urlKey: address, contentHash, wordCount, published, revision }) => ({
          id,
          key,
          feed,
          position: sources.find((source) => source.id === feeds.find((one) => one.id === feed)!.source)!.position,
          urlKey: address,
          contentHash,
          wordCount,
          published,
          revision,
        })),
    }
  }
  const knownOfEach: Store['knownOfEach'] = (polls) => Promise.all(polls.map(known))

  const lastNumbers: Store['lastNumbers'] = async () => ({
    change: lastChange,
    epoch: await reader.answers.lastEpoch(),
  })

  const model: Store = {
    viewOf: () => model,
    // The queries of the server have tests of their own.
    web: null as never,
    shared: null as never,
    ...reader.accounts,
    close: async () => {},
    known,
    knownOfEach,
    feedPositions,
    lockHolds: async () => [],
    sources: async () => [...sources].sort((a, b) => a.position - b.position || a.id - b.id),
    logins: async () => new Map(),
    sourcesById: async (ids) => sources.filter((source) => ids.includes(source.id)),
    syncSources: async (wanted, now) => {
      const changes = {
        added: [] as string[],
        changed: [] as string[],
        retired: [] as string[],
        revived: [] as string[],
      }
      for (const request of wanted) {
        const old = sources.find((source) => source.origin !== 'crawl' && sameSource(source.url, request.url))
        if (!old) {
          create(request, 'file', now)
          changes.added.push(request.url)
          continue
        }
        const next: Source = { ...old, ...request, origin: 'file', retiredAt: null }
        if (JSON.stringify(next) === JSON.stringify(old)) continue
        replace(old.id, next)
        changes[old.retiredAt === null ? 'changed' : 'revived'].push(request.url)
        if (old.retiredAt !== null) wake(old.id, now)
      }
      for (const source of [...sources]) {
        const gone = source.origin === 'file' && source.retiredAt === null
        if (!gone || wanted.some((request) => sameSource(request.url, source.url))) continue
        replace(source.id, { retiredAt: now })
        setNext(source.id, null, 'retired')
        changes.retired.push(source.url)
      }
      return changes
    },
    addSource: async (request, now) => add(request, now),
    addSources: async (requests, now) => requests.map((request) => add(request, now).kind),
    crawlFeed: async (request, now) => {
      const old = sources.find((source) => source.origin === 'crawl' && sameSource(source.url, request.url))
      const { id } = old ?? create(request, 'crawl', now)
      if (old) {
        const { tab, language } = request
        replace(id, { tab: tab ?? old.tab, language: language ?? old.language, retiredAt: null })
      }
      setNext(id, null, 'crawl')
      return feeds.find((feed) => feed.source === id)!
    },
    // Full texts have tests of their own.
    claimHost: async (claim, name) => (host(name) && isFree(name, claim) ? take(name, claim) : null),
    pruneHosts: async () => 0,
    fullTextOf: async () => null,
    fullTextsByKey: async () => new Map(),
    fullTextCounts: async () => new Map(),
    writeFullText: async () => {},
    waitingPages: async () => [],
    pagesTried: async () => new Map(),
    oldPages: async () => [],
    renewPages: async () => {},
    storyMembers: async () => new Map(),
    partlySeen: async () => new Set(),
    holdingLinks: async () => new Map(),
    hiddenSources: async () => [],
    hideSource: async () => {},
    retireSource: async (id, now) => {
      const old = sources.find((source) => source.id === id)
      if (!old || old.retiredAt !== null) return false
      replace(id, { retiredAt: now })
      setNext(id, null, 'retired')
      return true
    },
    feeds: async () => [...feeds],
    plannedFeeds: async (until) =>
      [...sources]
        .sort((a, b) => a.position - b.position || a.id - b.id)
        .flatMap(({ id: source, url, retiredAt }) => {
          const { id, host, nextAt } = feeds.find((feed) => feed.source === source)!
          return retiredAt === null && nextAt !== null && isTime(nextAt, until) ? { id, host, url } : []
        }),
    feedById: async (id) => feeds.find((feed) => feed.id === id) ?? null,
    dueFeeds: async (names, now) =>
      feeds
        .filter((feed) => names.includes(feed.host) && feed.nextAt !== null && isTime(feed.nextAt, now))
        .sort((a, b) => a.nextAt! - b.nextAt! || a.id - b.id),
    claimDueHosts: async (claim, limit) =>
      [...hosts.keys()]
        .filter(
          (name) => dueAt(name) < Number.POSITIVE_INFINITY && isTime(dueAt(name), claim.now) && isFree(name, claim),
        )
        .sort((a, b) => dueAt(a) - dueAt(b) || (a < b ? -1 : 1))
        .slice(0, limit)
        .map((name) => take(name, claim)),
    claimHosts: async (claim, names) =>
      names.filter((name) => hosts.has(name) && isFree(name, claim)).map((name) => take(name, claim)),
    renewLeases: async (leases, until) => {
      const lost = new Set(leases.filter((lease) => leaseLost({ lease })))
      for (const lease of leases) {
        const one = host(lease.host)
        if (!lost.has(lease) && one.owner !== null) one.until = until
      }
      return lost
    },
    releaseHostsOf: async (owner, now) => {
      for (const one of hosts.values())
        if (one.owner === owner) Object.assign(one, { owner: null, until: 0, lastRequestAt: now })
    },
    releaseHosts: async (released) => {
      for (const { lease, lastRequestAt } of released) {
        const one = host(lease.host)
        if (one.token !== lease.token) continue
        one.owner = null
        one.until = 0
        if (lastRequestAt !== null) one.lastRequestAt = lastRequestAt
      }
    },
    nextDueAt: async (now) => {
      const believed = (at: number) => (at > now + LONGEST_WAIT_MS ? now : at)
      const times = [...hosts].flatMap(([name, { until }]) =>
        dueAt(name) === Number.POSITIVE_INFINITY ? [] : Math.max(believed(dueAt(name)), believed(until)),
      )
      return times.length === 0 ? null : Math.min(...times)
    },
    lastRequests: async (names) =>
      new Map(
        names.flatMap((name) =>
          (hosts.get(name)?.lastRequestAt ?? null) === null ? [] : [[name, hosts.get(name)!.lastRequestAt!]],
        ),
      ),
    recordPolls: async (records) => {
      const late = records.filter(leaseLost)
      const stored = records.filter((record) => !late.includes(record))
      stored.forEach(writePoll)
      addEvents(stored.flatMap((record) => record.events))
      return late
    },
    polls: async (feed, limit) =>
      polls
        .map((poll, i) => ({ poll, i }))
        .filter(({ poll }) => poll.feed === feed)
        .sort((a, b) => b.poll.at - a.poll.at || b.i - a.i)
        .slice(0, limit)
        .map(({ poll }) => poll),
    wasPolled: async (from, to) => polls.some((poll) => poll.at >= from && poll.at < to),
    feedDays: async (fromDay, of) =>
      days
        .filter((one) => one.day >= fromDay && (of === undefined || of.includes(one.feed)))
        .sort((a, b) => a.feed - b.feed || a.day - b.day),
    lastPollAt: async (before = null) => {
      const instants = polls.map(({ at }) => at).filter((at) => before === null || at < before)
      return instants.length === 0 ? null : Math.max(...instants)
    },
    prunePolls: async (before, limit) => removeOldest(polls, ({ at }) => at, before, limit),
    addPartitions: async () => {},
    dropPartitions: async () => ({ poll: 0, event: 0 }),
    pruneFeedDays: async (before, limit) =>
      removeOldest(days, ({ day, feed }) => day * FEEDS + feed, before * FEEDS, limit),
    admission: async (work) =>
      work({
        printsAfter: async (after, limit) => printsAfter(after, limit),
        lastChange: async () => lastChange,
        lastNumbers,
        newestEpoch: reader.answers.newestEpoch,
        feedPositions,
        lostLeases: async (leases) => new Set(leases.filter((lease) => leaseLost({ lease }))),
        known,
        admit: async (admitted) => admit(admitted),
        begin: async ({ leases, keys }) => ({
          ...(await lastNumbers()),
          lost: new Set(leases.filter((lease) => leaseLost({ lease }))),
          known: await knownOfEach(keys),
        }),
      }),
    lastChange: async () => lastChange,
    lastNumbers,
    printsAfter: async (after, limit) => printsAfter(after, limit),
    oldPrints: async (version, limit) => {
      const old = printsAfter(0, Number.POSITIVE_INFINITY).filter((print) => print.version < version)
      const newest = Math.max(...old.map((print) => print.version))
      return old
        .filter((print) => print.version === newest)
        .reverse()
        .slice(0, limit)
        .map((print) => ({ ...print, of: articles.find(({ id }) => id === print.article)! }))
    },
    renewPrints: async (list) => {
      for (const { article, version, value, change, scope } of list)
        if (prints.get(article)?.change === change) prints.set(article, { version, value, change, scope })
    },
    oldBodies: async (version, limit) => {
      const newest = (list: readonly OldBody[]) => {
        const last = Math.max(...list.map((one) => one.version))
        return list.filter((one) => one.version === last).reverse()
      }
      const own = articles
        .map(({ id, body }) => ({ article: id, revision: null, version: sanitizerOf(id), html: body }))
        .filter((one) => one.version < version)
      const kept = revisions
        .map(({ article, revision, sanitizer }) => {
          return { article, revision: revision.n, version: sanitizer, html: revision.body }
        })
        .filter((one) => one.version < version)
        .sort((a, b) => a.article - b.article || a.revision - b.revision)
      const first = newest(own).slice(0, limit)
      return [...first, ...newest(kept).slice(0, limit - first.length)]
    },
    renewBodies: async (list) => {
      for (const { article, revision, version, was, html } of list) {
        const i = articles.findIndex(({ id }) => id === article)
        const at = revisions.findIndex((one) => one.article === article && one.revision.n === revision)
        if (revision === null && i !== -1 && sanitizerOf(article) === was) {
          sanitizers.set(article, version)
          articles[i] = { ...articles[i]!, body: html }
        } else if (revision !== null && revisions[at]?.sanitizer === was) {
          const old = revisions[at]!
          revisions[at] = { ...old, sanitizer: version, revision: { ...old.revision, body: html } }
        }
      }
    },
    oldCategories: async (version, limit) => {
      const old = articles
        .filter(({ language }) => language === 'zh')
        .map(({ id, language, rssCategory, title, description }) => {
          return { article: id, version: categoryVersionOf(id), language, rssCategory, title, description }
        })
        .filter((one) => one.version < version)
      const newest = Math.max(...old.map((one) => one.version))
      return old
        .filter((one) => one.version === newest)
        .reverse()
        .slice(0, limit)
    },
    renewCategories: async (list) => {
      for (const { article, version, was, finalCategory } of list) {
        const i = articles.findIndex(({ id }) => id === article)
        if (i === -1 || categoryVersionOf(article) !== was) continue
        categoryVersions.set(article, version)
        articles[i] = { ...articles[i]!, finalCategory }
      }
    },
    ...story.answers,
    ...reader.answers,
    windowTotals: async (from, to) => {
      const inWindow = polls.filter((poll) => poll.at >= from && poll.at < to)
      const fresh = entries.filter((one) => one.firstSeenAt >= from && one.firstSeenAt < to && one.article !== null)
      const seen = articles.filter((one) => one.firstSeen >= from && one.firstSeen < to)
      const backlog = seen.filter((one) => one.backlog).length
      return {
        polls: inWindow.length,
        successes: inWindow.filter((poll) => poll.succeeded).length,
        entries: fresh.length - backlog,
        articles: seen.length - backlog,
      }
    },
    articleLines: async (window) =>
      inWindow(articles, window)
        .map((one) => ({ ...lineOf(one), ...story.placeOf(one.key) }))
        .sort((a, b) => a.published - b.published || (a.key < b.key ? -1 : 1)),
    scoresInWindow: async (who, window) => {
      const inside = inWindow(articles, window)
      const idOf = new Map(inside.map(({ id, key }) => [key, id]))
      const scores = await reader.answers.scoresOf(who, [...idOf.keys()])
      return new Map([...scores].map(([key, score]) => [idOf.get(key)!, score]))
    },
    printsOf: async (ids) =>
      articles.flatMap(({ id }) => {
        const print = ids.includes(id) ? prints.get(id) : undefined
        return print === undefined ? [] : [{ article: id, version: print.version, value: print.value }]
      }),
    textsToScore: async (ids) =>
      articles
        .filter(({ id }) => ids.includes(id))
        .map(({ id, contentHash, body, text }) => ({ id, contentHash, body, text, pageFetchedAt: null })),
    countStories: async (window) =>
      new Set(
        inWindow(articles, window)
          .map(({ key }) => story.placeOf(key))
          .flatMap(({ copyOf, story: own }) => (copyOf === null ? own : [])),
      ).size,
    anythingSeen: async (from, to) => articles.some(({ firstSeen }) => firstSeen >= from && firstSeen < to),
    membersOfStories: async (stories, { from, to }) =>
      articles
        .filter(({ published }) => published >= from && published < to)
        .map(({ key, feed, url, published }) => ({ key, feed, url, published, ...story.placeOf(key) }))
        .filter((one) => stories.includes(one.story)),
    textsOf: async (keys) =>
      new Map(articles.filter(({ key }) => keys.includes(key)).map(({ key, text }) => [key, text])),
    articlePage: async (query) => page(articles, query),
    articleById: async (id) => articles.find((article) => article.id === id) ?? null,
    revisedSince: async (keys, since) =>
      articles
        .filter(({ key, updatedAt }) => keys.includes(key) && updatedAt !== null && updatedAt > since)
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    articleHeads: async (keys) =>
      articles.filter(({ key }) => keys.includes(key)).map(({ body: _, text: __, ...head }) => head),
    articlesByKey: async (keys) => articles.filter(({ key }) => keys.includes(key)),
    originsOf: async (article) =>
      entries
        .filter((entry) => entry.article === article)
        .map(({ feed, disposition, firstSeenAt }) => ({ feed, disposition, firstSeen: firstSeenAt }))
        .sort((a, b) => a.firstSeen - b.firstSeen || a.feed - b.feed),
    hiddenEntries: async () => entries.filter((entry) => entry.article === null).length,
    articleAtAddress: async (key) =>
      entries.find((entry) => entry.urlKey === key && entry.article !== null)?.article ?? null,
    revisions: async (article) => revisions.filter((one) => one.article === article).map((one) => one.revision),
    newestDates: async (limit) =>
      articles
        .filter((one) => !one.dateUncertain)
        .sort((a, b) => b.published - a.published || (a.key < b.key ? 1 : -1))
        .slice(0, limit)
        .map(({ feed, published }) => ({ feed, published })),
    lastSeenAt: async () => articles.map(({ firstSeen }) => firstSeen).sort((a, b) => b - a)[0] ?? null,
    pruneArticles: async (before, limit) => {
      const old = articles
        .filter((one) => one.firstSeen < before && one.published < before && (one.updatedAt ?? 0) < before)
        .filter(({ key }) => !reader.isSaved(key))
        .sort((a, b) => a.firstSeen - b.firstSeen || a.id - b.id)
        .slice(0, limit)
      for (const one of old) {
        const { id } = one
        articles.splice(
          articles.findIndex((one) => one.id === id),
          1,
        )
        prints.delete(id)
        search.removed(id)
        story.removed(one)
        reader.removed(id)
        for (const entry of entries) if (entry.article === id) entry.article = null
        for (let i = revisions.length - 1; i >= 0; i--) if (revisions[i]!.article === id) revisions.splice(i, 1)
      }
      return old.length
    },
    updateSearch: async (limit) => search.update(limit),
    clearSearch: async () => search.clear(),
    searchArticles: async (query, limit) => search.search(query, limit),
    latestEvents: async (limit) => events.slice(-limit),
    pruneEvents: async (before, limit) => removeOldest(events, ({ at }) => at, before, limit),
    // Live events are for listeners alone, who are not part of this model.
    pruneLiveEvents: async () => 0,
    events: async (after, limit) => events.filter((event) => event.id > after).slice(0, limit),
  }
  return model
}

/** Removes up to `limit` rows from before a time, the oldest first. */
function removeOldest<T>(rows: T[], timeOf: (row: T) => number, before: number, limit: number): number {
  const old = rows.filter((row) => timeOf(row) < before)
  const removed = old.sort((a, b) => timeOf(a) - timeOf(b)).slice(0, limit)
  for (const row of removed) rows.splice(rows.indexOf(row), 1)
  return removed.length
}

/** Without the words, and without what no digest asks. */
function lineOf(article: StoredArticle) {
  const { body: _, text: _text, author: _author, guid: _guid, urlKey: _key, publisher: _publisher, ...rest } = article
  const { dateZoneAssumed: _zone, categories: _categories, media: _media, readingMinutes: _minutes, ...fewer } = rest
  const { backlog: _backlog, provenance: _provenance, revision: _revision, ...line } = fewer
  return line
}

function inWindow(articles: readonly StoredArticle[], { from, to, lateMs }: DigestWindow): StoredArticle[] {
  return articles
    .filter((one) => one.published >= from - lateMs && one.published < to && one.firstSeen < to)
    .filter((one) => one.published >= from || one.firstSeen >= from)
    .filter((one) => !one.backlog)
}

function page(articles: readonly StoredArticle[], { limit, before, ...filter }: ArticleQuery): StoredArticle[] {
  const newest = (a: StoredArticle, b: { published: number; key: string }) =>
    b.published - a.published || (a.key > b.key ? -1 : a.key < b.key ? 1 : 0)
  return articles
    .filter((one) => before === undefined || newest(one, before) > 0)
    .filter((one) => filter.tab === undefined || one.tab === filter.tab)
    .filter((one) => filter.feed === undefined || one.feed === filter.feed)
    .filter((one) => filter.from === undefined || one.published >= filter.from)
    .filter((one) => filter.to === undefined || one.published < filter.to)
    .sort(newest)
    .slice(0, limit)
}
