import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeTitle } from './title.ts'

test.each([
  ['takes the agency off', 'Ministers agree budget - Reuters', 'Ministers agree budget'],
  ['takes a paper off behind a bar', '台積電大漲｜聯合新聞網', '台積電大漲'],
  ['keeps a dash that belongs to the headline', 'Rates will rise - traders', 'Rates will rise - traders'],
  ["takes a file's extension off", 'Sky-Surfing.wmv Sky-Surfing.wmv', 'Sky-Surfing Sky-Surfing'],
  ['keeps a word that a full stop ends', 'It is over.Movies resume', 'It is over.Movies resume'],
  [
    'knows the source it came from',
    'Ministers agree budget – The Daily Planet Online',
    'Ministers agree budget',
    'Daily Planet Online',
  ],
  ['takes an alarm off', 'BREAKING: Ministers agree budget', 'Ministers agree budget'],
  ['takes several off', 'UPDATE 2-WATCH: Ministers agree budget', 'Ministers agree budget'],
  ['takes a bracketed alarm off', '【速報】東京で地震', '東京で地震'],
  ['takes a bare alarm of two characters off', '快訊 台積電大漲', '台積電大漲'],
  ['keeps a title that is nothing but an alarm', 'Live:', 'Live:'],
  ['takes cut-off dots away', 'Ministers agree the bud ...', 'Ministers agree the bud'],
  ['keeps a version behind a bar', 'Release notes | v1.24', 'Release notes | v1.24'],
])('normalizeTitle %s', (_fact, title, expected, source?: string) => {
  expect(normalizeTitle(title, source ?? null)).toBe(expected)
})

test('normalizeTitle never makes a title empty', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (title) => {
      if (/[\p{L}\p{N}]/u.test(title)) expect(normalizeTitle(title)).toMatch(/[\p{L}\p{N}]/u)
    }),
    { numRuns: 300, seed: 6 },
  )
})
