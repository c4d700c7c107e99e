import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { PageQuery } from '../../app/article-pages.ts'
import type { ReaderWeb } from '../../app/web-app.ts'
import type { ReadArticle } from '../../app/web-articles.ts'
import { safeUrl } from '../../core/digest/render/safe-url.ts'
import { htmlOf } from '../article-html.ts'
import { MOST_ID } from '../contract/fields.ts'
import { iso } from '../iso.ts'
import { type MinifluxFeed, toFeeds } from './feeds.ts'

const list = <T extends z.ZodType>(item: T) =>
  z.preprocess((given) => (given === undefined || Array.isArray(given) ? given : [given]), z.array(item).optional())
const number = z.coerce.number().int().min(0)

/** What entries may be asked for by; what else a client sends is let pass. */
export const entriesQuery = z.object({
  status: list(z.enum(['read', 'unread', 'removed'])),
  offset: number.default(0),
  limit: number.default(100),
  direction: z.enum(['asc', 'desc']).default('asc'),
  starred: z.enum(['true', 'false', '1', '0', '']).optional(),
  before: number.optional(),
  after: number.optional(),
  before_entry_id: number.optional(),
  after_entry_id: number.optional(),
  category_id: number.optional(),
  feed_id: number.optional(),
  search: z.string().optional(),
})
type EntriesQuery = z.output<typeof entriesQuery>

/** Entries behind a page that are counted: with more, `total` is too small until a client comes nearer to the end. */
const MOST_COUNTED = 10_000
/** The longest page; some clients ask for everything with `limit=0`. */
const MOST_ENTRIES = 10_000
const ENTRIES_AT_ONCE = 50
const MOST_FOUND = 1_000

function within(query: PageQuery, wanted: EntriesQuery): PageQuery {
  const status = new Set(wanted.status)
  const isOne = status.has('read') !== status.has('unread')
  const isStarred = wanted.starred === 'true' || wanted.starred === '1'
  return {
    ...query,
    ...(isOne ? { unread: status.has('unread') } : {}),
    ...(wanted.starred ? { saved: isStarred } : {}),
    // Times are those at which entries came in: what is old but came late is not missed.
    ...(wanted.after === undefined ? {} : { seenAfter: wanted.after * 1_000 }),
    ...(wanted.before === undefined ? {} : { seenUpTo: wanted.before * 1_000 }),
    ...(wanted.feed_id ? { feeds: [wanted.feed_id] } : {}),
    ...(wanted.after_entry_id ? { after: Math.min(wanted.after_entry_id, MOST_ID) } : {}),
    ...(wanted.before_entry_id ? { upTo: Math.min(wanted.before_entry_id, MOST_ID) - 1 } : {}),
  }
}

/** Entries of a list, by their ids: clients go on after the last id they got, or before it. */
export async function entriesOf(own: ReaderWeb, query: PageQuery, wanted: EntriesQuery) {
  const { offset, direction, before_entry_id: before, after_entry_id: after } = wanted
  const limit = Math.min(wanted.limit || MOST_ENTRIES, MOST_ENTRIES)
  const filter = within(query, wanted)
  if (wanted.search) return foundEntries(own, filter, wanted.search, { offset, limit })
  const oldestFirst = direction === 'asc'
  const start = oldestFirst ? after : before
  const { found } = await own.articles.listed(filter, {
    after: start ? { firstSeen: 0, id: Math.min(start, MOST_ID) } : null,
    limit: offset + limit + MOST_COUNTED,
    oldestFirst,
    byId: true,
  })
  const ids = found.slice(offset, offset + limit).map(({ id }) => id)
  return { total: found.length, entries: await entriesWithIds(own, ids) }
}

/** Entries that words are found in, the best first. */
async function foundEntries(
  own: ReaderWeb,
  filter: PageQuery,
  words: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  const found = (await own.searches.find(words, null, MOST_FOUND))?.items ?? []
  const fitting = new Set(
    await own.articles.fitting(
      filter,
      found.map(({ article }) => article.key),
    ),
  )
  const ids = found.filter(({ article }) => fitting.has(article.key)).map(({ article }) => article.id)
  return { total: ids.length, entries: await entriesWithIds(own, ids.slice(offset, offset + limit)) }
}

export async function entriesWithIds(own: ReaderWeb, ids: readonly number[]) {
  const feeds = new Map((await toFeeds(own)).map((feed) => [feed.id, feed]))
  const entries: MinifluxEntry[] = []
  for (let from = 0; from < ids.length; from += ENTRIES_AT_ONCE) {
    const some = await own.articles.whole(ids.slice(from, from + ENTRIES_AT_ONCE))
    entries.push(...some.map((one) => toEntry(one, feeds)))
    await setImmediate()
  }
  return entries
}

type MinifluxEntry = ReturnType<typeof toEntry>

function toEntry({ article, state }: ReadArticle, feeds: ReadonlyMap<number, MinifluxFeed>) {
  const { id, feed, title, author, published, firstSeen, updatedAt, body, text, readingMinutes, media } = article
  return {
    id,
    user_id: 1,
    feed_id: feed,
    status: state?.readAt == null ? 'unread' : 'read',
    hash: article.key,
    title,
    url: (article.url === null ? null : safeUrl(article.url)) ?? '',
    comments_url: '',
    published_at: iso(published),
    created_at: iso(firstSeen),
    changed_at: iso(updatedAt ?? firstSeen),
    content: htmlOf(body, text),
    author: author ?? '',
    share_code: '',
    starred: state?.savedAt != null,
    reading_time: readingMinutes,
    enclosures: media.flatMap((one, n) => {
      const url = safeUrl(one.url)
      if (url === null) return []
      return [{ id: n + 1, user_id: 1, entry_id: id, url, mime_type: one.type ?? 'application/octet-stream', size: 0 }]
    }),
    feed: feeds.get(feed) ?? null,
    tags: [...article.categories],
  }
}
