import { describe, expect, test } from 'vitest'
import { tidyUrl } from './tidy-url.ts'

describe('tidyUrl', () => {
  test.each([
    ['lowers scheme and host', 'HTTPS://A.Example/X', 'https://a.example/X'],
    ['drops the default port', 'http://a.example:80?p=1', 'http://a.example/?p=1'],
    ['cuts stray markup', 'https://a.example/x/">more</a>', 'https://a.example/x'],
    ['cuts a placeholder', 'https://a.example/{user}', 'https://a.example'],
    ['unwraps CDATA', '<![CDATA[https://a.example/x]]>', 'https://a.example/x'],
    ['drops control characters', '\u0019https://a.example/x\u0006', 'https://a.example/x'],
    ['cuts a second address run into the first', 'https://a.example/xhttps://b.example/y', 'https://a.example/x'],
    [
      'keeps an address an archive carries',
      'https://web.archive.org/web/2013/https://b.example/y',
      'https://web.archive.org/web/2013/https://b.example/y',
    ],
    ['takes the second when the first has no host', 'https://g__https://a.example/x', 'https://a.example/x'],
    ['opens a sharing link', 'https://social.example/sharer.php?u=https://a.example/x', 'https://a.example/x'],
    ['drops a sign that parts nothing', 'https://a.example/x&', 'https://a.example/x'],
    ['joins doubled slashes', 'https://a.example//x//y', 'https://a.example/x/y'],
    ['resolves dot segments', 'https://a.example/x/../y', 'https://a.example/y'],
    ['drops tracking and sorts', 'https://a.example/x?b=1&utm_id=2&a=3', 'https://a.example/x?a=3&b=1'],
    ['keeps a fragment', 'https://a.example/x#part', 'https://a.example/x#part'],
    ['drops a tracking fragment', 'https://a.example/x#utm_source=n', 'https://a.example/x'],
    ['leaves what is no web address alone', 'mailto:a@b.example', 'mailto:a@b.example'],
  ])('%s', (_fact, raw, expected) => expect(tidyUrl(raw)).toBe(expected))
})
