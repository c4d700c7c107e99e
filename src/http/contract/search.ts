import { z } from 'zod'
import { article } from './articles.ts'
import { delivery } from './deliveries.ts'
import { shownDigest } from './digests.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, line } from './fields.ts'
import { pageOf, paging } from './paging.ts'

/** The language of search: words, "phrases", prefix*, title: source: author: category: tab: lang: before: after:, OR, -without. */
export const query = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .meta({ examples: ['"interest rate" source:bbc -crypto after:7d'] })

const hit = z
  .strictObject({
    article,
    /** A piece of its text; those marked are what was looked for. */
    snippet: z.array(z.strictObject({ text: z.string(), hit: z.boolean() })),
  })
  .meta({ id: 'Hit' })

export type Hit = z.output<typeof hit>

export const search = endpoint({
  method: 'GET',
  path: '/search',
  tag: 'Search',
  summary: 'Articles that a query finds, the best first; at most a thousand',
  scope: 'read',
  query: z.strictObject({ q: query, ...paging, limit: paging.limit.pipe(z.int().max(50)) }),
  answer: pageOf(hit),
  refusals: [410],
})

/** By what the digest of a search is delivered. */
const channel = z.enum(['file', 'email', 'webhook', 'ntfy'])

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** When a search has a digest of its own, in the time zone of the settings. */
const schedule = z
  .strictObject({
    at: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .meta({ examples: ['07:30'] }),
    /** Days of the week, 1 is Monday. */
    days: z.array(z.int().min(1).max(7)).min(1).max(7).default(everyDay),
    /** Null for all that the reader has; see `channels` of the list. */
    channels: z.array(channel).max(4).nullable().default(null),
  })
  .meta({ id: 'SearchSchedule' })

export const savedSearch = z
  .strictObject({
    id,
    name: z.string(),
    query: z.string(),
    /** Whether it is shown among the tabs. */
    asTab: z.boolean(),
    createdAt: instant,
    /** Null without a digest of its own. */
    digest: schedule.nullable(),
  })
  .meta({ id: 'SavedSearch' })

export const listSavedSearches = endpoint({
  method: 'GET',
  path: '/saved-searches',
  tag: 'Search',
  summary: 'The searches that the reader keeps',
  scope: 'read',
  answer: pageOf(savedSearch).extend({
    /** By what a digest of a search can be delivered to the reader; it is stored in any case. */
    channels: z.array(channel),
  }),
})

export const addSavedSearch = endpoint({
  method: 'POST',
  path: '/saved-searches',
  tag: 'Search',
  summary: 'Keep a search; one of that name and query is given as it is',
  scope: 'write',
  body: z.strictObject({
    name: line(200),
    query,
    asTab: z.boolean().default(false),
    digest: schedule.nullable().default(null),
  }),
  answer: savedSearch,
  refusals: [422],
})

export const changeSavedSearch = endpoint({
  method: 'PATCH',
  path: '/saved-searches/:id',
  tag: 'Search',
  summary: 'Change a search that the reader keeps',
  scope: 'write',
  params: byId,
  body: z.strictObject({
    name: line(200).optional(),
    query: query.optional(),
    asTab: z.boolean().optional(),
    /** Null ends its digests; those that were made stay. */
    digest: schedule.nullable().optional(),
  }),
  answer: savedSearch,
  refusals: [422],
})

export const removeSavedSearch = endpoint({
  method: 'DELETE',
  path: '/saved-searches/:id',
  tag: 'Search',
  summary: 'Remove a search that the reader keeps',
  scope: 'write',
  params: byId,
  answer: null,
})

const searchDigestHead = z
  .strictObject({
    /** The reader's local date: one for each at most. */
    date: z.iso.date(),
    at: instant,
    /** How many stories were found; nothing is delivered for none. */
    stories: z.int(),
    deliveries: z.array(delivery),
  })
  .meta({ id: 'SearchDigestHead' })

export const listSearchDigests = endpoint({
  method: 'GET',
  path: '/saved-searches/:id/digests',
  tag: 'Search',
  summary: 'The last digests of a search that the reader keeps, newest first, and what became of their deliveries',
  scope: 'read',
  params: byId,
  answer: pageOf(searchDigestHead),
})

export const getSearchDigest = endpoint({
  method: 'GET',
  path: '/saved-searches/:id/digests/:date',
  tag: 'Search',
  summary: 'What a search had found on one day, as it was delivered',
  scope: 'read',
  params: byId.extend({ date: z.iso.date() }),
  answer: shownDigest,
})
