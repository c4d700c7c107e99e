import { expect, test } from 'vitest'
import { markdownLink } from './markdown.ts'

test.each([
  ['a headline', 'Bridge closed', 'https://a.example/x', '[Bridge closed](<https://a.example/x>) (Post)'],
  [
    'marks of Markdown',
    'A [b](c) *d* `e`',
    'https://a.example/x',
    '[A \\[b\\](c) \\*d\\* \\`e\\`](<https://a.example/x>) (Post)',
  ],
  ['an address that would end early', 'A', 'https://a.example/x>y', '[A](<https://a.example/x%3Ey>) (Post)'],
  ['no address', 'A', null, 'A (Post)'],
])('markdownLink writes %s', (_fact, title, url, expected) => {
  expect(markdownLink({ title, url, sourceName: 'Post' })).toBe(expected)
})
