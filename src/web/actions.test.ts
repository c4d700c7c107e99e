import { computed } from '@preact/signals'
import { expect, test } from 'vitest'
import { createActions } from './actions.ts'
import { ApiProblem, type Article } from './api-types.ts'
import { createDataCache } from './data-cache.ts'
import { createNotices } from './notices.ts'
import { createReadStates } from './read-states.ts'
import { en } from './texts/en.ts'

const UNREAD = { read: false, saved: false, vote: 0 } as const
const anArticle = (id: number) => ({ id, state: UNREAD }) as unknown as Article
const settled = () => new Promise((resolve) => setTimeout(resolve))

function aPage(answer: (method: string, path: string, body: unknown) => unknown) {
  const sent: [string, string, unknown][] = []
  const call = async (method: string, path: string, body?: unknown) => {
    sent.push([method, path, body])
    return answer(method, path, body)
  }
  const states = createReadStates()
  const notices = createNotices()
  const waiting: (() => void)[] = []
  const actions = createActions({
    call,
    data: createDataCache(call, true),
    states,
    notices,
    texts: computed(() => en),
    later: (work) => void waiting.push(work),
  })
  const articles = [1, 2, 3].map(anArticle)
  for (const article of articles) states.of(article)
  const isRead = () => articles.map((article) => states.of(article).value.read)
  return { sent, states, notices, actions, articles, isRead, waiting }
}

const refuse = () => {
  throw new ApiProblem({ type: '', title: '', status: 403, code: 'not_allowed', detail: 'Not allowed.' })
}

test('a change shows before the server answers', () => {
  const { actions, articles, isRead } = aPage(() => new Promise(() => {}))
  actions.setRead(articles[0]!, true)
  expect(isRead()).toEqual([true, false, false])
})

test('a change that is refused is taken back with a word', async () => {
  const { actions, articles, states, notices } = aPage(refuse)
  actions.setSaved(articles[1]!, true)
  expect(states.of(articles[1]!).value.saved).toBe(true)
  await settled()
  expect(states.of(articles[1]!).value.saved).toBe(false)
  expect(notices.current.value).toMatchObject({ text: 'Only an administrator may do this.', isProblem: true })
  notices.dismiss()
})

test('an item that is opened is read with all that it stands for, and nobody is told', async () => {
  const { actions, articles, sent, isRead, notices } = aPage(() => ({ articles: 2, undo: 'u1' }))
  const [article] = articles
  actions.readWith({ article: article!, articles: [article!], story: null })
  expect(sent).toEqual([])
  actions.readWith({ article: article!, articles: articles.slice(0, 2), story: 's' })
  expect(isRead()).toEqual([false, true, false])
  actions.readWith({ article: article!, articles, story: null })
  await settled()
  expect(sent.map(([, path, body]) => [path, body])).toEqual([
    ['/stories/s/mark-read', undefined],
    ['/articles/mark-read', { ids: [2, 3] }],
  ])
  expect(isRead()).toEqual([false, true, true])
  expect(notices.current.value).toBeNull()
})

test('marking tells how many, and undo takes exactly these back', async () => {
  const { actions, articles, isRead, notices, sent } = aPage((_, path) =>
    path === '/articles/mark-read' ? { articles: 2, undo: 'u1' } : { articles: 2 },
  )
  actions.setRead(articles[0]!, true)
  actions.markRead(articles)
  await settled()
  expect(isRead()).toEqual([true, true, true])
  expect(notices.current.value?.text).toBe('2 articles marked as read.')
  actions.undo()
  expect(isRead()).toEqual([true, false, false])
  expect(sent.at(-1)).toEqual(['POST', '/articles/undo-mark', { undo: 'u1' }])
  actions.undo()
  expect(sent.filter(([, path]) => path === '/articles/undo-mark')).toHaveLength(1)
  notices.dismiss()
})

test('articles that were scrolled past are sent together, without those read meanwhile', async () => {
  const { actions, articles, sent, waiting, notices } = aPage(() => ({ articles: 2, undo: 'u' }))
  for (const article of articles) actions.passed([article])
  actions.setRead(articles[2]!, true)
  expect(waiting).toHaveLength(1)
  waiting[0]!()
  await settled()
  expect(sent.filter(([, path]) => path === '/articles/mark-read')).toEqual([
    ['POST', '/articles/mark-read', { ids: [1, 2] }],
  ])
  notices.dismiss()
})

test('what is scrolled past in several steps is told and taken back as one', async () => {
  let n = 0
  const { actions, articles, waiting, notices, isRead, sent } = aPage((_, path) =>
    path === '/articles/mark-read' ? { articles: 1, undo: `u${++n}` } : { articles: 1 },
  )
  for (const article of articles) {
    actions.passed([article])
    waiting.pop()!()
    await settled()
  }
  expect(notices.current.value?.text).toBe('3 articles marked as read.')
  actions.undo()
  expect(isRead()).toEqual([false, false, false])
  const undone = sent.filter(([, path]) => path === '/articles/undo-mark').map(([, , body]) => body)
  expect(undone).toEqual([{ undo: 'u3' }, { undo: 'u2' }, { undo: 'u1' }])
})

test('what is scrolled past does not displace what the reader did, and is told with what is passed next', async () => {
  let n = 0
  const { actions, articles, waiting, notices, isRead } = aPage((_, path) =>
    path === '/articles/mark-read' ? { articles: 1, undo: `u${++n}` } : { articles: 1 },
  )
  const pass = async (article: (typeof articles)[number]) => {
    actions.passed([article])
    waiting.pop()!()
    await settled()
  }
  notices.tell('Taken out. It stays out.')
  await pass(articles[0]!)
  await pass(articles[1]!)
  expect(notices.current.value?.text).toBe('Taken out. It stays out.')
  notices.dismiss()
  await pass(articles[2]!)
  expect(notices.current.value?.text).toBe('3 articles marked as read.')
  actions.undo()
  expect(isRead()).toEqual([false, false, false])
})
