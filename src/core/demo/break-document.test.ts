import { expect, test } from 'vitest'
import { breakDocument } from './break-document.ts'

test.each([
  ['ampersand', '<title>R&amp;D</title>', '<title>R&D</title>'],
  ['control', '<title>甲</title><p>乙。丙</p>', '<title>\u000B甲</title><p>乙。\u0008丙</p>'],
  [
    'entity',
    '<title>甲 乙</title><copyright>(c) 2026 丙</copyright>',
    '<title>甲&nbsp;乙</title><copyright>&copy; 2026 &house; 丙</copyright>',
  ],
  ['truncated', '<item><description>abcdefghijk</description></item>', '<item><description>abcdefgh'],
] as const)('breakDocument by %s', (how, whole, broken) => expect(breakDocument(whole, how)).toBe(broken))

test('a document without entries is not cut', () => expect(breakDocument('<rss/>', 'truncated')).toBe('<rss/>'))
