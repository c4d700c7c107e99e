import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { KEYS } from './keys.ts'
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
