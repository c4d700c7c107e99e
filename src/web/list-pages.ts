import { type Signal, signal } from '@preact/signals'
import type { Loaded } from './data-cache.ts'
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
export interface OpenedList<Answer, Item> {
  /** Its first page, for what is told besides the items. */
  readonly first: Loaded<Answer>
  readonly items: readonly Item[]
  /** Opens the next page, or asks again for one that did not come; null at the end. */
  readonly more: (() => void) | null
  readonly isLoading: boolean
}

type Held = Pick<Page, 'data' | 'lists'>

/** The items of all pages of a list that were opened. Reads signals: whoever renders it follows them. */
export function openedList<T extends ItemPage<unknown>>(page: Held, path: string): OpenedList<T, T['items'][number]> {
  return openedListIn<T, T['items'][number]>(page, path, (answer) => answer)
}

/** The same for a list that is a part of its answer. */
export function openedListIn<Answer, Item>(
  { data, lists }: Held,
  path: string,
  listIn: (answer: Answer) => ItemPage<Item>,
): OpenedList<Answer, Item> {
  const pages = pagesOf(lists, path)
  const loaded = pages.value.map((one) => data.get<Answer>(one).value)
  const opened = loaded.map((page) => (page.data === null ? null : listIn(page.data)))
  const next = opened.at(-1)?.next ?? null
  const open = () => (pages.value = [...pages.peek(), nextPage(path, next!)])
  const tryAgain = () => void data.reload(pages.peek().at(-1)!)
  const last = loaded.at(-1)!
  const hasFailed = last.data === null && last.problem !== null
  return {
    first: loaded[0]!,
    items: opened.flatMap((page) => page?.items ?? []),
    more: hasFailed ? tryAgain : next === null ? null : open,
    isLoading: loaded.some(({ isLoading }) => isLoading),
  }
}
