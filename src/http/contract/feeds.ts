import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { feedNote, pollAnswer, stateReason, visitReason } from './feed-reasons.ts'
import { byId, flag, id, instant, line } from './fields.ts'
import { pageOf, paging } from './paging.ts'
import { unread } from './subscriptions.ts'
import { answerFailure } from './user-reasons.ts'

const state = z.enum(['dead', 'unhealthy', 'slow', 'flooding', 'new', 'dormant', 'moved', 'healthy'])

/** How a feed answers, and when it is asked next. */
export const feed = z
  .strictObject({
    id,
    subscription: id,
    name: z.string(),
    /** Where it is polled, without a login; a permanent move changes it. */
    url: z.string(),
    previousUrls: z.array(z.string()),
    state,
    /** Why it is in that state. */
    reason: stateReason,
    /** The same in English. */
    because: z.string(),
    /** 0 to 100 over thirty days; null before the first poll. */
    reliability: z.number().nullable(),
    polls: z.int(),
    successes: z.int(),
    /** By kind. */
    failures: z.record(z.string(), z.int()),
    failuresInARow: z.int(),
    averageMs: z.number().nullable(),
    noted: z.array(feedNote),
    /** The same in English. */
    notes: z.array(z.string()),
    /** The last ten polls, newest last: new, unchanged, or why one failed. */
    recent: z.array(z.string()),
    lastPolledAt: instant.nullable(),
    lastSuccessAt: instant.nullable(),
    lastNewAt: instant.nullable(),
    /** Null for a feed that is not polled by itself any more. */
    nextAt: instant.nullable(),
    nextReason: z.string(),
    /** Why then. */
    nextVisit: visitReason,
    /** The same in English. */
    nextBecause: z.string(),
    tab: z.string().nullable(),
    /** New articles on each of the last thirty days (UTC), today last. */
    newPerDay: z.array(z.int()).length(30),
    /** New articles of the last thirty days. */
    postsPerMonth: z.int(),
    /** Whether most of its newest articles have their whole text; null before the first. */
    fullContent: z.boolean().nullable(),
    hidden: z.boolean(),
    /** Among the newest 5,000 articles, and not counted beyond 100. */
    unread,
  })
  .meta({ id: 'Feed' })

export type Feed = z.output<typeof feed>

const poll = z.strictObject({
  at: instant,
  durationMs: z.int(),
  outcome: z.enum(['fetched', 'notModified', 'moved', 'gone', 'slowDown', 'failed']),
  succeeded: z.boolean(),
  failure: z.string().nullable(),
  /** The kind of the failure, as far as a reader can tell them apart. */
  failedBy: answerFailure.nullable(),
  httpStatus: z.int().nullable(),
  bytes: z.int(),
  entries: z.int(),
  newArticles: z.int(),
})

const day = z.strictObject({
  date: z.iso.date(),
  polls: z.int(),
  successes: z.int(),
  newArticles: z.int(),
})

export const wholeFeed = feed
  .extend({
    /** The days of the last thirty on which it was polled, oldest first. */
    days: z.array(day),
    /** The last twenty, newest first. */
    lastPolls: z.array(poll),
  })
  .meta({ id: 'WholeFeed' })

export type WholeFeed = z.output<typeof wholeFeed>

export const listFeeds = endpoint({
  method: 'GET',
  path: '/feeds',
  tag: 'Feeds',
  summary: 'The feeds that the reader follows, with their health',
  scope: 'read',
  query: z.strictObject({
    /** In the name or the address. */
    q: line(200).optional(),
    tab: line(200).optional(),
    /** Only those in no tab. */
    withoutTab: flag.optional(),
    /** As of the last poll. */
    state: state.optional(),
    ...paging,
  }),
  answer: pageOf(feed),
})

export const getFeed = endpoint({
  method: 'GET',
  path: '/feeds/:id',
  tag: 'Feeds',
  summary: 'One feed with its last polls and its daily numbers',
  scope: 'read',
  params: byId,
  answer: wholeFeed,
})

export const pollFeed = endpoint({
  method: 'POST',
  path: '/feeds/:id/poll',
  tag: 'Feeds',
  summary: 'Ask for a poll now, unless that would be impolite',
  scope: 'write',
  params: byId,
  answer: z.strictObject({
    /** Whether it is polled now, within seconds. */
    asked: z.boolean(),
    reason: pollAnswer,
    /** The same in English. */
    because: z.string(),
    nextAt: instant.nullable(),
  }),
  refusals: [422],
})
