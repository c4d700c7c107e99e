import { expect, test } from 'vitest'
import { CAPITAL, GAP, kindOfUnit, ODD, PLAIN, SPACE, unitsOf } from './word-units.ts'

test.each([
  ['a letter', 'a', PLAIN],
  ['a mark', '\u0301', PLAIN],
  ['a syllable of Hangul', '한', PLAIN],
  ['a capital', 'É', PLAIN | CAPITAL],
  ['a blank', '\u3000', GAP | SPACE],
  ['a full stop', '.', GAP],
  ['a figure', '7', ODD],
  ['a fraction', '½', ODD],
  ['an apostrophe', "'", ODD],
  ['a letter of a script without spaces', '漢', ODD],
  ['a Thai mark', '\u0e31', ODD],
  ['half a pair', '\ud840', ODD],
])('kindOfUnit knows %s', (_fact, character, expected) => expect(kindOfUnit(character.charCodeAt(0))).toBe(expected))

test('unitsOf puts a blank behind the last unit', () => {
  unitsOf('longer')
  expect([...unitsOf('a漢').slice(0, 3)]).toEqual(['a'.charCodeAt(0), '漢'.charCodeAt(0), 32])
})
