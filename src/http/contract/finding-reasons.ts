import { z } from 'zod'
import { instant } from './fields.ts'
import { coded } from './reason-schema.ts'

/** What is wrong with the server. */
export const findingReason = z
  .discriminatedUnion('code', [
    coded('oldNode', { version: z.string(), least: z.string() }),
    coded('clockBehind', { at: instant }),
    coded('clockAhead', { at: instant }),
    coded('deliveriesInDoubt', { deliveries: z.int() }),
    coded('diskLow', { gigabytes: z.number() }),
    coded('secretsMissing', { channels: z.array(z.string()) }),
  ])
  .meta({ id: 'FindingReason' })

export type FindingReason = z.output<typeof findingReason>
