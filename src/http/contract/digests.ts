import { z } from 'zod'
import { article } from './articles.ts'
import { digestSchema } from './digest-json.ts'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'
import { pageOf, paging } from './paging.ts'

const type = z.enum(['morning', 'midday', 'evening', 'weekly'])

const digest = digestSchema.meta({ id: 'Digest' })

/** A digest with the articles it names, as far as they are still stored and seen. */
export const shownDigest = z.strictObject({ digest, articles: z.array(article) }).meta({ id: 'ShownDigest' })

export type ShownDigest = z.output<typeof shownDigest>

const todayStory = z
  .strictObject({
    /** That of the digest's item. */
    key: z.string(),
    /** How many of its articles you have not read. */
    unread: z.int(),
    articles: z.int(),
    /** What came since your last visit; null when nothing did. */
    newSince: z
      .strictObject({
        /** Copies are not counted. */
        articles: z.int(),
        /** What is new; null when all of the story is, or nothing says more. */
        sentence: z.strictObject({ text: z.string(), article: z.string() }).nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'TodayStory' })

const today = shownDigest
  .extend({
    /** When your last visit ended; null on the first. See `POST /me/visit`. */
    since: instant.nullable(),
    /** What fits the number of feeds: everything in one column, sections, or collapsed tabs. */
    shape: z.enum(['column', 'sections', 'tabs']),
    /** Whether a story of the digest has a second newsroom. */
    isCorroborated: z.boolean(),
    /** How many feeds you follow. */
    feeds: z.int(),
    /** One for each item of the digest. */
    stories: z.array(todayStory),
    /** The newest unread articles of feeds that publish four a month or fewer, one of each feed, twelve at most. */
    rare: z.array(article),
    /** The newest articles, of each story its lead, where nothing is corroborated or the shape is a column; otherwise none. */
    newest: z.array(article),
  })
  .meta({ id: 'Today' })

export type Today = z.output<typeof today>

const head = z
  .strictObject({
    type,
    /** The reader's local date. */
    date: z.iso.date(),
    at: instant,
    /** Where it is as a page. */
    path: z.string(),
  })
  .meta({ id: 'DigestHead' })

/** A digest as the archive lists it. */
const listed = head
  .extend({
    /** Of its first stories, at most three. */
    headlines: z.array(z.strictObject({ title: z.string(), language: z.string().nullable() })),
  })
  .meta({ id: 'ListedDigest' })

/** A digest with its neighbours in time. */
const keptDigest = shownDigest
  .extend({
    /** The digest made before it, and the one made after; null for the first and the last. */
    before: head.nullable(),
    after: head.nullable(),
  })
  .meta({ id: 'KeptDigest' })

/** A digest by its local date and type. */
export const digestName = z.strictObject({ date: z.iso.date(), type })

export const getToday = endpoint({
  method: 'GET',
  path: '/today',
  tag: 'Digests',
  summary: 'The front page of this moment: a digest, and what is new, unread and rare in it for you',
  scope: 'read',
  answer: today,
  refusals: [503],
})

export const listDigests = endpoint({
  method: 'GET',
  path: '/digests',
  tag: 'Digests',
  summary: 'The digests that were made, the newest first, each with its first headlines',
  scope: 'read',
  query: z.strictObject(paging),
  answer: pageOf(listed),
})

export const getDigest = endpoint({
  method: 'GET',
  path: '/digests/:date/:type',
  tag: 'Digests',
  summary: 'One digest as it was made, and which were made before and after it',
  scope: 'read',
  params: digestName,
  answer: keptDigest,
})
