import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { KEYS, type KeyDeps } from './keys.ts'
import { en } from './texts/en.ts'

test('every key is there once and says what it does', () => {
  const keys = KEYS.map(({ keys: typed }) => typed)
  expect(new Set(keys).size).toBe(keys.length)
  for (const { says } of KEYS) expect(says(en)).toMatch(/\w/)
})

test('no key alone is the beginning of a pair', () => {
  const alone = KEYS.filter(({ keys }) => !keys.includes(' ')).map(({ keys }) => keys)
  const begun = KEYS.filter(({ keys }) => keys.includes(' ')).map(({ keys }) => keys.split(' ')[0])
  expect(alone.filter((key) => begun.includes(key))).toEqual([])
})

test('the guide names every key', () => {
  const guide = readFileSync(new URL('../../docs/guide/page.md', import.meta.url), 'utf8')
  const named = new Set([...guide.matchAll(/<kbd>(.)<\/kbd>/g)].map(([, key]) => key))
  expect(KEYS.flatMap(({ keys }) => keys.split(' ')).filter((key) => !named.has(key))).toEqual([])
})

test.each([
  ['at once', 0],
  ['on a busy machine, some frames later', 5],
])('the key of the search leads into its field, which appears %s', (_when, frames) => {
  let shownIn = frames
  const focus = vi.fn()
  const document = { querySelector: () => (shownIn > 0 ? null : { focus }) }
  const go = vi.fn()
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => {
    shownIn--
    work()
  })
  const search = KEYS.find(({ keys }) => keys === '/')!
  search.run({ document, page: { location: { go } } } as unknown as KeyDeps)
  vi.unstubAllGlobals()
  expect(go.mock.calls).toEqual(frames === 0 ? [] : [['/search']])
  expect(focus).toHaveBeenCalledTimes(1)
})
