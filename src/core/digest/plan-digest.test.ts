import { expect, test } from 'vitest'
import { aDigestInput, aWindowArticle } from '../../../tests/support/a-digest-input.ts'
import { buildDigest } from './build-digest.ts'
import { articlesToRead } from './plan-digest.ts'

const tabs = [{ id: 't', name: 'T', language: 'en', limit: 1, categories: [] }]
const articles = Array.from({ length: 40 }, (_, at) =>
  aWindowArticle(`k${at}`, {
    score: 90 - 2 * at,
    title: `Ship ${String.fromCharCode(97 + (at % 26))}${at} docks`,
    tab: at === 39 ? 't' : null,
    text: `Ship number ${at} docked at noon on Monday.`,
  }),
)

test('only the texts of what is summed up are read', () => {
  const keys = articlesToRead(aDigestInput(articles, { tabs }))
  expect(keys).toContain('k0')
  expect(keys).toContain('k39')
  expect(keys.length).toBeLessThanOrEqual(26)
})

test('a digest made from those texts alone is the same', () => {
  const input = aDigestInput(articles, { tabs })
  const read = new Set(articlesToRead(input))
  const spared = articles.map((article) => (read.has(article.key) ? article : { ...article, text: null }))
  expect(buildDigest({ ...input, articles: spared })).toEqual(buildDigest(input))
})
