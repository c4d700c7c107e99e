import { z } from 'zod'
import { article } from './articles.ts'
import { instant, pageOf, paging } from './common.ts'
import { digestSchema } from './digest-json.ts'
import { endpoint } from './endpoint.ts'

const type = z.enum(['morning', 'midday', 'evening', 'weekly'])

const digest = digestSchema.meta({ id: 'Digest' })

/** A digest with the articles it names, as far as they are still stored and seen. */
const shownDigest = z.strictObject({ digest, articles: z.array(article) }).meta({ id: 'ShownDigest' })

export type ShownDigest = z.output<typeof shownDigest>

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
  summary: 'The front page of this moment, as a digest',
  scope: 'read',
  answer: shownDigest,
  refusals: [503],
})

export const listDigests = endpoint({
  method: 'GET',
  path: '/digests',
  tag: 'Digests',
  summary: 'The digests that were made, the newest first',
  scope: 'read',
  query: z.strictObject(paging),
  answer: pageOf(head),
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
