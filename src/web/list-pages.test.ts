import { expect, test } from 'vitest'
import { createDataCache } from './data-cache.ts'
import { openedList } from './list-pages.ts'

interface Numbers {
  readonly items: readonly number[]
  readonly next: string | null
}

const TROUBLE = { type: 'about:blank', title: 'Trouble', status: 500, code: 'internal', detail: 'Something broke.' }

function held() {
  const asked: string[] = []
  const call = async (_method: string, path: string) => {
    asked.push(path)
    return { items: [3], next: null }
  }
  const page = { data: createDataCache(call, false), lists: new Map() }
  const open = () => openedList<Numbers>(page, '/numbers')
  return { asked, data: page.data, open }
}

test('the pages of a list are opened one after the other', () => {
  const { data, open } = held()
  data.put('/numbers', { data: { items: [1, 2], next: 'c' }, problem: null })
  open().more!()
  data.put('/numbers?cursor=c', { data: { items: [3], next: null }, problem: null })
  expect(open()).toMatchObject({ items: [1, 2, 3], more: null, isLoading: false })
})

test('a page that did not come is asked for again', async () => {
  const { asked, data, open } = held()
  data.put('/numbers', { data: { items: [1, 2], next: 'c' }, problem: null })
  open().more!()
  data.put('/numbers?cursor=c', { data: null, problem: TROUBLE })
  open().more!()
  await expect.poll(() => open().items).toEqual([1, 2, 3])
  expect(asked).toEqual(['/numbers?cursor=c'])
})

test('a list that is there stays at its end when it could not be loaded anew', () => {
  const { data, open } = held()
  data.put('/numbers', { data: { items: [1], next: null }, problem: TROUBLE })
  expect(open().more).toBeNull()
})
