import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TERM_FLAGS } from '../../domain/print.ts'
import { fnv1a32, mix32 } from '../../similar/hash.ts'
import { leadOf, terms } from '../../similar/terms.ts'
import { comparableText } from '../../text/comparable-text.ts'
import { nameWords } from '../../text/entities/names.ts'
import { normalizeTitle } from '../../text/title.ts'
import { isUnspaced, words } from '../../text/words.ts'
import { type PrintInput, printOf } from './print.ts'

const article = (title: string, text: string | null, language: string | null): PrintInput => ({
  key: '00'.repeat(16),
  feed: 1,
  guid: 'g1',
  url: 'https://a.example/1',
  urlKey: null,
  sourceName: 'The Herald',
  publisher: null,
  language,
  title,
  text,
  published: 1,
  firstSeen: 2,
  contentHash: '00'.repeat(16),
  wordCount: 3,
})

const word = fc.constantFrom(
  'Rain',
  'rains',
  'the',
  'U.S.',
  'US',
  "don't",
  '3rd',
  'two',
  'million',
  '漢字が',
  '大雨',
  'Łódź',
  'снег',
  '삼성전자',
  '🚢',
  '`a`',
)
const text = fc.array(word, { maxLength: 400 }).map((list) => list.join(' '))
const language = fc.constantFrom(null, 'en', 'de', 'ru', 'ja')
const ascending = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((a, b) => a - b)

test('the runs are those of five units in a row', () => {
  fc.assert(
    fc.property(text, (body) => {
      const units = words(leadOf(body, 1000)).flatMap((found) => (isUnspaced(found) ? [...found] : [found]))
      const runs = units
        .slice(4)
        .map((_, at) => units.slice(at, at + 5).reduce((run, unit) => mix32(Math.imul(run, 31) + fnv1a32(unit)), 0))
      expect([...(printOf(article('Rain', body, 'en')).body?.shingles ?? [])]).toEqual(ascending(runs))
    }),
    { numRuns: 60, seed: 11 },
  )
})

test('the terms are those of the title and the lead, counted', () => {
  fc.assert(
    fc.property(text, text, language, (title, body, tag) => {
      const print = printOf(article(title, body, tag)).terms
      const read = comparableText({ title, text: body, language: tag })
      const language = read.language
      const inTitle = terms(normalizeTitle(title, 'The Herald'), language)
      const inLead = terms(leadOf(body, 200), language)
      const count = (list: readonly string[], id: number) => list.filter((term) => fnv1a32(term) === id).length
      expect([...print.ids]).toEqual(ascending([...inTitle, ...inLead].map(fnv1a32)))
      print.ids.forEach((id, at) => {
        expect(print.counts[at]).toBe(Math.min(255, 3 * count(inTitle, id) + count(inLead, id)))
        expect((print.flags[at]! & TERM_FLAGS.inTitle) !== 0).toBe(count(inTitle, id) > 0)
      })
      expect(print.bodyTerms).toBe(inLead.length)
      const named = terms([...nameWords(leadOf(body, 200)), ...nameWords(title)].join(' '), language)
      const isNamed = (id: number) => language !== 'de' && count(named, id) > 0
      expect(Array.from(print.flags, (flags) => (flags & TERM_FLAGS.name) !== 0)).toEqual(
        Array.from(print.ids, isNamed),
      )
    }),
    { numRuns: 40, seed: 12 },
  )
})

test('a French word has one term with and without its elided article', () => {
  const { ids, flags } = printOf(article("L'eau monte", "Le prix d'un kilo", 'fr')).terms
  expect([...ids]).toEqual(ascending(['eau', 'monte', 'prix', 'kilo'].map(fnv1a32)))
  expect((flags[ids.indexOf(fnv1a32('eau'))]! & TERM_FLAGS.inTitle) !== 0).toBe(true)
})

test('an article without a text has no body', () => {
  expect(printOf(article('Rain', null, 'en')).body).toBeNull()
  expect(printOf(article('Rain', ' … ', 'en')).body).toBeNull()
})

test('a text in the title field is compared by its beginning', () => {
  const long = Array.from({ length: 8_000 }, (_, at) => `word${at}`).join(' ')
  expect(printOf(article(long, null, 'en')).title.words.length).toBeLessThan(100)
})
