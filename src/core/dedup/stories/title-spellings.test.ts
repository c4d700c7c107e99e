import fc from 'fast-check'
import { expect, test } from 'vitest'
import { volume } from '../../../../tests/support/volume.ts'
import { TITLE_POLICY } from '../../similar/policies.ts'
import { softIdf } from '../../similar/soft-idf.ts'
import { areSynonyms } from '../../similar/synonyms.ts'
import { epochZero } from '../epoch/epoch.ts'
import { encodePrint } from '../print/encode-print.ts'
import { printOf } from '../print/print.ts'
import { titlePrintOf } from '../titles.ts'
import { createPackedPrints } from './packed-prints.ts'
import { createTitleSpellings } from './title-spellings.ts'

/** Words that are spelt alike, synonyms, numbers in several scripts, words of one, two and many letters. */
const WORD = fc.oneof(
  fc.constantFrom(
    ...'quake earthquake killed deaths strike strikes striker Zürich Zurich zurcher 12 2026 ١٢ ١٣ x xy yx gas sag'.split(
      ' ',
    ),
    ...'министр министра Straße strasse 12th 1.24.0 naïve naive 東京 東京都 \u{1F600}a'.split(' '),
  ),
  fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 1, maxLength: 7 }),
)
const TITLE = fc.array(WORD, { maxLength: 8 }).map((words) => words.join(' '))

test('no two titles are more alike than by lengths and letters of their words, and most are found to be less', () => {
  const { weightPower, same } = TITLE_POLICY
  const policy = { ...TITLE_POLICY, areSynonyms }
  let [told, missed] = [0, 0]
  fc.assert(
    fc.property(
      fc.array(TITLE, { minLength: 2, maxLength: 6 }),
      fc.constantFrom('en', 'de', null),
      (titles, language) => {
        const prints = titles.map((title, at) =>
          printOf({
            key: at.toString(16).padStart(32, '0'),
            ...{ feed: at, guid: 'a', url: null, urlKey: null, sourceName: null, publisher: null, language, title },
            ...{ text: 'A text.', published: at, firstSeen: 0, wordCount: 2, contentHash: '0'.repeat(32) },
          }),
        )
        const packed = createPackedPrints()
        for (const print of prints) packed.add(encodePrint(print))
        const spellings = createTitleSpellings(epochZero(), packed, TITLE_POLICY)
        for (const [a, one] of prints.entries()) {
          for (const [b, other] of prints.entries()) {
            const [x, y] = [one, other].map((print) => titlePrintOf(print, epochZero(), weightPower).weighed)
            const { value } = softIdf(x!, y!, policy)
            const most = spellings.mostAlike(a, b)
            expect(most).toBeGreaterThanOrEqual(value)
            if (value < same) {
              if (most < same) told++
              else missed++
            }
          }
        }
      },
    ),
    { seed: 43, numRuns: volume(300, 5_000) },
  )
  expect(told).toBeGreaterThan(10 * missed)
})
