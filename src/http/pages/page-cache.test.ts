import { expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'

test('a page is rendered again only when it would be made of something else', () => {
  const cache = createPageCache()
  let renders = 0
  const page = (name: string, boot: string) => cache.rendered(name, boot, () => `${boot} ${++renders}`)
  const first = page('1 /', 'a')
  expect(page('1 /', 'a')).toBe(first)
  // Another reader has a page of their own, even if it looks the same.
  expect(page('2 /', 'a')).not.toBe(first)
  const changed = page('1 /', 'b')
  expect([changed.html, changed.etag !== first.etag]).toEqual(['b 3', true])
  expect(page('1 /', 'a').html).toBe('a 4')
})

test('it does not grow', () => {
  const cache = createPageCache()
  let renders = 0
  const page = (name: string) => cache.rendered(name, '', () => String(++renders))
  page('kept')
  for (let n = 0; n < 100; n++) {
    page(String(n))
    page('kept')
  }
  expect(renders).toBe(101)
  page('0')
  expect(renders).toBe(102)
})
