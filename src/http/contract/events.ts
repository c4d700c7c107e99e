import { z } from 'zod'
import { readState } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { flag, id, MOST_ID, storyId } from './fields.ts'

/** The number of an event; later ones have higher numbers. */
const eventId = z.int().min(0).max(MOST_ID)

/** Articles by id, at most 100; `more` says that there are others, so that lists are to be loaded anew. */
const named = { articles: z.array(id), more: z.boolean() }

/** The data of one event of the stream. */
export const liveEvent = z
  .discriminatedUnion('kind', [
    /** The stream begins here. */
    z.strictObject({ kind: z.literal('ready'), id: eventId }),
    /** What followed the last event that you have is not stored any more: load everything anew. */
    z.strictObject({ kind: z.literal('reset'), id: eventId }),
    /** A poll of a feed brought these articles, or changed them. */
    z.strictObject({ kind: z.literal('articles'), id: eventId, feed: id, ...named }),
    /** The pages of these articles were fetched, or tried: their full text is there, or why it is not. */
    z.strictObject({ kind: z.literal('text'), id: eventId, articles: z.array(id) }),
    /** These stories have other articles, or another lead. */
    z.strictObject({ kind: z.literal('stories'), id: eventId, stories: z.array(storyId), more: z.boolean() }),
    z.strictObject({ kind: z.literal('digest'), id: eventId, type: z.string(), date: z.string() }),
    /** The reader did this with articles, perhaps on another device; what is absent did not change. */
    z.strictObject({ kind: z.literal('state'), id: eventId, ...named, ...readState.partial().shape }),
    /** The state of a feed changed. */
    z.strictObject({
      kind: z.literal('feed'),
      id: eventId,
      feed: id,
      what: z.string(),
      because: z.string().nullable(),
    }),
  ])
  .meta({ id: 'LiveEvent' })

export type LiveEventData = z.output<typeof liveEvent>

export const getEvents = endpoint({
  method: 'GET',
  path: '/events',
  tag: 'Events',
  summary:
    'What happens, as server-sent events: each has a LiveEvent as its data. Resume with the header Last-Event-ID, or with `after`',
  scope: 'read',
  query: z.strictObject({
    /** The last event that you have; without it the stream begins now. */
    after: z.coerce.number<string>().int().min(0).max(MOST_ID).optional(),
    /** End after what is stored. */
    once: flag.optional(),
  }),
  answer: null,
  type: 'text/event-stream',
})
