import { describe, expect, test } from 'vitest'
import { urlKey } from './url-key.ts'

describe('urlKey', () => {
  test.each([
    ['ignores the scheme and www', 'http://www.a.example/x', 'a.example/x'],
    ['ignores mobile and AMP hosts', 'https://m.a.example/x', 'a.example/x'],
    ['ignores a mobile label after the language', 'https://en.m.wikipedia.org/wiki/X', 'en.wikipedia.org/wiki/X'],
    ['keeps a host that is only called m', 'https://m.example/x', 'm.example/x'],
    ['ignores an AMP path at the end', 'https://a.example/x/amp/', 'a.example/x'],
    ['ignores an AMP path at the start', 'https://a.example/amp/x', 'a.example/x'],
    ['ignores an AMP extension', 'https://a.example/x.amp.html', 'a.example/x.html'],
    ['ignores an AMP switch', 'https://a.example/x?amp=1&outputType=amp&id=2', 'a.example/x?id=2'],
    ['reads through the AMP cache', 'https://a-example.cdn.ampproject.org/c/s/a.example/x', 'a.example/x'],
    ['reads through the AMP viewer', 'https://www.google.com/amp/s/amp.a.example/x', 'a.example/x'],
    ['keeps words that begin with amp', 'https://a.example/ampere', 'a.example/ampere'],
    ['joins doubled slashes', 'https://a.example/x//y', 'a.example/x/y'],
    ['drops the slash of the root', 'https://a.example/', 'a.example'],
    ['keeps it before a query', 'https://a.example/?p=1', 'a.example/?p=1'],
    ['keeps an app route', 'https://a.example/#/x', 'a.example/#/x'],
    ['keeps a port', 'https://a.example:8443/x', 'a.example:8443/x'],
    ['drops a login', 'https://u:p@www.a.example/x', 'a.example/x'],
    ['writes an empty value one way', 'https://a.example/x?k', 'a.example/x?k='],
    ['is null off the web', 'tag:a.example,2026:1', null],
  ])('%s', (_fact, raw, expected) => expect(urlKey(raw)).toBe(expected))
})
