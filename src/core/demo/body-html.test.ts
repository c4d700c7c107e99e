import { expect, test } from 'vitest'
import { bodyHtml, bodyText } from './body-html.ts'

test.each([
  ['paragraphs', 'One.\n\nTwo & three.', '<p>One.</p>\n<p>Two &amp; three.</p>', 'One.\n\nTwo & three.'],
  ['lists', 'Facts\n\n- a\n- b', '<p>Facts</p>\n<ul><li>a</li><li>b</li></ul>', 'Facts\n\na\nb'],
  ['links', 'See [it](https://a.example/x).', '<p>See <a href="https://a.example/x">it</a>.</p>', 'See it.'],
  ['lines', '▽甲\n▽乙', '<p>▽甲<br/>▽乙</p>', '▽甲\n▽乙'],
])('a body has %s', (_fact, body, html, text) => {
  expect(bodyHtml(body)).toBe(html)
  expect(bodyText(body)).toBe(text)
})
