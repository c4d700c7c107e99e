import type { ReadonlySignal } from '@preact/signals'
import type { markArticlesRead } from '../http/contract/articles.ts'
import { type CallApi, send } from './api.ts'
import { type Article, problemOf } from './api-types.ts'
import type { DataCache } from './data-cache.ts'
import type { Notice, Notices } from './notices.ts'
import type { ReadStates } from './read-states.ts'
import { problemWords } from './reason-words.ts'
import type { Texts } from './texts/texts.ts'

export interface MarkingDeps {
  readonly call: CallApi
  readonly data: DataCache
  readonly states: ReadStates
  readonly notices: Notices
  readonly texts: ReadonlySignal<Texts>
}

/** Lists whose counts depend on what is read. */
const COUNTED = ['/tabs', '/subscriptions', '/feeds']

/** Marks articles as read, tells so, and takes it back when asked. */
export function createMarking({ call, data, states, notices, texts }: MarkingDeps) {
  let takeBack: (() => void) | null = null
  /** What was scrolled past since the notice `told` appeared, or has not been told yet: one notice and one undo for all of it. */
  let passage: { readonly told: Notice | null; readonly articles: number; readonly undo: () => void } | null = null

  function complain(error: unknown): void {
    notices.complain(problemWords(texts.peek(), problemOf(error)))
  }
  function recount(): void {
    for (const path of COUNTED) data.invalidate(path)
  }
  /** Marks, shows what was done, and offers to undo exactly that. */
  function mark(
    shown: readonly Article[],
    request: () => Promise<{ articles: number; undo: string }>,
    tell: (articles: number, undo: () => void) => void,
  ): void {
    const unread = shown.filter((article) => !states.of(article).peek().read)
    const rollBack = states.change(
      unread.map(({ id }) => id),
      { read: true },
    )
    request().then(
      ({ articles, undo }) => {
        const undoThis = () => {
          rollBack()
          call('POST', '/articles/undo-mark', { undo }).then(recount, complain)
        }
        if (articles > 0) tell(articles, undoThis)
        recount()
      },
      (error: unknown) => {
        rollBack()
        complain(error)
      },
    )
  }
  /** Tells what was done; `undo` takes it back once, from the notice or by its key. */
  function tellMarked(articles: number, undo: () => void): void {
    const own = () => {
      if (takeBack === own) takeBack = null
      notices.dismiss()
      undo()
    }
    takeBack = own
    notices.tell(texts.peek().notices.marked(articles), own)
  }
  /** What was only scrolled past waits while the reader is told of something they did, and is told with what is passed next. */
  function tellPassed(articles: number, undo: () => void): void {
    const showing = notices.current.peek()
    const before = passage !== null && (passage.told === null || passage.told === showing) ? passage : null
    const all = () => {
      undo()
      before?.undo()
    }
    const total = articles + (before?.articles ?? 0)
    const isTold = showing === null || showing === passage?.told
    if (isTold) tellMarked(total, all)
    passage = { told: isTold ? notices.current.peek() : null, articles: total, undo: all }
  }
  const markIds = (articles: readonly Article[], tell: typeof tellMarked) =>
    mark(
      articles,
      () =>
        send<typeof markArticlesRead>(call, 'POST', '/articles/mark-read', {
          ids: articles.slice(0, 1_000).map(({ id }) => id),
        }),
      tell,
    )
  return { complain, mark, markIds, tellMarked, tellPassed, undo: () => takeBack?.() }
}
