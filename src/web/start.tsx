import { computed, signal } from '@preact/signals'
import { hydrate } from 'preact'
import { createActions } from './actions.ts'
import { callApi } from './api.ts'
import { App } from './app.tsx'
import { readBoot } from './boot.ts'
import { createDataCache } from './data-cache.ts'
import { createItems } from './items.ts'
import { listenToKeys } from './keys.ts'
import { followEvents } from './live.ts'
import { browserLocation } from './location.ts'
import { createNotices } from './notices.ts'
import { type Page, PageContext } from './page.ts'
import { KeyHelp } from './parts/key-help.tsx'
import { BrowserContext } from './parts/use-item.ts'
import { watchPassing } from './passing.ts'
import { createPlayer } from './player.ts'
import { createReadStates } from './read-states.ts'
import { followSettings } from './settings.ts'
import { loadTexts } from './texts/texts.ts'
import { followTrail } from './trail.ts'
import { keepVisiting } from './visit.ts'

/* The browser's side of the page: takes over what the server rendered, with the data it was rendered from. */

const MINUTE_MS = 60_000

async function start(): Promise<void> {
  const boot = readBoot(document)
  const words = signal(await loadTexts[boot.language]())
  const texts = computed(() => words.value)
  const data = createDataCache(callApi, true)
  for (const [path, answer] of Object.entries(boot.data)) data.put(path, answer)
  const states = createReadStates()
  const notices = createNotices()
  const now = signal(boot.now)
  const later = (work: () => void, ms: number) => void setTimeout(work, ms)
  const page: Page = {
    call: callApi,
    data,
    location: browserLocation(window),
    states,
    notices,
    actions: createActions({ call: callApi, data, states, notices, texts, later }),
    player: createPlayer(),
    texts,
    zone: signal(boot.zone),
    now,
    lists: new Map(),
    arrived: signal(0),
    isConnected: signal(true),
  }
  const items = createItems(document)
  const settings = followSettings(page, words, boot)
  const passing = watchPassing(window, items, (element) => {
    const item = items.of(element)
    const isFrozen = element.closest('[data-frozen]') !== null
    if (item !== null && settings.marksOnScroll() && !isFrozen) page.actions.passed(item.articles)
  })
  const isHelpShown = signal(false)
  hydrate(
    <PageContext.Provider value={page}>
      <BrowserContext.Provider value={{ items, passing }}>
        <App />
        <KeyHelp isShown={isHelpShown} />
      </BrowserContext.Provider>
    </PageContext.Provider>,
    document.getElementById('page')!,
  )
  const trail = followTrail(items, page.location, states, page.actions.readWith)
  listenToKeys({ page, items, trail, document, showHelp: () => (isHelpShown.value = true) })
  document.addEventListener('click', ({ target }) => {
    const element = target as Element
    if (element.closest('[data-help]') !== null) isHelpShown.value = true
    // A choice of the menu closes it, and so does a click anywhere else.
    const menu = document.querySelector<HTMLDetailsElement>('[data-menu]')
    if (menu?.open && element.closest('[data-menu] summary') === null) menu.open = false
  })
  followEvents(page, (url) => new EventSource(url))
  keepVisiting(page, document)
  // The server's clock counts: that of the demonstration is not this machine's.
  const began = performance.now()
  setInterval(() => (now.value = boot.now + (performance.now() - began)), MINUTE_MS)
  // For tests and extensions: from here on the page answers.
  document.documentElement.dataset.ready = ''
}

void start()
