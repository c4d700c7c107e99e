import { type Signal, signal } from '@preact/signals'
import type { DataCache, Loaded } from './data-cache.ts'
import type { Page } from './page.ts'

/** The pages of a list that were opened: kept, so that the list is as long as it was when the reader comes back to it. */
export function pagesOf(lists: Page['lists'], path: string): Signal<readonly string[]> {
  const pages = lists.get(path) ?? signal<readonly string[]>([path])
  lists.set(path, pages)
  return pages
}

/** The path of the page of a list that a cursor leads to. */
export const nextPage = (first: string, cursor: string): string =>
  `${first}${first.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`

/** What an answer with items has. */
interface ItemPage<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

/** A list as far as it was opened. */
export interface OpenedList<T extends ItemPage<unknown>> {
  /** Its first page, for what is told besides the items. */
  readonly first: Loaded<T>
  readonly items: readonly T['items'][number][]
  /** Opens the next page; null at the end. */
  readonly more: (() => void) | null
  readonly isLoading: boolean
}

/** The items of all pages of a list that were opened. Reads signals: whoever renders it follows them. */
export function openedList<T extends ItemPage<unknown>>(
  data: DataCache,
  lists: Page['lists'],
  path: string,
): OpenedList<T> {
  const pages = pagesOf(lists, path)
  const loaded = pages.value.map((one) => data.get<T>(one).value)
  const next = loaded.at(-1)?.data?.next ?? null
  return {
    first: loaded[0]!,
    items: loaded.flatMap((page) => page.data?.items ?? []),
    more: next === null ? null : () => (pages.value = [...pages.peek(), nextPage(path, next)]),
    isLoading: loaded.some(({ isLoading }) => isLoading),
  }
}
