import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { line } from './fields.ts'
import { pageOf } from './paging.ts'
import { unread } from './subscriptions.ts'

const language = z.string().regex(/^[a-z]{2,3}$/)
const itemLimit = z.int().min(1).max(100)

export const tab = z
  .strictObject({
    /** Names it in filters and paths; stays when the tab is renamed. */
    key: z.string(),
    name: z.string(),
    language: z.string().nullable(),
    /** How many items a digest shows of it. */
    itemLimit: z.int(),
    /** The reader's own; others are of the settings file, and changed there. */
    isOwn: z.boolean(),
    sources: z.int(),
    /** Among the newest 5,000 articles, and not counted beyond 100. */
    unread,
  })
  .meta({ id: 'Tab' })

export type Tab = z.output<typeof tab>

const byKey = z.strictObject({ key: z.string().min(1).max(200) })

export const listTabs = endpoint({
  method: 'GET',
  path: '/tabs',
  tag: 'Tabs',
  summary: 'The tabs of the settings and of the reader, in their order',
  scope: 'read',
  answer: pageOf(tab),
})

export const addTab = endpoint({
  method: 'POST',
  path: '/tabs',
  tag: 'Tabs',
  summary: 'Add a tab; one of that name is given as it is',
  scope: 'write',
  body: z.strictObject({
    name: line(200),
    language: language.nullable().optional(),
    itemLimit: itemLimit.nullable().optional(),
  }),
  answer: tab,
  refusals: [422],
})

export const changeTab = endpoint({
  method: 'PATCH',
  path: '/tabs/:key',
  tag: 'Tabs',
  summary: 'Rename a tab of the reader, or set its language or limit',
  scope: 'write',
  params: byKey,
  body: z.strictObject({
    name: line(200).optional(),
    language: language.nullable().optional(),
    itemLimit: itemLimit.nullable().optional(),
  }),
  answer: tab,
  refusals: [422],
})

export const removeTab = endpoint({
  method: 'DELETE',
  path: '/tabs/:key',
  tag: 'Tabs',
  summary: 'Remove a tab of the reader; its sources are then in no tab',
  scope: 'write',
  params: byKey,
  answer: null,
  refusals: [422],
})

export const orderTabs = endpoint({
  method: 'PUT',
  path: '/tabs/order',
  tag: 'Tabs',
  summary: 'Put the tabs in order; those that are not named follow',
  scope: 'write',
  body: z.strictObject({ keys: z.array(z.string().min(1).max(200)).min(1).max(1000) }),
  answer: pageOf(tab),
  refusals: [422],
})
