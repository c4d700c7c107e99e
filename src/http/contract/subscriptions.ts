import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, line } from './fields.ts'
import { pageOf, paging } from './paging.ts'
import { userReason } from './user-reasons.ts'

const tier = z.enum(['T1', 'T2', 'T3', 'T4', 'T5'])
const kind = z.enum(['breaking', 'major', 'blog', 'weekly', 'dormant'])
/** The longest address that is taken. */
const address = line(2048)

/** A count that is not counted beyond a hundred. */
export const MOST_UNREAD = 100
export const unread = z.int().min(0).max(MOST_UNREAD)

/** A source that the reader has: of the settings, which all readers share, or one of their own. */
export const subscription = z
  .strictObject({
    id,
    feed: id,
    /** Without its login. */
    url: z.string(),
    /** What it is called in lists. */
    name: z.string(),
    /** The feed's own title; null before the first poll. */
    siteTitle: z.string().nullable(),
    tab: z.string().nullable(),
    category: z.string().nullable(),
    tier: tier.nullable(),
    kind,
    language: z.string().nullable(),
    /** How many of its articles a tab chooses from. */
    itemLimit: z.int(),
    position: z.int(),
    hidden: z.boolean(),
    private: z.boolean(),
    /** Whether the pages of its new articles are fetched for their full text; never so for a private one. */
    fullText: z.boolean(),
    /** Whether all readers have it: it can be hidden, and removed by an administrator only. */
    shared: z.boolean(),
    origin: z.enum(['file', 'added', 'crawl']),
    state: z.string(),
    /** Among the newest 5,000 articles, and not counted beyond 100. */
    unread,
  })
  .meta({ id: 'Subscription' })

export type Subscription = z.output<typeof subscription>

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/subscriptions',
  tag: 'Subscriptions',
  summary: 'The sources that the reader has, in their order, hidden ones too',
  scope: 'read',
  query: z.strictObject(paging),
  answer: pageOf(subscription),
})

export const getSubscription = endpoint({
  method: 'GET',
  path: '/subscriptions/:id',
  tag: 'Subscriptions',
  summary: 'One source as the reader has it',
  scope: 'read',
  params: byId,
  answer: subscription,
})

const preview = z.strictObject({
  title: z.string().nullable(),
  url: z.string().nullable(),
  publishedAt: instant.nullable(),
})

export const discoverSubscriptions = endpoint({
  method: 'POST',
  path: '/subscriptions/discover',
  tag: 'Subscriptions',
  summary: 'The feeds of a site or at an address, with their newest entries',
  scope: 'write',
  body: z.strictObject({ url: address }),
  answer: z.strictObject({
    candidates: z.array(
      z.strictObject({
        /** Without its login: put yours back when you add it. */
        url: z.string(),
        title: z.string().nullable(),
        /** Such as rss2, atom1, jsonfeed. */
        format: z.string(),
        entries: z.int(),
        newest: z.array(preview),
        /** The subscription, when the reader has it already. */
        subscription: id.nullable(),
      }),
    ),
  }),
  refusals: [422],
})

export const addSubscription = endpoint({
  method: 'POST',
  path: '/subscriptions',
  tag: 'Subscriptions',
  summary: 'Follow a feed; one that is followed already is given as it is',
  scope: 'write',
  body: z.strictObject({
    /** Of the feed itself: see `discover`. May have a login: the feed is then private. */
    url: address,
    tab: line(200).nullable().default(null),
    category: line(200).nullable().default(null),
    name: line(300).nullable().default(null),
    tier: tier.nullable().default(null),
    kind: kind.default('major'),
    private: z.boolean().default(false),
    fullText: z.boolean().default(false),
    /** The feed's own title, if known: shown until it is polled. */
    siteTitle: line(300).nullable().default(null),
  }),
  answer: subscription,
  refusals: [422],
})

export const changeSubscription = endpoint({
  method: 'PATCH',
  path: '/subscriptions/:id',
  tag: 'Subscriptions',
  summary: 'File, name, weigh, order or hide a source for the reader alone; null takes a change back',
  scope: 'write',
  params: byId,
  body: z.strictObject({
    tab: line(200).nullable().optional(),
    category: line(200).nullable().optional(),
    name: line(300).nullable().optional(),
    tier: tier.nullable().optional(),
    itemLimit: z.int().min(1).max(1000).nullable().optional(),
    position: z.int().min(0).max(1_000_000_000).nullable().optional(),
    hidden: z.boolean().optional(),
    fullText: z.boolean().nullable().optional(),
  }),
  answer: subscription,
  refusals: [422],
})

export const orderSubscriptions = endpoint({
  method: 'PUT',
  path: '/subscriptions/order',
  tag: 'Subscriptions',
  summary: 'Put sources in order for the reader alone: they share out the places that they have, and all others stay',
  scope: 'write',
  body: z.strictObject({ ids: z.array(id).min(1).max(1000) }),
  answer: null,
  refusals: [404],
})

export const removeSubscription = endpoint({
  method: 'DELETE',
  path: '/subscriptions/:id',
  tag: 'Subscriptions',
  summary: 'Stop following a source; what it brought stays',
  scope: 'write',
  params: byId,
  answer: null,
  refusals: [422],
})

/** What a file of an import may have at most: it is read in one piece. */
const IMPORT_BYTES = 8_000_000

const report = z.strictObject({
  /** Of subscriptions. */
  added: z.int(),
  revived: z.int(),
  known: z.int(),
  skipped: z.array(
    z.strictObject({
      line: z.int(),
      reason: z.string(),
      /** What the line has where the address of a feed must be. */
      address: z.string(),
    }),
  ),
  /** Where the file is malformed; everything before was read. */
  broken: z.strictObject({ line: z.int(), column: z.int() }).nullable(),
  /** Of starred articles: how many are saved now, and how many of these were not stored before. */
  saved: z.int(),
  stored: z.int(),
})

export const job = z
  .strictObject({
    id: z.string(),
    kind: z.enum(['opml', 'starred']),
    state: z.enum(['running', 'done', 'failed']),
    done: z.int(),
    total: z.int(),
    startedAt: instant,
    endedAt: instant.nullable(),
    /** Why it failed. */
    error: z.string().nullable(),
    /** The same as a code with its values; null where the server is at fault. */
    errorReason: userReason.nullable(),
    report: report.nullable(),
  })
  .meta({ id: 'Job' })

export type Job = z.output<typeof job>

export const importSubscriptions = endpoint({
  method: 'POST',
  path: '/subscriptions/import',
  tag: 'Subscriptions',
  summary: 'Take over subscriptions (OPML) or starred articles (starred.json of FreshRSS or Inoreader): starts a job',
  scope: 'write',
  body: z.strictObject({ kind: job.shape.kind, text: z.string().min(1).max(IMPORT_BYTES) }),
  answer: job,
  refusals: [413, 422],
  // Characters that JSON escapes take more room.
  bodyLimit: 2 * IMPORT_BYTES,
})

export const getJob = endpoint({
  method: 'GET',
  path: '/jobs/:id',
  tag: 'Subscriptions',
  summary: 'How far a job has come',
  scope: 'read',
  params: z.strictObject({ id: z.string().max(64) }),
  answer: job,
})

export const exportSubscriptions = endpoint({
  method: 'GET',
  path: '/subscriptions/export.opml',
  tag: 'Subscriptions',
  summary: 'The subscriptions as OPML, without logins',
  scope: 'read',
  answer: null,
  type: 'text/x-opml; charset=utf-8',
})
