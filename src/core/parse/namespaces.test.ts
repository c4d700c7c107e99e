import { describe, expect, test } from 'vitest'
import { fieldName, innerScope, rootScope } from './namespaces.ts'

const scope = (own: 'rss' | 'atom', ...declarations: [string, string][]) =>
  innerScope(rootScope(own), declarations, own)

describe('fieldName', () => {
  test.each([
    ['names RSS elements bare', scope('rss'), 'pubDate', 'pubdate'],
    [
      'goes by the address, not the prefix',
      scope('rss', ['d', 'http://purl.org/dc/elements/1.1/']),
      'd:creator',
      'dc:creator',
    ],
    [
      'forgives case, scheme and last slash',
      scope('rss', ['i', 'https://www.itunes.com/DTDs/Podcast-1.0.dtd/']),
      'i:author',
      'itunes:author',
    ],
    ['knows usual prefixes nobody declared', scope('rss'), 'media:content', 'media:content'],
    [
      'does not know a prefix bound elsewhere',
      scope('rss', ['media', 'https://other.example/']),
      'media:content',
      '?:content',
    ],
    ['takes a default namespace', scope('rss', ['', 'http://www.w3.org/2005/Atom']), 'title', 'atom:title'],
    ['reads an emptied default as the format’s own', scope('atom', ['', '']), 'title', 'atom:title'],
    ['is not lured by names of objects', scope('rss'), 'constructor:__proto__', '?:__proto__'],
  ])('%s', (_fact, inner, tagName, expected) => expect(fieldName(inner, tagName)).toBe(expected))

  test('sees outer declarations through inner ones', () => {
    const inner = innerScope(
      scope('rss', ['d', 'http://purl.org/dc/elements/1.1/']),
      [['x', 'https://other.example/']],
      'rss',
    )
    expect(fieldName(inner, 'd:date')).toBe('dc:date')
  })
})
