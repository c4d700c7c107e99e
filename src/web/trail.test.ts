import { signal } from '@preact/signals'
import { expect, test } from 'vitest'
import type { Article } from './api-types.ts'
import type { Items } from './items.ts'
import { placeOf } from './location.ts'
import { createReadStates } from './read-states.ts'
import { articleAt, followTrail } from './trail.ts'

const anArticle = (id: number, read: boolean) => ({ id, state: { read, saved: false, vote: 0 } }) as unknown as Article

test('within an article, the next one is the next of the list it was opened from', () => {
  const articles = [anArticle(1, false), anArticle(2, true), anArticle(3, false)]
  const elements = articles.map(() => ({ getBoundingClientRect: () => ({ top: 0 }) }) as HTMLElement)
  const items = {
    all: () => elements,
    of: (element: Element) => ({
      article: articles[elements.indexOf(element as HTMLElement)]!,
      articles: [],
      story: null,
    }),
  } as unknown as Items
  const place = signal(placeOf('/latest'))
  const opened: number[] = []
  const trail = followTrail(items, { place, go: () => {}, back: () => {} }, createReadStates(), ({ article }) =>
    opened.push(article.id),
  )
  place.value = placeOf('/articles/1')
  // Another article's neighbours on its own page are no list.
  elements.length = 0
  place.value = placeOf('/articles/2')
  place.value = placeOf('/articles/2?why=1')
  place.value = placeOf('/articles/9')
  expect(opened).toEqual([1, 2])
  expect(trail.beside(1, 1, false)).toBe(2)
  expect(trail.beside(1, 1, true)).toBe(3)
  expect(trail.beside(3, -1, true)).toBe(1)
  expect(trail.beside(3, 1, false)).toBeNull()
  expect(trail.beside(9, 1, false)).toBeNull()
})

test.each([
  ['/articles/17', 17],
  ['/articles/x', null],
  ['/articles/17/why', null],
  ['/', null],
])('%s shows article %s', (path, id) => expect(articleAt(path)).toBe(id))
