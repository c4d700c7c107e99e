import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalNumbers, isNumber } from './numbers.ts'
import { words } from './words.ts'

const numbersOf = (text: string, language: string | null = null) =>
  canonicalNumbers(words(text), language).filter(isNumber)

describe('canonicalNumbers', () => {
  test.each([
    ['number words and ordinals', 'third 3rd three', ['3', '3', '3']],
    ['tens and units', 'twenty-five', ['25']],
    ['scales', '$2bn, two billion, 2,000m', ['2000000000', '2000000000', '2000000000']],
    ['a scale after a hyphen', '$250-M', ['250000000']],
    ['decimals before a scale', '5.6 billion', ['5600000000']],
    ['thousands separators', '1,495,709 and 10,000', ['1495709', '10000']],
    ['trailing zero groups of versions', '1.24 1.24.0 1.0.0', ['1.24', '1.24', '1']],
    ['but not zeros inside a group', '1.20 1.2', ['1.20', '1.2']],
    ['letters behind a version', '1.0.2k 1.0.2m', ['1.0.2k', '1.0.2m']],
    ['dozens', 'two dozen', ['24']],
    ['leading zeros', '03', ['3']],
    ['neighbours that only share a comma', '03,2013', ['3', '2013']],
    ['times', '10:05', ['10:05']],
    ['Chinese scales', '611亿元', ['61100000000']],
    ['Russian scales', '3 млн', ['3000000']],
    ['the figures of a script without spaces as part of its run', '๕ปี', ['๕ปี']],
  ])('reads %s', (_fact, text, expected) => expect(numbersOf(text)).toEqual(expected))

  test('reads a point as the thousands separator where the language does', () => {
    expect(numbersOf('10.000', 'de')).toEqual(['10000'])
    expect(numbersOf('10.000', 'en')).not.toEqual(['10000'])
  })

  test('leaves other words alone', () => expect(canonicalNumbers(['hundreds', 'march'])).toEqual(['hundreds', 'march']))

  test('reads its own output as itself', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10_000_000 }), (value) => {
        const written = value.toLocaleString('en-GB')
        expect(numbersOf(written)).toEqual([String(value)])
        expect(numbersOf(String(value))).toEqual([String(value)])
      }),
      { numRuns: 200, seed: 6 },
    )
  })
})
