import { expect, test } from 'vitest'
import { looksLikeHtml } from './looks-like-html.ts'

test.each([
  ['a tag', 'Big <b>news</b>', true],
  ['a tag with attributes', '<a href="x">y', true],
  ['a reference', 'Fish &amp; chips', true],
  ['a numeric reference', 'it&#8217;s', true],
  ['a type in angle brackets', 'List<String> in Java', false],
  ['a comparison', '2 < 3 and 5 > 4', false],
  ['a bare ampersand', 'AT&T & others', false],
  ['plain words', 'Harbour news', false],
])('looksLikeHtml of %s', (_fact, text, expected) => expect(looksLikeHtml(text)).toBe(expected))
