import { describe, expect, test } from 'vitest'
import { rootKind, versionOf } from './feed-root.ts'

describe('versionOf', () => {
  test.each([
    ['rss', { version: '0.92' }, 'rss-0.92'],
    ['rss', { version: ' 2.0.1 ' }, 'rss-2.0'],
    ['rss', {}, 'rss'],
    ['rdf', { xmlns: 'http://my.netscape.com/rdf/simple/0.9/' }, 'rss-0.90'],
    ['rdf', { xmlns: 'http://purl.org/rss/1.0/' }, 'rss-1.0'],
    ['atom', { xmlns: 'http://www.w3.org/2005/Atom' }, 'atom-1.0'],
    ['atom', { xmlns: 'http://purl.org/atom/ns#', version: '0.3' }, 'atom-0.3'],
    ['atom', {}, 'atom'],
  ] as const)('of %s with %o is %s', (kind, attributes, expected) => {
    expect(versionOf(kind, Object.entries(attributes).flat())).toBe(expected)
  })
})

test.each([
  ['rss', 'rss'],
  ['rdf:rdf', 'rdf'],
  ['atom:feed', 'atom'],
  ['?:feed', 'atom'],
  ['channel', 'rss'],
  ['html', null],
  ['media:rss', null],
])('rootKind of %s is %s', (name, kind) => expect(rootKind(name)).toBe(kind))
