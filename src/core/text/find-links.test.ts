import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLinks } from './find-links.ts'

test('findLinks gives links in document order with what they say', () => {
  const html =
    '<base href="/b/"><link REL="Alternate feed" type="Text/XML; charset=x" title=" T " href=" a "><a href="b">one\n <b>two</b></a>'
  expect(findLinks(html)).toEqual({
    base: '/b/',
    links: [
      { element: 'link', href: 'a', rel: ['alternate', 'feed'], type: 'text/xml', title: 'T', text: null },
      { element: 'a', href: 'b', rel: [], type: null, title: null, text: 'one two' },
    ],
  })
})

test.each([
  ['an anchor that is never closed', '<a href="x">words', ['words']],
  ['an anchor inside an anchor', '<a href="x">one<a href="y">two</a></a>', ['one', 'two']],
  ['an anchor around a link element', '<a href="x">one<link href="y">two</a>', ['onetwo', null]],
  ['an anchor without an address', '<a name="x">one</a><a href="y">two</a>', ['two']],
  ['links in a comment', '<!-- <a href="x">one</a> -->', []],
  ['links in a script', '<script>"<a href=x>one</a>"</script>', []],
])('findLinks of %s', (_fact, html, texts) => expect(findLinks(html).links.map((link) => link.text)).toEqual(texts))

test('findLinks never fails', () => {
  const bits = fc.constantFrom(
    '<a href="',
    'x',
    '">',
    '</a>',
    '<link ',
    'href=y',
    '>',
    '<',
    '&',
    '<!--',
    '<base href=z>',
    '"',
    '\u0000',
  )
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 40 }), (parts) => {
      expect(Array.isArray(findLinks(parts.join('')).links)).toBe(true)
    }),
    { seed: 8, numRuns: 300 },
  )
})
