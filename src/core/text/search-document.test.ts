import { expect, test } from 'vitest'
import { anArticle } from '../../../tests/support/an-article.ts'
import { searchDocument } from './search-document.ts'

test('an article can be found by title, text, names and categories', () => {
  const article = anArticle({ publisher: 'Wire', author: 'A. Writer', rssCategory: '綜合', categories: ['local'] })
  expect(searchDocument(article)).toEqual({
    title: ['harbour', 'bridge', 'reopens', 'after', 'repairs'],
    text: ['the', 'bridge', 'was', 'closed', 'for', 'a', 'week'],
    source: ['the', 'example', '·', 'wire'],
    author: ['a', 'writer'],
    category: ['综合', '合', '·', 'local'],
  })
})

test('an article is found by every name of its categories', () => {
  const found = (given: Parameters<typeof anArticle>[0]) => searchDocument(anArticle(given)).category
  expect(found({ categories: ['sports'] })).toEqual(expect.arrayContaining(['sports', 'sport']))
  expect(found({ rssCategory: 'Sport' })).toEqual(expect.arrayContaining(['sports', 'sport']))
  expect(found({ rssCategory: '國際' })).toEqual(expect.arrayContaining(['国际']))
})

test('a description counts unless it only repeats the text', () => {
  const text = 'The bridge was closed for a week.'
  const of = (description: string | null) => searchDocument(anArticle({ text, description })).text.length
  expect(of(null)).toBe(7)
  expect(of('The bridge was closed…')).toBe(7)
  expect(of('Divers looked')).toBe(10)
})

test('a text without end is indexed up to where both databases can count', () => {
  expect(searchDocument(anArticle({ text: 'word '.repeat(20_000) })).text).toHaveLength(10_000)
})
