import fc from 'fast-check'
import { expect, test } from 'vitest'
import { names, nameWords } from './names.ts'

test.each([
  ['a capital behind a small letter or a comma', 'rain over Łódź, Paris. Snow', ['Łódź', 'Paris']],
  ['a quoted one', 'they call it “Storm', ['Storm']],
  ['all of a name with hyphens and apostrophes', "said O’Neil of Saint-Lô's", ['O’Neil', "Saint-Lô's"]],
  ['no single letter', 'plan B for A', []],
])('names finds %s', (_fact, text, expected) => expect(names(text)).toEqual(expected))

test('names are those that one regular expression finds', () => {
  const pattern = /(?<=[\p{Ll},»”"]\s[«“"]?)\p{Lu}[\p{L}\p{M}'’-]+/gu
  const unit = fc.constantFrom(...`abABÉж,»”"«“'’-.  \u3000\u0301漢𝐚𝐁🚢`, '\ud800', '\udc00')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
      expect(names(text)).toEqual(text.match(pattern) ?? [])
    }),
    { numRuns: 1000, seed: 6 },
  )
})

test('nameWords are folded', () => expect(nameWords('over Łódź and Łódź')).toEqual(new Set(['lodz'])))
