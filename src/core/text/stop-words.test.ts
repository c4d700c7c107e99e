import { expect, test } from 'vitest'
import { isStopBigram, isStopWord } from './stop-words.ts'

test('function words are told from subjects', () => {
  expect(['the', 'which', 'dont', 'said'].map((word) => isStopWord(word))).toEqual([true, true, true, true])
  expect(['budget', 'usa', 'first'].map((word) => isStopWord(word))).toEqual([false, false, false])
})

test('a word is a function word only in its language', () => {
  expect(isStopWord('die', 'de')).toBe(true)
  expect(isStopWord('die', 'en')).toBe(false)
  expect(isStopWord('которыи', null)).toBe(true)
})

test('a bigram of grammar alone says nothing', () => {
  expect(['した', '的是', 'です'].map(isStopBigram)).toEqual([true, true, true])
  expect(['地震', 'の東', '是我'].map(isStopBigram)).toEqual([false, false, false])
})
