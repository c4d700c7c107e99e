import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileTexts } from '../../../../tests/support/a-digest.ts'
import { mdLink, mdText } from './markdown-text.ts'

describe('mdText', () => {
  test.each([
    ['leaves prose as it is', 'Prices (U.S.) rose 3.5%, "again"!', 'Prices (U.S.) rose 3.5%, "again"!'],
    ['disarms signs', '*a* _b_ [c](d) `e` <f>', '\\*a\\* \\_b\\_ \\[c\\](d) \\`e\\` &lt;f&gt;'],
    ['disarms what opens a line', '- a', '\\- a'],
    ['disarms a number with a point', '1. a', '1\\. a'],
    ['leaves a number without one', '2026 ends', '2026 ends'],
    ['shows a reference as it was written', '&lt;b&gt; AT&T', '&amp;lt;b&amp;gt; AT&T'],
  ])('%s', (_fact, text, expected) => expect(mdText(text)).toBe(expected))

  test('leaves no sign that could begin or end anything', () => {
    const bits = fc.oneof(
      fc.constantFrom(...hostileTexts),
      fc.string({ unit: fc.constantFrom(...'\\`*_[]()<>#+-.!|~$&;=: 1a\n\r\t') }),
    )
    fc.assert(
      fc.property(bits, (text) => {
        const written = mdText(text)
        const bare = written.replace(/\\[\\`*_[\]|~$^#.)+\-=:!]/g, '').replace(/&(lt|gt|amp);/g, '')
        expect(bare).not.toMatch(/[\\`*_[\]<>|~$^#\n\r\t]|&#?\w+;/)
        expect(written).not.toMatch(/^\s|^[-+=]|^\d{1,9}[.)]/)
      }),
      { seed: 9, numRuns: 500 },
    )
  })
})

describe('mdLink', () => {
  test.each([
    ['links a page', 'https://a.example/x', '[a](https://a.example/x)'],
    ['writes the bare words for a script', 'javascript:x', 'a'],
    ['keeps the link whole', 'https://a.example/a)b <c>', '[a](https://a.example/a%29b%20%3Cc%3E)'],
    ['keeps what looks like a reference', 'https://a.example/?a=1&copy;=2', '[a](https://a.example/?a=1&amp;copy;=2)'],
  ])('%s', (_fact, url, expected) => expect(mdLink('a', url)).toBe(expected))
})
