import type { ReadonlySignal } from '@preact/signals'
import type { changeState, markArticlesRead } from '../http/contract/articles.ts'
import type { markStoryRead } from '../http/contract/stories.ts'
import { type CallApi, send } from './api.ts'
import { type Article, problemOf, type ReadState } from './api-types.ts'
import type { DataCache } from './data-cache.ts'
import type { Notice, Notices } from './notices.ts'
import type { ReadStates } from './read-states.ts'
import type { Texts } from './texts/texts.ts'

/** What names a list of articles when all of it is marked as read. */
export interface ListToMark {
  readonly list: Readonly<Record<string, string | number | boolean>>
  readonly upTo: string
}

/** What a reader does. Each shows at once, and is taken back with a word if the server refuses. */
export interface Actions {
  readonly setRead: (article: Article, read: boolean) => void
  readonly setSaved: (article: Article, saved: boolean) => void
  readonly vote: (article: Article, vote: ReadState['vote']) => void
  /** The text was opened: it is read, and interests are learned from it. */
  readonly open: (article: Article) => void
  /** Articles that were scrolled past, and the stories they stand for. Gathered, so that scrolling sends few requests. */
  readonly passed: (articles: readonly Article[]) => void
  readonly readStory: (story: string, articles: readonly Article[]) => void
  readonly markRead: (articles: readonly Article[]) => void
  readonly markList: (list: ListToMark, shown: readonly Article[]) => void
  /** Takes the last marking back. */
  readonly undo: () => void
  /** Runs any change that is not about read state: what it throws is told. */
  readonly attempt: <T>(work: () => Promise<T>, done?: string) => Promise<T | null>
}

export interface ActionsDeps {
  readonly call: CallApi
  readonly data: DataCache
  readonly states: ReadStates
  readonly notices: Notices
  readonly texts: ReadonlySignal<Texts>
  readonly later: (work: () => void, ms: number) => void
}

/** How long articles that were scrolled past are gathered. */
const GATHERED_MS = 700
/** Lists whose counts depend on what is read. */
const COUNTED = ['/tabs', '/subscriptions', '/feeds']

export function createActions({ call, data, states, notices, texts, later }: ActionsDeps): Actions {
  let takeBack: (() => void) | null = null
  /** What was scrolled past since the notice on the screen appeared: one notice and one undo for all of it. */
  let passage: { readonly notice: Notice | null; readonly articles: number; readonly undo: () => void } | null = null
  const passedBy = new Map<number, Article>()

  function complain(error: unknown): void {
    const { code, detail } = problemOf(error)
    notices.complain(texts.peek().problems.of(code, detail || String(error)))
  }
  function changeOne(article: Article, change: Partial<ReadState>, body: Readonly<Record<string, unknown>>): void {
    const rollBack = states.change([article.id], change)
    send<typeof changeState>(call, 'PATCH', `/articles/${article.id}/state`, body).catch((error: unknown) => {
      rollBack()
      complain(error)
    })
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
  function tellPassed(articles: number, undo: () => void): void {
    const before = passage !== null && passage.notice === notices.current.peek() ? passage : null
    const all = () => {
      undo()
      before?.undo()
    }
    const total = articles + (before?.articles ?? 0)
    tellMarked(total, all)
    passage = { notice: notices.current.peek(), articles: total, undo: all }
  }
  const recount = () => {
    for (const path of COUNTED) data.invalidate(path)
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

  function sendPassed(): void {
    const articles = [...passedBy.values()].filter((article) => !states.of(article).peek().read)
    passedBy.clear()
    if (articles.length > 0) markIds(articles, tellPassed)
  }
  return {
    setRead: (article, read) => changeOne(article, { read }, { read }),
    setSaved: (article, saved) => changeOne(article, { saved }, { saved }),
    vote: (article, vote) => changeOne(article, { vote }, { vote }),
    open: (article) => changeOne(article, { read: true }, { opened: true }),
    passed: (articles) => {
      if (passedBy.size === 0) later(sendPassed, GATHERED_MS)
      for (const article of articles) passedBy.set(article.id, article)
    },
    readStory: (story, articles) =>
      mark(articles, () => send<typeof markStoryRead>(call, 'POST', `/stories/${story}/mark-read`), tellMarked),
    markRead: (articles) => {
      if (articles.length > 0) markIds(articles, tellMarked)
    },
    markList: (list, shown) =>
      mark(shown, () => send<typeof markArticlesRead>(call, 'POST', '/articles/mark-read', list), tellMarked),
    undo: () => takeBack?.(),
    attempt: async (work, done) => {
      try {
        const result = await work()
        if (done !== undefined) notices.tell(done)
        return result
      } catch (error) {
        complain(error)
        return null
      }
    },
  }
}
