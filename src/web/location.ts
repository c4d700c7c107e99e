import { type ReadonlySignal, signal } from '@preact/signals'

/** Where the reader is: a path and its query. */
export interface Place {
  readonly path: string
  readonly query: URLSearchParams
}

/** The address of the page, as a value that screens follow. */
export interface Location {
  readonly place: ReadonlySignal<Place>
  /** `keepsPosition` is for addresses of the same screen, such as another filter. */
  readonly go: (address: string, how?: { readonly replaces?: boolean; readonly keepsPosition?: boolean }) => void
  readonly back: () => void
}

export function placeOf(address: string): Place {
  const [path = '/', query = ''] = address.split('#')[0]!.split('?')
  return { path: path === '' ? '/' : path, query: new URLSearchParams(query) }
}

/** On the server: one address, and nowhere to go. */
export const fixedLocation = (address: string): Location => ({
  place: signal(placeOf(address)),
  go: () => {},
  back: () => {},
})

/**
 * The History API behind a signal. Links are plain `a` elements, so that they work without script; a click on one of ours is taken over
 * here. How far an entry of the history was scrolled is kept with it, and restored on return.
 */
export function browserLocation(window: Window): Location {
  const { history, document } = window
  const current = () => window.location.pathname + window.location.search
  const place = signal(placeOf(current()))
  let visited = 0
  history.scrollRestoration = 'manual'

  const keepPosition = () => history.replaceState({ ...history.state, y: window.scrollY }, '')
  /** Once the screen is there: it may need some frames to reach its height. */
  function scrollTo(y: number, framesLeft = 30): void {
    window.scrollTo(0, y)
    if (window.scrollY < y - 1 && framesLeft > 0) window.requestAnimationFrame(() => scrollTo(y, framesLeft - 1))
  }
  const go: Location['go'] = (address, { replaces = false, keepsPosition = false } = {}) => {
    keepPosition()
    if (replaces) history.replaceState({}, '', address)
    else history.pushState({}, '', address)
    visited++
    place.value = placeOf(current())
    if (!keepsPosition) window.requestAnimationFrame(() => window.scrollTo(0, 0))
  }
  window.addEventListener('popstate', ({ state }) => {
    place.value = placeOf(current())
    window.requestAnimationFrame(() => scrollTo(Number(state?.y ?? 0)))
  })
  window.addEventListener('pagehide', keepPosition)
  document.addEventListener('click', (event) => {
    const link = ownLink(event, window.location.origin)
    if (link === null) return
    event.preventDefault()
    go(link)
  })
  return { place, go, back: () => (visited > 0 ? history.back() : go('/')) }
}

/** The address of a clicked link of this page; null for other links, new windows, downloads and what the server answers itself. */
function ownLink(event: MouseEvent, origin: string): string | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = (event.target as Element | null)?.closest?.('a')
  if (!link || link.origin !== origin || link.target === '_blank' || link.hasAttribute('download')) return null
  if (link.hasAttribute('data-server') || link.getAttribute('href')?.startsWith('#')) return null
  return link.pathname + link.search
}
