import { z } from 'zod'
import { coded } from './reason-schema.ts'

/** What one part of a score was computed from. */
export const scoreReason = z
  .discriminatedUnion('code', [
    coded('authority', { tier: z.int(), tierFrom: z.enum(['source', 'registry', 'default']), answered: z.int() }),
    coded('recency', { hours: z.int(), halvesEvery: z.int().nullable(), dateUncertain: z.boolean() }),
    coded('corroboration', { newsrooms: z.int(), tiers: z.int() }),
    coded('relevance', { likeness: z.number().nullable() }),
    coded('depth', {
      words: z.int(),
      hasData: z.boolean(),
      hasList: z.boolean(),
      hasReference: z.boolean(),
      isPartial: z.boolean(),
    }),
  ])
  .meta({ id: 'ScoreReason' })

export type ScoreReason = z.output<typeof scoreReason>
