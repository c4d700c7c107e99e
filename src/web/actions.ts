import type { changeState, markArticlesRead } from '../http/contract/articles.ts'
import type { markStoryRead } from '../http/contract/stories.ts'
import { send } from './api.ts'
import type { Article, ReadState } from './api-types.ts'
import type { Item } from './items.ts'
import { createMarking, type MarkingDeps } from './marking.ts'

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
  /** An item of a list was opened: what it stands for is read with its article. */
  readonly readWith: (item: Item) => void
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

export interface ActionsDeps extends MarkingDeps {
  readonly later: (work: () => void, ms: number) => void
}

/** How long articles that were scrolled past are gathered. */
const GATHERED_MS = 700

export function createActions({ later, ...deps }: ActionsDeps): Actions {
  const { call, states, notices } = deps
  const { complain, mark, markIds, tellMarked, tellPassed, undo } = createMarking(deps)
  const passedBy = new Map<number, Article>()

  function changeOne(article: Article, change: Partial<ReadState>, body: Readonly<Record<string, unknown>>): void {
    const rollBack = states.change([article.id], change)
    send<typeof changeState>(call, 'PATCH', `/articles/${article.id}/state`, body).catch((error: unknown) => {
      rollBack()
      complain(error)
    })
  }
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
    readWith: ({ article, articles, story }) => {
      const others = articles.filter(({ id }) => id !== article.id)
      // Nobody has to be told of what they did by opening it.
      const tellNobody = () => {}
      if (story !== null)
        mark(others, () => send<typeof markStoryRead>(call, 'POST', `/stories/${story}/mark-read`), tellNobody)
      else if (others.length > 0) markIds(others, tellNobody)
    },
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
    undo,
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
