import { computed, signal } from '@preact/signals'
import { renderToString } from 'preact-render-to-string'
import { App } from './app.tsx'
import type { Boot } from './boot.ts'
import { createDataCache } from './data-cache.ts'
import { fixedLocation } from './location.ts'
import { createNotices } from './notices.ts'
import { type Page, PageContext } from './page.ts'
import { createPlayer } from './player.ts'
import { createReadStates } from './read-states.ts'
import type { Texts } from './texts/texts.ts'

/** The page at an address as HTML: what a browser shows before, or without, its script. */
export function renderApp(address: string, boot: Boot, words: Texts): string {
  const texts = computed(() => words)
  const call = () => Promise.reject(new Error('the server renders what it was given'))
  const data = createDataCache(call, false)
  for (const [path, asked] of Object.entries(boot.data)) data.put(path, asked)
  const idle = () => {}
  const page: Page = {
    call,
    data,
    location: fixedLocation(address),
    states: createReadStates(),
    notices: createNotices(),
    actions: {
      setRead: idle,
      setSaved: idle,
      vote: idle,
      open: idle,
      readWith: idle,
      passed: idle,
      readStory: idle,
      markRead: idle,
      markList: idle,
      undo: idle,
      attempt: async () => null,
    },
    player: createPlayer(),
    texts,
    zone: signal(boot.zone),
    now: signal(boot.now),
    lists: new Map(),
    arrived: signal(0),
    isConnected: signal(true),
  }
  return renderToString(
    <PageContext.Provider value={page}>
      <App />
    </PageContext.Provider>,
  )
}
