import type { Admitted, AdmittedEntry } from '../../src/core/domain/admission.ts'
import type { Article } from '../../src/core/domain/article.ts'
import type { Feed } from '../../src/core/domain/feed.ts'
import type { HostLease } from '../../src/core/domain/host-lease.ts'
import type { FeedDay, Poll, PollRecord } from '../../src/core/domain/poll.ts'
import type { SourceRequest } from '../../src/core/domain/source.ts'
import { keyHash } from '../../src/core/text/key-hash.ts'

export function aSource(url: string, given: Partial<SourceRequest> = {}): SourceRequest {
  const plain = { tab: 'en_news', category: null, name: null, tier: null, owner: null, language: 'en' } as const
  return { url, ...plain, kind: 'major', maxItems: 20, position: 0, ...given }
}

export function aPoll(given: Partial<Poll> & Pick<Poll, 'feed' | 'at'>): Poll {
  return {
    durationMs: 20,
    outcome: 'fetched',
    succeeded: true,
    failure: null,
    httpStatus: 200,
    bytes: 1000,
    entries: 20,
    newArticles: 0,
    validDocument: true,
    consistentDates: true,
    ...given,
  }
}

const NOTHING_STORED = { storedBytes: 0, leftOut: 0 }

export function aDay(given: Partial<FeedDay> & Pick<FeedDay, 'feed' | 'day'>): FeedDay {
  const counts = { polls: 1, successes: 1, notModified: 0, documents: 1, validDocuments: 1, datedDocuments: 1 }
  return {
    ...counts,
    consistentDates: 1,
    malformed: 0,
    newArticles: 0,
    durationMs: 20,
    bytes: 1000,
    ...NOTHING_STORED,
    failures: {},
    ...given,
  }
}

/** A poll that changed nothing but the time of the next one. */
export function aRecord(feed: Feed, at: number, lease: HostLease | null, given: Partial<PollRecord> = {}): PollRecord {
  const day = aDay({ feed: feed.id, day: Math.floor(at / 86_400_000) })
  const next = { nextAt: at + 60_000, nextReason: 'kind' } as const
  return { lease, poll: aPoll({ feed: feed.id, at }), feed: { ...feed, ...next }, day, events: [], ...given }
}

/** A poll that brought these articles, all new. */
export function newArticles(record: PollRecord, articles: readonly Article[]): Admitted {
  return {
    record,
    articles: articles.map((article) => ({
      article,
      // Of no version there is, so that nobody takes it for a print that can be compared.
      print: { version: 0, value: new Uint8Array(Buffer.from(article.key, 'hex')) },
      beside: null,
    })),
    revisions: [],
    entries: articles.map((article, added) => entryOf(article, { added })),
    matches: [],
    replaced: [],
  }
}

export function entryOf(article: Article, place: AdmittedEntry['article']): AdmittedEntry {
  return {
    guidKey: keyHash(article.guid),
    urlKey: article.urlKey,
    rawHash: keyHash(article.title + article.text).slice(0, 16),
    disposition: 'unique',
    article: place,
    backlog: article.backlog,
  }
}
