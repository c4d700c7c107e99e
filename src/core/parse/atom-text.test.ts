import { describe, expect, test } from 'vitest'
import { atomText } from './atom-text.ts'
import { rootScope } from './namespaces.ts'

function read(attributes: Record<string, string>, text: string, markup: string | null = null) {
  return atomText({
    attributes: Object.entries(attributes).flat(),
    base: null,
    language: null,
    scope: rootScope('atom'),
    text: () => text,
    markup,
    markupAt: 0,
    onBadReference() {},
  })
}

describe('atomText', () => {
  test.each([
    ['is text unless it says otherwise', {}, 'a <b>', 'a <b>', 'text'],
    ['is HTML when it says so', { type: 'html' }, 'a <b>', 'a <b>', 'html'],
    ['knows the older name for HTML', { type: 'text/html', mode: 'escaped' }, '<p>a</p>', '<p>a</p>', 'html'],
    ['is text for other text types', { type: 'text/x-log' }, '<p>', '<p>', 'text'],
    ['judges escaped text by its looks', { mode: 'escaped' }, '<p>a</p>', '<p>a</p>', 'html'],
    ['unpacks base64 that is text', { mode: 'base64', type: 'text/plain' }, 'aGVsbG8=', 'hello', 'text'],
  ])('%s', (_fact, attributes, text, value, type) => expect(read(attributes, text)).toMatchObject({ value, type }))

  test('takes inline markup as HTML without its wrapper', () => {
    expect(read({ type: 'xhtml' }, 'a', '<div>a<br/></div>')).toMatchObject({ value: 'a<br>', type: 'html' })
  })

  test('undoes the extra escaping inside a wrapper', () => {
    expect(read({ type: 'html' }, '', '<div>&lt;p&gt;a&lt;/p&gt;</div>')).toMatchObject({ value: '<p>a</p>' })
  })

  test('has no text for a file', () => expect(read({ type: 'image/png' }, 'AAECAw==')).toBeNull())
  test('is null for nothing', () => expect(read({}, ' \n ')).toBeNull())
})
