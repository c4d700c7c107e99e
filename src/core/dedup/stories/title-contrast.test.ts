import { expect, test } from 'vitest'
import { epochZero, idfOf } from '../epoch/epoch.ts'
import { printOf } from '../print/print.ts'
import { areContrasted, type WeighedTitle } from './title-contrast.ts'

const idf = idfOf(epochZero(), 'en')

const titleOf = (title: string, at: number): WeighedTitle => ({
  title: printOf({
    key: String(at),
    feed: 1,
    guid: title,
    url: null,
    urlKey: null,
    sourceName: null,
    publisher: null,
    language: 'en',
    title,
    text: null,
    published: 0,
    firstSeen: 0,
    contentHash: title,
    wordCount: 0,
  }).title,
  idf,
})

const ENDINGS = ['files for bankruptcy', 'seeks court protection', 'owes millions', 'is insolvent', 'halts trading']
/** So many titles with a name, each with another ending. */
const group = (name: string, count: number): WeighedTitle[] =>
  Array.from({ length: count }, (_, at) => titleOf(`${name} ${ENDINGS[at % ENDINGS.length]} ${at}`, at))

test.each([
  ['two bankruptcies of one day', group('Sborelli', 8), group('Quoxcoin', 20), true],
  ['one name in both', group('Quoxcoin', 8), group('Quoxcoin exchange', 20), false],
  ['one name, spelt in two ways', group('Quoxcoin', 12), group('MtQuoxcoin', 12), false],
  ['a group without a name of its own', group('The company', 12), group('Quoxcoin', 12), false],
  ['few titles, whose words say little', group('Sborelli', 7), group('Quoxcoin', 20), false],
  [
    'a name that a third of the other titles have too',
    group('Sborelli', 12),
    [...group('Quoxcoin', 8), ...group('Quoxcoin after Sborelli', 4)],
    false,
  ],
  ['ordinary words', group('Minister', 12), group('Company', 12), false],
])('%s', (_name, a, b, expected) => {
  expect(areContrasted(a, b)).toBe(expected)
  expect(areContrasted(b, a)).toBe(expected)
})
