import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeUrl } from './safe-url.ts'

describe('safeUrl', () => {
  test.each([
    ['keeps a page', 'https://a.example/x?b=1&c=%20#d', 'https://a.example/x?b=1&c=%20#d'],
    ['keeps a mail address', 'mailto:desk@a.example?subject=x', 'mailto:desk@a.example?subject=x'],
    ['keeps an address by number', 'http://[::1]:8/x', 'http://[::1]:8/x'],
    ['refuses a script, however spelt', ' \u0001JaVa\nscript:alert(1)', null],
    ['refuses data', 'data:text/html,x', null],
    ['refuses what is no address', 'not an address', null],
    ['refuses a relative one', '/x', null],
    ['encodes what would end a Markdown link', 'https://a.example/a)b](x', 'https://a.example/a%29b%5D%28x'],
    ['encodes quotes and angle brackets', `https://a.example/?"'<>`, 'https://a.example/?%22%27%3C%3E'],
    ['encodes other scripts', 'https://a.example/中', 'https://a.example/%E4%B8%AD'],
  ])('%s', (_fact, raw, expected) => expect(safeUrl(raw)).toBe(expected))

  test('gives only characters that end nothing, and gives them again', () => {
    const paths = fc.string({ unit: 'grapheme' }).map((path) => `https://a.example/${path}`)
    fc.assert(
      fc.property(paths, (raw) => {
        const url = safeUrl(raw)
        expect(url).toMatch(/^https:\/\/a\.example[\w\-.~:/?#@!$&*+,;=%]*$/)
        expect(safeUrl(url!)).toBe(url)
      }),
      { seed: 9, numRuns: 300 },
    )
  })
})
