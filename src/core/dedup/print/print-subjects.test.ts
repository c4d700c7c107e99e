import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anArticle } from '../../../../tests/support/an-article.ts'
import { anyCharacter } from '../../../../tests/support/any-character.ts'
import { type Subject, subjectOf, subjectOfPrint } from '../../similar/subject.ts'
import { subjectAt } from '../../similar/subject-columns.ts'
import { decodeTerms } from './decode-print.ts'
import { encodePrint } from './encode-print.ts'
import { printOf } from './print.ts'
import { countedSubject, createSubjects } from './print-subjects.ts'

/** News in several scripts, with what is read in a special way: numbers, elisions, addresses, publishers, two forms of one word. */
const PIECES = [
  'Flood',
  'floods',
  'Rivers',
  'river',
  'U.S.',
  'US',
  'us',
  '3 million',
  'three million',
  'third',
  '2.50',
  "l'eau",
  "d'eau",
  'https://a.example/x',
  'Überschwemmung',
  '洪水淹沒',
  '台風が',
  'カタカナ',
  'наводнение',
  'Ã¼ber',
  'ha’s',
  '- A Source',
  '｜聯合新聞網',
  'Breaking:',
  '.',
  '\n',
]

const anyText = (maxLength: number) =>
  fc
    .array(fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...PIECES) }, anyCharacter), { maxLength })
    .map((pieces) => pieces.join(' '))

const anyArticle = fc
  .record({
    title: anyText(14),
    text: fc.option(fc.oneof(anyText(40), anyText(260))),
    language: fc.constantFrom(null, 'en', 'de-DE', 'fr', 'zh-TW', 'ja', 'ru'),
    sourceName: fc.constantFrom('A Source', ''),
  })
  .map((given) => anArticle({ url: 'https://a.example/1', ...given }))

const bytesOf = (article: ReturnType<typeof anArticle>): Uint8Array => encodePrint(printOf(article))

const plain = ({ ids, counts }: Subject) => ({ ids: [...ids], counts: [...counts] })

describe('what a print says an article is about', () => {
  test('is what its text says, however often its headline repeats a term', () => {
    let told = 0
    fc.assert(
      fc.property(anyArticle, (article) => {
        const found = countedSubject(bytesOf(article), article.title)
        if (found === null) return
        told++
        expect(plain(found)).toEqual(plain(subjectOf(article)))
      }),
      { numRuns: 300 },
    )
    expect(told).toBeGreaterThan(250)
  })

  test('is the same in columns', () => {
    fc.assert(
      fc.property(fc.array(anyArticle, { maxLength: 4 }), (articles) => {
        const subjects = createSubjects()
        const expected: Subject[] = []
        for (const article of articles) {
          const print = bytesOf(article)
          subjects.addPrint(print)
          subjects.add(subjectOf(article))
          expected.push(subjectOfPrint(decodeTerms(print)), subjectOf(article))
        }
        expect(subjects.size()).toBe(expected.length)
        const columns = subjects.columns()
        expect(expected.map((_, at) => plain(subjectAt(columns, at)))).toEqual(expected.map(plain))
      }),
    )
  })

  test('is not told where the print has a part of the headline, or a count at its bound', () => {
    const long = anArticle({ url: 'https://a.example/1', title: 'river '.repeat(80) })
    expect(countedSubject(bytesOf(long), long.title)).toBeNull()
    const often = anArticle({ url: 'https://a.example/1', title: 'flood '.repeat(66), text: 'flood '.repeat(200) })
    expect(countedSubject(bytesOf(often), often.title)).toBeNull()
  })
})
