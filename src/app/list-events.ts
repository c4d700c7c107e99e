import type { Event } from '../core/domain/event.ts'
import type { Store } from '../io/store/open-store.ts'

/** An event, and the name of the feed it is about. */
export interface NamedEvent extends Event {
  readonly about: string | null
}

/** The events after a given one, or the latest; oldest first. */
export async function listEvents(store: Store, after: number | null, limit: number): Promise<NamedEvent[]> {
  const events = await (after === null ? store.latestEvents(limit) : store.events(after, limit))
  const sources = new Map((await store.sources()).map((source) => [source.id, source]))
  const names = new Map(
    (await store.feeds()).map((feed) => [`feed:${feed.id}`, sources.get(feed.source)?.name ?? feed.title ?? feed.url]),
  )
  return events.map((event) => ({ ...event, about: names.get(event.subject) ?? null }))
}
