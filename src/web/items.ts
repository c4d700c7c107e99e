import type { Article } from './api-types.ts'

/** What one item of a list stands for. */
export interface Item {
  /** The article that opens. */
  readonly article: Article
  /** All articles that are read with it. */
  readonly articles: readonly Article[]
  /** The story that is read with it, where the item stands for one. */
  readonly story: string | null
}

const ITEM = '[data-item]'

/** The items on the screen, in the order in which they are read. The document is the list: whatever is shown can be walked through. */
export interface Items {
  readonly register: (element: Element, item: Item) => void
  readonly of: (element: Element) => Item | null
  readonly all: () => readonly HTMLElement[]
  /** The one that has the focus, or whose part has it; else the one that had it last. */
  readonly current: () => HTMLElement | null
  readonly focus: (element: HTMLElement) => void
}

/** Room for the bar at the top of the page. */
const TOP_PX = 72

export function createItems(document: Document): Items {
  const items = new WeakMap<Element, Item>()
  let last: HTMLElement | null = null
  document.addEventListener('focusin', ({ target }) => {
    last = (target as Element).closest<HTMLElement>(ITEM) ?? last
  })
  return {
    register: (element, item) => void items.set(element, item),
    of: (element) => items.get(element) ?? null,
    all: () => [...document.querySelectorAll<HTMLElement>(ITEM)],
    current: () => {
      const focused = document.activeElement?.closest<HTMLElement>(ITEM) ?? null
      return focused ?? (last?.isConnected ? last : null)
    },
    focus: (element) => {
      last = element
      element.focus({ preventScroll: true })
      const { top, bottom } = element.getBoundingClientRect()
      const { innerHeight, scrollY } = document.defaultView!
      if (top < TOP_PX || bottom > innerHeight - TOP_PX) document.defaultView!.scrollTo(0, scrollY + top - TOP_PX)
    },
  }
}
