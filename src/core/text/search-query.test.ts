import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../tests/support/any-character.ts'
import { volume } from '../../../tests/support/volume.ts'
import { UserError } from '../domain/user-error.ts'
import { type SearchCondition, searchQuery, sinceInstant } from './search-query.ts'

const NOW = Date.UTC(2026, 10, 15, 12)
const read = (line: string, zone = 'Asia/Taipei') => searchQuery(line, { now: NOW, zone })
const shown = ({ field, term }: SearchCondition) =>
  `${field === 'any' ? '' : `${field}:`}${term.tokens.join('+')}${term.prefix ? '*' : ''}`
const clauses = (line: string) =>
  read(line).clauses.map(
    ({ wanted, or = [], ...first }) => `${wanted ? '' : '-'}${[first, ...or].map(shown).join('|')}`,
  )

test.each([
  ['words', 'Bank rate', ['bank', 'rate']],
  ['a phrase', '"Interest rate" bank', ['interest+rate', 'bank']],
  ['curly quotes', '“interest rate”', ['interest+rate']],
  ['an exclusion', 'rate -"interest rate"', ['rate', '-interest+rate']],
  ['a field', 'source:"BBC News" -author:smith', ['source:bbc+news', '-author:smith']],
  ['the start of a word', 'elect*', ['elect*']],
  ['alternatives', 'quake OR tsunami OR "tidal wave" japan', ['quake|tsunami|tidal+wave', 'japan']],
  ['alternatives in fields', 'title:quake OR source:usgs', ['title:quake|source:usgs']],
  ['the word or', 'one or two', ['one', 'or', 'two']],
  ['traditional and simplified Chinese alike', '台灣 臺灣 台湾', ['台湾', '台湾', '台湾']],
  ['Chinese as neighbouring pairs', '台積電', ['台积+积电']],
  ['two Chinese characters as one pair', '地震', ['地震']],
  ['one Chinese character as the start of a pair', '震', ['震*']],
  ['a phrase that goes on after a run', '"台積電 TSMC"', ['台积+积电+电+tsmc']],
  ['a number with its separators', '1.5', ['1+5']],
  ['an address', 'https://a.example', ['https+a+example']],
  ['signs as nothing', 'rate & !', ['rate']],
  ['a wide blank between', '地震　選挙', ['地震', '选挙']],
])('searchQuery reads %s', (_fact, line, expected) => expect(clauses(line)).toEqual(expected))

describe('filters', () => {
  test('tab and language', () => {
    expect(read('tab:zh_news lang:ZH x')).toMatchObject({ tab: 'zh_news', language: 'zh' })
  })
  test('a day begins where the reader is', () => {
    expect(read('after:2026-11-01 before:2026-11-02', 'Asia/Taipei')).toMatchObject({
      from: Date.UTC(2026, 9, 31, 16),
      to: Date.UTC(2026, 10, 1, 16),
    })
  })
  test('an instant, or a time ago', () => {
    expect(read('before:2026-11-01T00:00:00Z after:7d')).toMatchObject({
      to: Date.UTC(2026, 10, 1),
      from: NOW - 7 * 86_400_000,
    })
    expect(sinceInstant('--since', '24h', { now: NOW, zone: 'UTC' })).toBe(NOW - 86_400_000)
  })
  test('are enough without a word', () => expect(read('tab:en_news').clauses).toEqual([]))
})

test.each([
  ['no word', '  ', 'search: name at least one word to look for'],
  ['only signs', '& !', 'search: name at least one word to look for'],
  ['an alternative to nothing', 'rate OR', 'search: OR stands between two words to look for'],
  ['nothing before an alternative', 'OR rate', 'search: OR stands between two words to look for'],
  ['an exclusion as an alternative', 'rate OR -bank', 'search: OR stands between two words to look for'],
  ['a filter as an alternative', 'rate OR tab:en_news', 'search: OR stands between two words to look for'],
  ['an open quote', 'rate "interest', 'search: the quote before "interest" is not closed'],
  [
    'an unknown field',
    'sorce:bbc',
    'search: there is no field "sorce", only title, source, author, category, tab, lang, before, after; quote the word to look for it',
  ],
  ['a field without a value', 'rate source:', 'search: nothing stands behind "source:"'],
  ['a field with an empty value', 'tab:""', 'search: tab: needs a value'],
  ['a field with a sign', 'author:&', 'search: author: needs a word, got "&"'],
  [
    'a bad day',
    'before:tomorrow',
    'search: before: must be a day such as 2026-11-15, an instant or 24h, 7d, 2w ago, got "tomorrow"',
  ],
  [
    'a day that is none',
    'before:2026-02-30',
    'search: before: must be a day such as 2026-11-15, an instant or 24h, 7d, 2w ago, got "2026-02-30"',
  ],
  [
    'a filter turned round',
    '-tab:x y',
    'search: -tab: is not possible; only words and title, source, author, category are',
  ],
  ['too much', 'x'.repeat(1001), 'search: at most 1000 characters, got 1001'],
  ['too many', 'x '.repeat(33), 'search: at most 32 words and filters, got 33'],
])('searchQuery refuses %s in one line', (_fact, line, message) =>
  expect(() => read(line)).toThrow(
    expect.objectContaining({
      name: 'UserError',
      message,
      reason: expect.objectContaining({ code: expect.stringMatching(/^search/) }),
    }),
  ),
)

test('any line is either read or refused as a mistake of the user', () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 8 }),
    fc.constantFrom('"', '-', ':', '*', ' ', 'tab:', 'before:', '地', "'", '\\'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      try {
        for (const { term } of read(pieces.join('')).clauses) {
          expect(term.tokens.length).toBeGreaterThan(0)
          for (const token of term.tokens) expect(token).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
        }
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        expect(error.lines).toHaveLength(1)
      }
    }),
    { seed: 2, numRuns: volume(200, 20_000) },
  )
})
