import { z } from 'zod'
import { instant } from './common.ts'
import { endpoint } from './endpoint.ts'

export const visit = endpoint({
  method: 'POST',
  path: '/me/visit',
  tag: 'You',
  summary: 'Tell that you are reading now, on opening and every few minutes; gives since when everything is new to you',
  scope: 'write',
  answer: z.strictObject({
    /** When your last visit ended: a visit ends after 30 idle minutes. Null on the first. */
    since: instant.nullable(),
  }),
})
