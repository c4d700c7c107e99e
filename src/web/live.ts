import type { LiveEventData } from '../http/contract/events.ts'
import { API } from './api.ts'
import type { Page } from './page.ts'

/** Follows the server's events: read state of other devices at once, news as a count, everything else when it is next shown. */
export function followEvents(page: Page, connect: (url: string) => EventSource): void {
  const { data, states, arrived, isConnected } = page
  const source = connect(`${API}/events`)
  source.onopen = () => {
    if (!isConnected.peek()) data.invalidate('/me')
    isConnected.value = true
  }
  source.onerror = () => {
    isConnected.value = false
  }
  const on: Readonly<Record<LiveEventData['kind'], (event: never) => void>> = {
    ready: () => {},
    reset: () => data.invalidate('/'),
    articles: ({ articles, more }: Extract<LiveEventData, { kind: 'articles' }>) => {
      arrived.value += articles.length + (more ? 1 : 0)
      data.invalidate('/tabs')
      data.invalidate('/subscriptions')
      data.invalidate('/feeds')
    },
    stories: ({ stories }: Extract<LiveEventData, { kind: 'stories' }>) => {
      for (const id of stories) data.invalidate(`/stories/${id}`)
    },
    digest: () => data.invalidate('/digests'),
    state: ({ articles, more, read, saved, vote }: Extract<LiveEventData, { kind: 'state' }>) => {
      const change = { read, saved, vote }
      states.change(articles, Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)))
      if (more) data.invalidate('/articles')
      data.invalidate('/tabs')
      if (saved !== undefined) data.invalidate('/articles?saved')
    },
    text: ({ articles }: Extract<LiveEventData, { kind: 'text' }>) => {
      for (const id of articles) data.invalidate(`/articles/${id}`)
    },
    feed: () => data.invalidate('/feeds'),
  }
  for (const kind of Object.keys(on) as LiveEventData['kind'][])
    source.addEventListener(kind, ({ data: text }: MessageEvent<string>) => on[kind](JSON.parse(text) as never))
}
