import { z } from 'zod'
import { article } from './articles.ts'
import { byId, id, instant, line, pageOf, paging } from './common.ts'
import { endpoint } from './endpoint.ts'

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

export const savedSearch = z
  .strictObject({
    id,
    name: z.string(),
    query: z.string(),
    /** Whether it is shown among the tabs. */
    asTab: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'SavedSearch' })

export const listSavedSearches = endpoint({
  method: 'GET',
  path: '/saved-searches',
  tag: 'Search',
  summary: 'The searches that the reader keeps',
  scope: 'read',
  answer: pageOf(savedSearch),
})

export const addSavedSearch = endpoint({
  method: 'POST',
  path: '/saved-searches',
  tag: 'Search',
  summary: 'Keep a search; one of that name and query is given as it is',
  scope: 'write',
  body: z.strictObject({ name: line(200), query, asTab: z.boolean().default(false) }),
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
  body: z.strictObject({ name: line(200).optional(), query: query.optional(), asTab: z.boolean().optional() }),
  answer: savedSearch,
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
