import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jaroWinkler } from './jaro-winkler.ts'
import { jaroWinklerBound, letterBag } from './jaro-winkler-bound.ts'

test('no text is more alike than the bound says', () => {
  const text = fc.string({ unit: fc.constantFrom(...'abcdefgh 漢字ж'), maxLength: 40 })
  fc.assert(
    fc.property(text, text, (a, b) => jaroWinkler(a, b) <= jaroWinklerBound(letterBag(a), letterBag(b)) + 1e-12),
    { numRuns: 500, seed: 6 },
  )
})

test('most strangers are told without comparing', () => {
  const titles = [
    'ministers agree budget after long night',
    'volcano erupts on quiet southern island',
    'striker signs for rivals',
  ]
  const bags = titles.map(letterBag)
  expect(jaroWinklerBound(bags[0]!, bags[2]!)).toBeLessThan(0.9)
  expect(jaroWinklerBound(bags[1]!, bags[1]!)).toBe(1)
})
