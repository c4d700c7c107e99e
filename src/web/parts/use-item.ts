import { createContext } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import type { Item, Items } from '../items.ts'
import { usePage } from '../page.ts'
import type { PassingWatch } from '../passing.ts'
import { onSwipe } from '../swipe.ts'

/** What only a browser has: null on the server. */
export interface BrowserParts {
  readonly items: Items
  readonly passing: PassingWatch
}

export const BrowserContext = createContext<BrowserParts | null>(null)

/** Makes an element an item: the keyboard finds it, scrolling past marks it, a finger drawn across it saves it or marks it. */
export function useItem(item: Item) {
  const page = usePage()
  const browser = useContext(BrowserContext)
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = element
    if (current === null || browser === null) return
    browser.items.register(current, item)
    browser.passing.watch(current)
    const { article } = item
    const toggleRead = () => page.actions.setRead(article, !page.states.of(article).peek().read)
    const toggleSaved = () => page.actions.setSaved(article, !page.states.of(article).peek().saved)
    const endSwipes = onSwipe(current, toggleRead, toggleSaved)
    return () => {
      endSwipes()
      browser.passing.forget(current)
    }
  }, [item.article, item.articles, item.story, browser, page, item])
  return element
}
