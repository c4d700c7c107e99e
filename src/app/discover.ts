import type { Entry } from '../core/domain/entry.ts'
import type { FeedVersion } from '../core/domain/feed-document.ts'
import type { Reply } from '../core/domain/reply.ts'
import type { AnswerFailure } from '../core/domain/user-reason.ts'
import { plainTitle } from '../core/normalize/article-title.ts'
import { parseFeed } from '../core/parse/parse-feed.ts'
import { answerFailure } from '../core/poll/answer-failure.ts'
import { discoverFeeds } from '../core/poll/discover-feeds.ts'
import { webUrl } from '../core/text/canonical-url.ts'
import { feedUrl } from '../core/text/feed-url.ts'
import { findLinks } from '../core/text/find-links.ts'
import { withLoginOf, withoutLogin } from '../core/text/login.ts'
import { parseDate } from '../core/text/parse-date.ts'
import { urlKey } from '../core/text/url-key.ts'

/** A feed that was fetched and parsed. */
export interface FoundFeed {
  readonly url: string
  readonly title: string | null
  readonly version: FeedVersion
  readonly entries: number
  /** The first few entries, as a preview. */
  readonly newest: readonly PreviewEntry[]
  /** `given`: the address itself is a feed; else how the page leads to it. */
  readonly found: 'given' | 'link' | 'anchor' | 'path'
}

/** An entry as a preview shows it. */
export interface PreviewEntry {
  readonly title: string | null
  readonly url: string | null
  readonly publishedAt: number | null
}

export type Discovery =
  | { readonly kind: 'found'; readonly feeds: readonly FoundFeed[] }
  | { readonly kind: 'none'; readonly tried: number }
  | {
      readonly kind: 'noAnswer'
      readonly failure: AnswerFailure
      readonly status: number | null
      readonly message: string
    }

/** Feeds that the page names are all fetched; guessed addresses only until one is a feed. Limited, since each is a request. */
const MOST_NAMED = 8
const MOST_GUESSES = 8
const PREVIEWED = 5

/** Feed discovery: from the address of a site or a feed to the feeds it has. Every feed returned has been fetched. */
export async function discover(
  typed: string,
  get: (url: string) => Promise<Reply>,
  hasTime: () => boolean = () => true,
): Promise<Discovery> {
  const address = feedUrl(typed)
  const reply = await get(address)
  if (reply.kind === 'noAnswer')
    return { kind: 'noAnswer', failure: answerFailure(reply.failure), status: null, message: reply.message }
  if (reply.status >= 400)
    return { kind: 'noAnswer', failure: 'http', status: reply.status, message: `the server answered ${reply.status}` }
  const given = asFeed(reply, 'given')
  if (given) return { kind: 'found', feeds: [given] }

  const candidates = discoverFeeds(findLinks(Buffer.from(reply.body).toString('utf8')), reply.url)
  const named = candidates.filter((one) => one.found !== 'path').slice(0, MOST_NAMED)
  const feeds: FoundFeed[] = []
  for (const { url, found } of named) if (hasTime()) add(feeds, await ask(withLoginOf(address, url), found, get))
  const guesses = candidates.filter((one) => one.found === 'path').slice(0, MOST_GUESSES)
  for (const { url, found } of feeds.length > 0 ? [] : guesses) {
    add(feeds, await ask(withLoginOf(address, url), found, get))
    if (feeds.length > 0 || !hasTime()) break
  }
  return feeds.length > 0 ? { kind: 'found', feeds } : { kind: 'none', tried: named.length + guesses.length + 1 }
}

async function ask(
  url: string,
  found: FoundFeed['found'],
  get: (url: string) => Promise<Reply>,
): Promise<FoundFeed | null> {
  const reply = await get(url)
  return reply.kind === 'answer' ? asFeed(reply, found) : null
}

function asFeed(reply: Reply & { kind: 'answer' }, found: FoundFeed['found']): FoundFeed | null {
  if (reply.status !== 200) return null
  const document = parseFeed(reply.body, { headers: reply.headers, url: reply.url })
  if (document.kind === 'notAFeed') return null
  const { title } = document.feed
  return {
    url: reply.url,
    title: title && plainTitle(title),
    version: document.version,
    entries: document.entries.length,
    newest: document.entries.slice(0, PREVIEWED).map(previewOf),
    found,
  }
}

function previewOf({ title, link, dates }: Entry): PreviewEntry {
  const written = [dates.published, dates.dcDate, dates.updated, dates.pubDate].find((date) => date !== null)
  const publishedAt = written === undefined ? null : (parseDate(written)?.at ?? null)
  return { title: title && plainTitle(title), url: link && safeLink(link), publishedAt }
}

/** What a feed links to is shown to a person, who may follow it. */
const safeLink = (link: string): string | null => (webUrl(link) === null ? null : withoutLogin(link))

function add(feeds: FoundFeed[], feed: FoundFeed | null): void {
  if (feed && !feeds.some((one) => urlKey(one.url) === urlKey(feed.url))) feeds.push(feed)
}
