import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const getImage = endpoint({
  method: 'GET',
  path: '/images/:signature/:encoded',
  tag: 'Articles',
  summary: 'A picture of an article, fetched by this server; the address is given with the article',
  scope: 'read',
  params: z.strictObject({
    signature: z.string().regex(/^[\w-]{32}$/),
    encoded: z
      .string()
      .max(1_900)
      .regex(/^[\w-]+$/),
  }),
  answer: null,
  type: 'image/*',
  refusals: [502],
})
