import { effect } from '@preact/signals'
import { expect, test } from 'vitest'
import { ApiProblem } from './api-types.ts'
import { createDataCache } from './data-cache.ts'

const aServer = () => {
  const asked: string[] = []
  const answers: ((answer: unknown) => void)[] = []
  const call = (_: string, path: string) => {
    asked.push(path)
    return new Promise((resolve) => answers.push(resolve))
  }
  return { asked, answers, call }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('a path is asked for once, however many show it', async () => {
  const { asked, answers, call } = aServer()
  const cache = createDataCache(call, true)
  const shown = cache.get<string>('/a')
  cache.get('/a')
  await settled()
  cache.get('/a')
  expect(asked).toEqual(['/a'])
  answers[0]!('answer')
  await settled()
  expect(shown.value).toEqual({ data: 'answer', problem: null, isLoading: false })
})

test('what is shown stays while it is loaded again', async () => {
  const { answers, call } = aServer()
  const cache = createDataCache(call, true)
  cache.put('/a', { data: 'old', problem: null })
  const loading = cache.reload('/a')
  expect(cache.get('/a').value).toEqual({ data: 'old', problem: null, isLoading: true })
  answers[0]!('new')
  await loading
  expect(cache.get('/a').value.data).toBe('new')
})

test('a refusal is told, and what was there stays', async () => {
  const problem = { type: 'about:blank', title: 'Not now', status: 503, code: 'not_now', detail: 'Busy.' }
  const cache = createDataCache(async () => Promise.reject(new ApiProblem(problem)), true)
  cache.put('/a', { data: 'old', problem: null })
  await cache.reload('/a')
  expect(cache.get('/a').value).toEqual({ data: 'old', problem, isLoading: false })
})

test('a change shows at once and can be taken back', () => {
  const cache = createDataCache(async () => null, true)
  cache.put('/a', { data: { n: 1 }, problem: null })
  const takeBack = cache.change<{ n: number }>('/a', ({ n }) => ({ n: n + 1 }))
  expect(cache.get('/a').value.data).toEqual({ n: 2 })
  takeBack()
  expect(cache.get('/a').value.data).toEqual({ n: 1 })
})

test('of what became old only what is on the screen is asked for at once', async () => {
  const { asked, call } = aServer()
  const cache = createDataCache(call, true)
  cache.put('/a/shown', { data: 1, problem: null })
  cache.put('/a/hidden', { data: 1, problem: null })
  cache.put('/b', { data: 1, problem: null })
  const end = effect(() => void cache.get('/a/shown').value)
  cache.invalidate('/a')
  expect(asked).toEqual(['/a/shown'])
  cache.get('/a/hidden')
  await settled()
  expect(asked).toEqual(['/a/shown', '/a/hidden'])
  end()
})

test('on the server nothing is asked for', async () => {
  const { asked, call } = aServer()
  createDataCache(call, false).get('/a')
  await settled()
  expect(asked).toEqual([])
})
