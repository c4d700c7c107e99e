import { describe, expect, test } from 'vitest'
import { feedUrl } from './feed-url.ts'

describe('feedUrl', () => {
  test.each([
    ['supplies https', 'a.example/feed', 'https://a.example/feed'],
    ['supplies it to an international name as typed', 'bücher.example/feed', 'https://bücher.example/feed'],
    ['supplies it to a host with a port', 'localhost:3000/feed', 'https://localhost:3000/feed'],
    ['supplies it behind two slashes', '//a.example/feed', 'https://a.example/feed'],
    ['reads feed:', 'feed:https://a.example/x', 'https://a.example/x'],
    ['reads feed:// without another scheme', 'feed://a.example/x', 'https://a.example/x'],
    ['reads rss://', 'rss://a.example/x', 'https://a.example/x'],
    ['keeps http as asked for', 'feed:http://a.example/x', 'http://a.example/x'],
    ['mends a lost letter', 'htp://a.example/x', 'http://a.example/x'],
    ['mends a doubled letter', 'htttps://a.example/x', 'https://a.example/x'],
    ['mends a lost slash', 'https:/a.example/x', 'https://a.example/x'],
    ['mends a lost colon', 'https//a.example/x', 'https://a.example/x'],
    ['mends a doubled scheme', 'https://http://a.example/x', 'https://a.example/x'],
    ['mends backslashes', 'https:\\\\a.example\\x', 'https://a.example/x'],
    ['decodes entities', 'https://a.example/x?a=1&amp;b=2', 'https://a.example/x?a=1&b=2'],
    ['leaves a path alone', '/feed.xml', '/feed.xml'],
    ['leaves a word alone', 'news', 'news'],
    ['leaves other schemes alone', 'ftp://a.example/x', 'ftp://a.example/x'],
    ['leaves mail alone', 'mailto:desk@a.example', 'mailto:desk@a.example'],
    ['leaves a sentence alone', 'not an address', 'not an address'],
  ])('%s', (_fact, typed, expected) => expect(feedUrl(typed)).toBe(expected))
})
