import type { DigestType } from '../core/domain/digest.ts'
import type { Event } from '../core/domain/event.ts'
import type { Store } from '../io/store/open-store.ts'

/** What happened, as a listener is told it. Everything in it is something that the reader sees. */
export type ShownEvent = { readonly id: number } & (
  | { readonly kind: 'ready' | 'reset' }
  | { readonly kind: 'articles'; readonly feed: number; readonly articles: readonly number[]; readonly more: boolean }
  | { readonly kind: 'text'; readonly articles: readonly number[] }
  | { readonly kind: 'stories'; readonly stories: readonly string[]; readonly more: boolean }
  | { readonly kind: 'digest'; readonly type: DigestType; readonly date: string }
  | StateEvent
  | { readonly kind: 'feed'; readonly feed: number; readonly what: string; readonly because: string | null }
)

interface StateEvent {
  readonly kind: 'state'
  readonly articles: readonly number[]
  readonly more: boolean
  readonly read?: boolean | undefined
  readonly saved?: boolean | undefined
  readonly vote?: -1 | 0 | 1 | undefined
}

/** Stored events as a reader is told them; those about nothing that they see are left out. */
export async function shownEvents(store: Store, reader: number, events: readonly Event[]): Promise<ShownEvent[]> {
  const ids = events
    .filter(({ kind }) => ['articles.came', 'text.came', 'state.changed'].includes(kind))
    .flatMap(articlesIn<number>)
  const seen = await store.web.visibleIds(reader, [...new Set(ids)])
  const keys = events.filter(({ kind }) => kind === 'stories.changed').flatMap(articlesIn<string>)
  const storyOf = new Map((await store.memberships([...new Set(keys)])).map(({ article, story }) => [article, story]))
  return events.flatMap((event) => shownEvent(event, seen, storyOf) ?? [])
}

const articlesIn = <Name>({ payload }: Event): readonly Name[] => (payload.articles ?? []) as readonly Name[]

function shownEvent(event: Event, seen: ReadonlySet<number>, storyOf: ReadonlyMap<string, string>): ShownEvent | null {
  const { id, payload } = event
  const more = payload.more === true
  const articles = articlesIn<number>(event).filter((one) => seen.has(one))
  switch (event.kind) {
    case 'articles.came':
      return articles.length === 0 ? null : { id, kind: 'articles', feed: feedOf(event), articles, more }
    case 'text.came':
      return articles.length === 0 ? null : { id, kind: 'text', articles }
    case 'state.changed':
      return articles.length === 0 ? null : { ...(payload as object), id, kind: 'state', articles, more }
    case 'stories.changed': {
      const stories = [...new Set(articlesIn<string>(event).flatMap((key) => storyOf.get(key) ?? []))]
      return stories.length === 0 ? null : { id, kind: 'stories', stories, more }
    }
    case 'digest.made':
      return { id, kind: 'digest', type: payload.type as DigestType, date: payload.localDate as string }
    default:
      return { id, kind: 'feed', feed: feedOf(event), what: wordOf(event), because: becauseOf(event) }
  }
}

const feedOf = ({ subject }: Event): number => Number(subject.slice('feed:'.length))
const wordOf = ({ kind }: Event): string => kind.replace(/^feed\./, '')
const becauseOf = ({ payload }: Event): string | null => (typeof payload.because === 'string' ? payload.because : null)
