import { type ApiRequest, type ApiRoute, route, withHeaders } from './api-route.ts'
import { getEvents } from './contract/events.ts'
import { MOST_ID } from './contract/fields.ts'
import { createEventStream } from './event-stream.ts'
import { Refusal } from './refusal.ts'

/** What a browser says when it connects again; it wins over `after`, which is of the first time. */
function afterOf({
  header,
  query,
}: Pick<ApiRequest<unknown, { readonly after?: number | undefined }, unknown>, 'header' | 'query'>) {
  const last = header('last-event-id')
  if (last === null || last === '') return query.after ?? null
  const after = /^\d{1,10}$/.test(last) ? Number(last) : MOST_ID + 1
  if (after > MOST_ID) throw new Refusal(400, 'bad_request', 'Last-Event-ID must be the id of an event.')
  return after
}

const STREAMED = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' }

/** The stream of live events. */
export const eventRoutes: readonly ApiRoute[] = [
  route(getEvents, async (request): Promise<never> => {
    const { app, visitor, query } = request
    const { stream, listener } = createEventStream()
    const from = { after: afterOf(request), once: query.once === true }
    const { isAllowed, credential } = request
    request.onClosed(listener.cut)
    if (!app.live.listen({ ...listener, reader: visitor.reader.id, credential, isAllowed }, from))
      throw new Refusal(503, 'too_many_listeners', 'Too many listen already.', { headers: { 'retry-after': '30' } })
    return withHeaders(stream, STREAMED) as never
  }),
]
