import fc from 'fast-check'
import { expect, test } from 'vitest'
import { volume } from '../../../../tests/support/volume.ts'
import { TITLE_POLICY } from '../../similar/policies.ts'
import { softIdf } from '../../similar/soft-idf.ts'
import { areSynonyms } from '../../similar/synonyms.ts'
import { epochZero } from '../epoch/epoch.ts'
import { policyOf } from '../policies.ts'
import { indexedFields } from '../print/decode-print.ts'
import { encodePrint } from '../print/encode-print.ts'
import { printOf } from '../print/print.ts'
import { titlePrintOf } from '../titles.ts'
import { createCandidateCounter } from './candidate-counter.ts'
import { titleIndex } from './layer-indexes.ts'
import { createTitleSketches } from './title-sketches.ts'

/** Words that are spelt alike, synonyms, numbers in several scripts, words of one, two and many letters. */
const WORD = fc.oneof(
  fc.constantFrom(
    ...'quake earthquake killed deaths strike strikes striker Zürich Zurich zurcher 12 2026 ١٢ ١٣ x xy yx gas sag'.split(
      ' ',
    ),
    ...'министр министра Straße strasse 12th 1.24.0 naïve naive 東京 東京都 \u{1F600}a'.split(' '),
    ...[30, 31, 32, 40].map((length) => 'ab'.repeat(length).slice(0, length)),
  ),
  fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 1, maxLength: 7 }),
)
const TITLE = fc.array(WORD, { maxLength: 8 }).map((words) => words.join(' '))
const [EPOCH, POLICY] = [epochZero(), { ...TITLE_POLICY, areSynonyms }]

function printWith(title: string, language: string | null) {
  return printOf({
    key: '0'.repeat(32),
    ...{ feed: 1, guid: 'a', url: null, urlKey: null, sourceName: null, publisher: null, language, title },
    ...{ text: 'A text.', published: 1, firstSeen: 0, wordCount: 2, contentHash: '0'.repeat(32) },
  })
}

test('no two titles are more alike than their sketches allow', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(TITLE, fc.constantFrom('en', 'de', null)), { minLength: 2, maxLength: 6 }),
      fc.boolean(),
      (titles, isStored) => {
        const prints = titles.map(([title, language]) => printWith(title, language))
        const sketches = createTitleSketches(EPOCH, TITLE_POLICY)
        for (const [slot, print] of [...prints.entries()].reverse())
          sketches.add(slot, isStored ? indexedFields(encodePrint(print)) : print)
        for (const one of prints) {
          sketches.begin(one)
          for (const [slot, other] of prints.entries()) {
            if (one.title.letters !== null && other.title.letters !== null) {
              expect(sketches.mostAlike(slot)).toBe(Number.POSITIVE_INFINITY)
              continue
            }
            const [x, y] = [one, other].map((print) => titlePrintOf(print, EPOCH, TITLE_POLICY.weightPower).weighed)
            const value = Math.max(softIdf(x!, y!, POLICY).value, softIdf(y!, x!, POLICY).value)
            const most = sketches.mostAlike(slot)
            expect(most).toBeGreaterThanOrEqual(value)
          }
        }
      },
    ),
    { seed: 43, numRuns: volume(300, 5_000) },
  )
})

const HEADLINES = [
  'Minister resigns after inquiry into harbour bridge contract',
  'Harbour bridge closed for a week while divers inspect second pier',
  'Inquiry into bridge contract hears of missing invoices',
  'Minister opens new harbour terminal for electric ferries',
  'Electric ferries cut the way to work by half an hour',
  'Second pier of the old bridge to be rebuilt by spring',
  'Missing divers found alive on island north of the harbour',
  'Minister denies knowing of invoices in bridge inquiry',
]

test('sketches tell most headlines apart that share a subject', () => {
  const prints = HEADLINES.map((title) => printWith(title, 'en'))
  const sketches = createTitleSketches(EPOCH, TITLE_POLICY)
  for (const [slot, print] of prints.entries()) sketches.add(slot, print)
  const alike = prints.flatMap((print, own) => {
    sketches.begin(print)
    return prints.flatMap((_, slot) => (slot !== own && sketches.mostAlike(slot) >= TITLE_POLICY.link ? [slot] : []))
  })
  expect(alike.length).toBeLessThanOrEqual(6)
})

test('a search for titles visits those alone that may be alike', () => {
  const index = titleIndex(policyOf('calibrated'), EPOCH, createCandidateCounter())!
  const prints = [...HEADLINES, HEADLINES[0]!].map((title) => printWith(title, 'en'))
  for (const [slot, print] of prints.entries()) index.add(slot, print)
  const visited: number[] = []
  index.each(
    prints[0]!,
    () => true,
    (slot) => visited.push(slot),
  )
  // Three words of seven are those of the last two.
  expect(visited).toEqual([8, 0, 7, 2])
})

test.each([
  ['letters', '東京で地震', 'ja'],
  ['more than two hundred words', Array.from({ length: 300 }, (_, at) => at.toString(36)).join(' '), 'en'],
])('nothing is known of titles of %s', (_, title, language) => {
  const print = printWith(title, language)
  const words = Array.from({ length: 300 }, (_, at) => `${at}`)
  const long = { ...print, title: { ...print.title, words, terms: new Uint32Array(300) } }
  const sketches = createTitleSketches(EPOCH, TITLE_POLICY)
  sketches.add(0, language === 'en' ? long : print)
  sketches.begin(printWith('A quake strikes', 'en'))
  expect(sketches.mostAlike(0)).toBe(Number.POSITIVE_INFINITY)
})
