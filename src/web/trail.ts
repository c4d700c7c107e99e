import { effect } from '@preact/signals'
import type { Article } from './api-types.ts'
import type { Items } from './items.ts'
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

/**
 * Remembers the items on the screen when an article is opened from them, and gives the focus back to the last one read when the reader
 * returns to the list.
 */
export function followTrail(items: Items, location: Location, states: ReadStates): Trail {
  let list: readonly Article[] = []
  let before: number | null = null
  effect(() => {
    const id = articleAt(location.place.value.path)
    // The screen still shows where the reader comes from.
    if (id !== null && before === null) list = items.all().flatMap((element) => items.of(element)?.article ?? [])
    if (id === null && before !== null) focusLater(items, before)
    before = id
  })
  return {
    beside: (id, step, onlyUnread) => {
      const at = list.findIndex((article) => article.id === id)
      if (at === -1) return null
      const rest = step === 1 ? list.slice(at + 1) : list.slice(0, at).reverse()
      return rest.find((article) => !onlyUnread || !states.of(article).peek().read)?.id ?? null
    },
  }
}

/** The list is rendered some frames later. */
function focusLater(items: Items, id: number, framesLeft = 20): void {
  requestAnimationFrame(() => {
    const element = items.all().find((one) => items.of(one)?.article.id === id)
    if (element !== undefined) element.focus({ preventScroll: true })
    else if (framesLeft > 0) focusLater(items, id, framesLeft - 1)
  })
}
