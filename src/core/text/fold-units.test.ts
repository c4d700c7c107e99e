import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldUnits, foldWhole } from './fold-units.ts'

test.each([
  ['takes accents off', 'élan über', 'elan uber'],
  ['spells out signs', 'straße 20℃…', 'strasse 20°c...'],
  ['leaves marks to the whole', 'e\u0301', null],
  ['leaves pairs to the whole', '\ud800', null],
])('foldUnits %s', (_fact, lower, expected) => expect(foldUnits(lower)).toBe(expected))

test('every unit that is folded by itself folds as it does between others', () => {
  for (let unit = 0; unit < 0x10000; unit++) {
    const character = String.fromCharCode(unit)
    const folded = foldUnits(character.toLowerCase())
    if (folded !== null && folded !== foldWhole(character)) expect([unit, folded]).toEqual([unit, foldWhole(character)])
  }
})

test('foldUnits gives what folding the whole gives, or nothing', () => {
  const unit = fc.constantFrom(...'aZé`´’ÅßŉſİжЙЁ漢がガ\u3099ーｶＡ１한ᄒ\u1161σΣ™ \u0308')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      expect([null, foldWhole(text)]).toContain(foldUnits(text.toLowerCase()))
    }),
    { numRuns: 500, seed: 8 },
  )
})
