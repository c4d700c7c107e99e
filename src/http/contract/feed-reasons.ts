import { z } from 'zod'
import { coded } from './reason-schema.ts'

const minutes = z.int()

/** Why a feed is in its state. */
export const stateReason = z
  .discriminatedUnion('code', [
    coded('gone'),
    coded('pollsFailed', { polls: z.int() }),
    coded('documentsFailed', { documents: z.int() }),
    coded('shareFailed', { failed: z.int(), polls: z.int(), days: z.int() }),
    coded('timedOut', { timeouts: z.int(), polls: z.int() }),
    coded('flooding', { leftOut: z.int(), articlesPerDay: z.int(), megabytesPerDay: z.number() }),
    coded('notPolled'),
    coded('notAnswered'),
    coded('quiet', { days: z.int() }),
    coded('moved'),
    coded('answers'),
    coded('overdue'),
  ])
  .meta({ id: 'StateReason' })

export type StateReason = z.output<typeof stateReason>

/** What else is worth knowing of a feed. */
export const feedNote = z
  .discriminatedUnion('code', [
    coded('malformed', { entries: z.int(), days: z.int() }),
    coded('cutOff', { entries: z.int(), kept: z.int() }),
  ])
  .meta({ id: 'FeedNote' })

export type FeedNote = z.output<typeof feedNote>

/** Whether the publisher asked for a longer wait than is believed. */
const clamped = z.boolean()
const newPerPoll = z.number().nullable()
const hint = z.enum(['ttl', 'syndication', 'cache_control', 'expires', 'skip_hours', 'skip_days'])

const visits = [
  coded('crawl', { clamped }),
  coded('asked', { clamped }),
  coded('first', { clamped }),
  coded('dead', { clamped }),
  coded('digest', { clamped }),
  coded('turnedOver', { clamped }),
  coded('dormant', { clamped }),
  coded('kind', { minutes, clamped }),
  coded('adaptive', { minutes, newPerPoll, clamped }),
  coded('predicted', { minutes, newPerPoll, clamped }),
  coded('retryAfter', { minutes, clamped }),
  coded('slowDown', { minutes, clamped }),
  coded('failures', { polls: z.int(), minutes, clamped }),
  coded('hint', { by: hint.nullable(), minutes, clamped }),
  coded('skipHours', { minutes, clamped }),
  coded('skipDays', { minutes, clamped }),
] as const

/** Why the next poll of a feed is when it is. */
export const visitReason = z.discriminatedUnion('code', visits).meta({ id: 'VisitReason' })

export type VisitReason = z.output<typeof visitReason>

/** What became of the wish for a poll now; a reason of the schedule where that stands against it. */
export const pollAnswer = z
  .discriminatedUnion('code', [coded('soon'), coded('justPolled', { minutes, againAfter: minutes }), ...visits])
  .meta({ id: 'PollAnswer' })

export type PollAnswer = z.output<typeof pollAnswer>
