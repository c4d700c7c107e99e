import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, line } from './fields.ts'
import { pageOf } from './paging.ts'

const reader = z
  .strictObject({
    id,
    name: z.string(),
    role: z.enum(['administrator', 'reader']),
    email: z.string().nullable(),
    hasPassword: z.boolean(),
    createdAt: instant,
    /** When they last came; null before. */
    seenAt: instant.nullable(),
  })
  .meta({ id: 'Reader' })

export const listReaders = endpoint({
  method: 'GET',
  path: '/readers',
  tag: 'Readers',
  summary: 'Everybody who reads here',
  scope: 'admin',
  answer: pageOf(reader),
})

export const addReader = endpoint({
  method: 'POST',
  path: '/readers',
  tag: 'Readers',
  summary: 'Add a reader, with a password to log in with',
  scope: 'admin',
  body: z.strictObject({
    name: line(64),
    role: z.enum(['administrator', 'reader']).default('reader'),
    email: z.email().max(254).nullable().default(null),
    password: z.string().min(8).max(1024).nullable().default(null),
  }),
  answer: reader,
  refusals: [422],
})

export const removeReader = endpoint({
  method: 'DELETE',
  path: '/readers/:id',
  tag: 'Readers',
  summary: 'Remove a reader with everything that is theirs alone; their sessions and tokens end at once',
  scope: 'admin',
  params: byId,
  answer: null,
  refusals: [422],
})

export const setReaderPassword = endpoint({
  method: 'PUT',
  path: '/readers/:id/password',
  tag: 'Readers',
  summary: "Set a reader's password; ends their sessions",
  scope: 'admin',
  params: byId,
  body: z.strictObject({ password: z.string().min(8).max(1024) }),
  answer: null,
})
