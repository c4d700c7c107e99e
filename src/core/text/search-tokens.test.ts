import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../tests/support/any-character.ts'
import { searchTokens } from './search-tokens.ts'

const tokens = (text: string) => searchTokens(text).map((one) => one.token)

test.each([
  ['lower case without accents', 'Café Zürich', ['cafe', 'zurich']],
  ['a decomposed accent too', 'Cafe\u0301', ['cafe']],
  ['full width as narrow', 'ＡＩ １２', ['ai', '12']],
  ['Cyrillic as words', 'Москва, 2026', ['москва', '2026']],
  ['Chinese as pairs and the last character', '台積電', ['台积', '积电', '电']],
  ['Japanese as pairs, kana and length marks included', 'データ', ['デー', 'ータ', 'タ']],
  ['half-width kana as full', 'ｶﾞｽ', ['ガス', 'ス']],
  ['decomposed kana as one', 'か\u3099す', ['がす', 'す']],
  ['Korean as pairs', '대통령', ['대통', '통령', '령']],
  ['one character as itself', '米', ['米']],
  ['〆 as a character of a run', '〆切', ['〆切', '切']],
  ['Latin beside Han as two', 'AI晶片', ['ai', '晶片', '片']],
  ['Han beyond the first plane whole', '𠮷野', ['𠮷野', '野']],
  ['nothing of emoji and signs', '🌏 & – “”', []],
  ['nothing of half a pair', '\ud840 \udc00', []],
  ['parts of a number in a row', '1.5', ['1', '5']],
])('searchTokens gives %s', (_fact, text, expected) => expect(tokens(text)).toEqual(expected))

test('a token knows where it stands', () => {
  const text = '“Zürich” 台積電'
  expect(searchTokens(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Zürich', '台積', '積電', '電'])
})

test('an endless word is cut, and no more tokens are given than asked for', () => {
  expect(tokens('x'.repeat(5000))[0]).toHaveLength(64)
  expect(searchTokens('台積電地震選挙', 3)).toHaveLength(3)
})

test('tokens hold only letters, digits and marks, whatever the text, and stand in its order', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' }), (odd, real) => {
      const list = searchTokens(odd + real)
      for (const { token } of list) expect(token).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
      for (const [i, { start, end }] of list.entries()) {
        expect(start).toBeLessThan(end)
        if (i > 0) expect(start).toBeGreaterThanOrEqual(list[i - 1]!.start)
      }
    }),
    { seed: 1, numRuns: 300 },
  )
})
