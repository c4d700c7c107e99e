import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printOf } from '../dedup/print/print.ts'
import { subjectOf, subjectOfPrint } from './subject.ts'

const word = fc.constantFrom(
  'Harbour',
  'harbours',
  'the',
  '1,200',
  'Zürich',
  '渡輪票價',
  'フェリー',
  'said',
  'storm.',
  'U.S.',
)
const line = (most: number) => fc.array(word, { maxLength: most }).map((list) => list.join(' '))
// A print does not know how often its headline repeats a word.
const headline = fc
  .uniqueArray(word, { maxLength: 8 })
  .map((list) => list.filter((one) => one !== 'harbours').join(' '))

test('a print tells the subject of an article as its words do', () => {
  fc.assert(
    fc.property(
      headline,
      fc.option(
        fc.oneof(
          line(20),
          fc.array(word, { minLength: 195, maxLength: 230 }).map((list) => list.join(' ')),
        ),
      ),
      fc.constantFrom(null, 'en', 'de', 'zh', 'ja'),
      (title, text, language) => {
        const article = { title, text, language, sourceName: 'Harbour News' }
        const print = printOf({
          ...article,
          key: '00'.repeat(16),
          feed: 1,
          guid: 'g',
          url: null,
          urlKey: null,
          publisher: null,
          published: 0,
          firstSeen: 0,
          contentHash: '00'.repeat(16),
          wordCount: 0,
        })
        expect(subjectOfPrint(print.terms)).toEqual(subjectOf(article))
      },
    ),
    { numRuns: 60, seed: 5 },
  )
})
