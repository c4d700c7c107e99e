import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitText, textWidth } from './text-width.ts'

test.each([
  ['plain letters', 'Reuters', 7],
  ['Chinese', '中央通訊社', 10],
  ['Japanese kana and a full-width bar', '速報｜', 6],
  ['Korean', '한국', 4],
  ['an accent made of two characters', 'Cafe\u0301', 4],
])('textWidth of %s', (_fact, text, expected) => expect(textWidth(text)).toBe(expected))

test('fitText never splits a wide character', () => expect(fitText('地震速報', 6)).toBe('地震… '))

test('fitText always fills exactly the columns it was given', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '中', 'é', ' ', 'ア', '…') })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 40 }), (given, columns) => {
      expect(textWidth(fitText(given, columns))).toBe(columns)
    }),
    { seed: 2 },
  )
})
