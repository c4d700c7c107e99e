import { effect } from '@preact/signals'
import type { Item, Items } from './items.ts'
import type { Location } from './location.ts'
import type { ReadStates } from './read-states.ts'

/** The list that an article was opened from: within an article, the next one is the next of that list. */
export interface Trail {
  /** The article beside one in the list; null at its ends. */
  readonly beside: (id: number, step: 1 | -1, onlyUnread: boolean) => number | null
}

const ARTICLE = /^\/articles\/(\d+)$/

/** The article that an address shows; null for other addresses. */
export const articleAt = (path: string): number | null => {
  const [, id] = ARTICLE.exec(path) ?? []
  return id === undefined ? null : Number(id)
}

/** An item that was opened, and how far below the top of the screen it stood. */
interface Opened {
  readonly id: number
  readonly top: number
}

/**
 * Remembers the items on the screen when an article is opened from them. When the reader returns to the list, the last one read has the
 * focus, and the one that was opened stands where it stood: how far the list was scrolled does not tell that, since what is far from the
 * screen has only an estimated height.
 */
export function followTrail(
  items: Items,
  location: Location,
  states: ReadStates,
  /** Called with the item of each article that is opened. */
  onOpened: (item: Item) => void,
): Trail {
  let list: readonly Item[] = []
  let before: number | null = null
  let opened: Opened | null = null
  effect(() => {
    const id = articleAt(location.place.value.path)
    // The screen still shows where the reader comes from.
    if (id !== null && before === null) {
      list = items.all().flatMap((element) => items.of(element) ?? [])
      const top = elementOf(items, id)?.getBoundingClientRect().top
      opened = top === undefined ? null : { id, top }
    }
    if (id === null && before !== null) returnLater(items, before, opened)
    const item = id === null || id === before ? undefined : list.find(({ article }) => article.id === id)
    if (item !== undefined) onOpened(item)
    before = id
  })
  return {
    beside: (id, step, onlyUnread) => {
      const at = list.findIndex(({ article }) => article.id === id)
      if (at === -1) return null
      const rest = step === 1 ? list.slice(at + 1) : list.slice(0, at).reverse()
      return rest.find(({ article }) => !onlyUnread || !states.of(article).peek().read)?.article.id ?? null
    },
  }
}

const elementOf = (items: Items, id: number): HTMLElement | undefined =>
  items.all().find((one) => items.of(one)?.article.id === id)

/** The list is rendered some frames later. */
function returnLater(items: Items, id: number, opened: Opened | null, framesLeft = 20): void {
  requestAnimationFrame(() => {
    const element = elementOf(items, id)
    if (element !== undefined) {
      element.focus({ preventScroll: true })
      if (opened !== null) holdAt(items, opened)
    } else if (framesLeft > 0) returnLater(items, id, opened, framesLeft - 1)
  })
}

/** Scrolls to where an item stood, until what is around it has its height. */
function holdAt(items: Items, { id, top }: Opened, framesLeft = 20): void {
  const by = (elementOf(items, id)?.getBoundingClientRect().top ?? top) - top
  if (Math.abs(by) > 1) window.scrollBy(0, by)
  if (framesLeft > 0) requestAnimationFrame(() => holdAt(items, { id, top }, framesLeft - 1))
}
