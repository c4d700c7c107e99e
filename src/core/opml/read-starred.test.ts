import { describe, expect, test } from 'vitest'
import { readStarred } from './read-starred.ts'

const item = (fields: object) => JSON.stringify({ items: [fields] })

describe('readStarred', () => {
  test('takes what an item says', () => {
    const text = item({
      title: 'A title',
      canonical: [{ href: 'https://ann:secret@a.example/1' }],
      alternate: [{ href: 'https://b.example/1' }],
      content: { content: '<p>Text</p>' },
      summary: { content: 'short' },
      author: 'Ann',
      published: 1_700_000_000,
      origin: { title: 'The Paper' },
    })
    expect(readStarred(text)).toEqual({
      items: [
        {
          url: 'https://a.example/1',
          title: 'A title',
          html: '<p>Text</p>',
          author: 'Ann',
          publishedAt: 1_700_000_000_000,
          origin: 'The Paper',
        },
      ],
      skipped: 0,
    })
  })

  test.each([
    ['no address', item({ title: 'x' })],
    ['an address that is not on the web', item({ canonical: [{ href: 'javascript:alert(1)' }] })],
    ['links that are none', item({ alternate: 'https://a.example' })],
    ['nothing', JSON.stringify({ items: [null] })],
  ])('skips an item with %s', (_, text) => {
    expect(readStarred(text)).toEqual({ items: [], skipped: 1 })
  })

  test('leaves out what is of another type', () => {
    const text = item({
      canonical: [{ href: 'https://a.example/1' }],
      title: 7,
      published: 'soon',
      summary: [],
      origin: 1,
    })
    expect(readStarred(text).items).toEqual([
      { url: 'https://a.example/1', title: null, html: null, author: null, publishedAt: null, origin: null },
    ])
  })

  test.each([
    ['no JSON', 'x', 'is not JSON'],
    ['no items', '{}', 'must be an object with a list "items"'],
    ['a list', '[]', 'must be an object with a list "items"'],
  ])('refuses %s', (_, text, words) => {
    expect(() => readStarred(text)).toThrow(words)
  })
})
