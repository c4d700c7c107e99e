import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { pageOf } from './paging.ts'

const packFeed = z.strictObject({
  /** What its publisher is known as; once it is polled, it is called by its own title. */
  name: z.string(),
  url: z.string(),
  language: z.string(),
  subject: z.string(),
  /** The subscription, when the reader has it already. */
  subscription: id.nullable(),
})

export const pack = z
  .strictObject({
    id: z.string(),
    /** Also the name of the tab that its feeds go into. */
    name: z.string(),
    language: z.string().meta({ examples: ['en', 'zh-Hant'] }),
    subject: z.string(),
    /** The day on which all its addresses answered; null when nobody could ask them yet. */
    checkedOn: z.iso.date().nullable(),
    /** The same for a person. */
    note: z.string(),
    feeds: z.array(packFeed),
  })
  .meta({ id: 'Pack' })

export type Pack = z.output<typeof pack>

export const listPacks = endpoint({
  method: 'GET',
  path: '/packs',
  tag: 'Packs',
  summary: 'Starter packs: public feeds by language and subject, and which of them the reader has',
  scope: 'read',
  answer: pageOf(pack),
})

export const subscribeToPack = endpoint({
  method: 'POST',
  path: '/packs/subscribe',
  tag: 'Packs',
  summary:
    'Follow a whole pack, or some feeds of packs, in a tab named after the pack; those that are followed stay as they are',
  scope: 'write',
  body: z.union([
    z.strictObject({ pack: z.string().min(1).max(100) }),
    z.strictObject({ urls: z.array(z.string().min(1).max(2048)).min(1).max(200) }),
  ]),
  answer: z.strictObject({
    added: z.int(),
    /** Followed before. */
    known: z.int(),
    /** The keys of the tabs that hold what was added. */
    tabs: z.array(z.string()),
  }),
  refusals: [404, 422],
})
