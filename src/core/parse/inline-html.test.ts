import { describe, expect, test } from 'vitest'
import { inlineHtml } from './inline-html.ts'
import { innerScope, rootScope } from './namespaces.ts'

const scope = innerScope(rootScope('atom'), [['h', 'http://www.w3.org/1999/xhtml']], 'atom')
const base = 'https://a.example/b/'

describe('inlineHtml', () => {
  test.each([
    ['drops the wrapper div', '\n<div xmlns="http://www.w3.org/1999/xhtml"><p>x</p></div>\n', '<p>x</p>'],
    ['keeps a div that does not stand alone', '<div>x</div><p>y</p>', '<div>x</div><p>y</p>'],
    ['keeps inner divs', '<div><div>x</div></div>', '<div>x</div>'],
    ['drops the XHTML prefix', '<h:p>x<h:br/></h:p>', '<p>x<br></p>'],
    [
      'knows a prefix declared on the spot',
      '<q:p xmlns:q="http://www.w3.org/1999/xhtml">x<q:br/></q:p>',
      '<p>x<br></p>',
    ],
    ['gives empty elements an end', '<p><i/></p>', '<p><i></i></p>'],
    ['escapes CDATA', '<p><![CDATA[1<2 & 3]]></p>', '<p>1&lt;2 &amp; 3</p>'],
    ['keeps escaped markup escaped', '<p>&lt;b&gt;&eacute;</p>', '<p>&lt;b&gt;é</p>'],
    ['quotes attributes', `<a title='"x"' href="?a&amp;b">y</a>`, '<a title="&quot;x&quot;" href="?a&amp;b">y</a>'],
    ['leaves addresses to the base of the text', '<a href="c">x</a>', '<a href="c">x</a>'],
    [
      'resolves addresses under a nearer base',
      '<p xml:base="c/"><a href="d">x</a></p>',
      '<p><a href="https://a.example/b/c/d">x</a></p>',
    ],
    ['closes what is left open', '<p><b>x', '<p><b>x</b></p>'],
    ['closes what a later end tag passes over', '<p><b>x</p>y', '<p><b>x</b></p>y'],
    ['ignores an end without a beginning', 'x</b>y', 'xy'],
  ])('%s', (_fact, raw, expected) => expect(inlineHtml(raw, { scope, base })).toBe(expected))

  test('flattens what nests too deep', () => {
    expect(inlineHtml('<b>'.repeat(100_000), { scope, base }).length).toBeLessThan(1_000_000)
  })
})
