import { expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'

test('a page is rendered once, and again after so many others', async () => {
  const rendered: string[] = []
  const cached = createPageCache(2)
  const get = (key: string) =>
    cached(key, async () => {
      rendered.push(key)
      return `page ${key}`
    })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await get(key)).toBe(`page ${key}`)
  expect(rendered).toEqual(['a', 'b', 'c', 'b'])
})
