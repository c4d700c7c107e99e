import { expect, test } from 'vitest'
import { characterClass, LETTER, MARK, NUMBER, UNSPACED } from './character-classes.ts'
import { letterClasses, otherUnit, unspacedUnit, wordUnit } from './letter-classes.ts'
import { isRunToken } from './search-tokens.ts'
import { UNSPACED_SCRIPTS } from './unspaced-scripts.ts'
import { kindOfUnit, ODD, PLAIN } from './word-units.ts'

/** Every code point that is not half of a pair. */
const points = Array.from({ length: 0x110000 }, (_point, code) => code).filter((code) => code < 0xd800 || code > 0xdfff)

const isUnspaced = (code: number): boolean => (characterClass(String.fromCodePoint(code), 0) & UNSPACED) !== 0

const hex = (codes: readonly number[]): string[] => codes.slice(0, 20).map((code) => `U+${code.toString(16)}`)

test('the table of code units has the same classes as the table of characters', () => {
  const different = points.filter((code) => {
    if (code > 0xffff) return false
    const known = characterClass(String.fromCodePoint(code), 0)
    const inWord = (known & (LETTER | MARK | NUMBER)) !== 0
    const expected = isUnspaced(code) ? unspacedUnit : inWord ? wordUnit : otherUnit
    return letterClasses()[code] !== expected
  })
  expect(hex(different)).toEqual([])
})

test('beyond the first plane, Han is unspaced by both of its code units', () => {
  // The list that both tables are made of: asking the table of characters for a million of them takes seconds.
  const unspaced = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u')
  const different = points.filter((code) => {
    if (code < 0x20000 || !unspaced.test(String.fromCodePoint(code))) return false
    const text = String.fromCodePoint(code)
    return !isUnspaced(code) || [0, 1].some((at) => letterClasses()[text.charCodeAt(at)] !== unspacedUnit)
  })
  expect(hex(different)).toEqual([])
})

test('the kinds of code units and the search tokens follow the same table', () => {
  const different = points.filter((code) => {
    if (code > 0xffff || !isUnspaced(code)) return false
    return (kindOfUnit(code) & ODD) === 0 || (kindOfUnit(code) & PLAIN) !== 0 || !isRunToken(String.fromCharCode(code))
  })
  expect(hex(different)).toEqual([])
})
