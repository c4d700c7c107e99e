import { expect, test } from 'vitest'
import { fnv1a32 } from './hash.ts'
import { commonTerms, eachCommonTerm } from './word-frequencies.ts'
import { WORD_FREQUENCIES } from './word-frequencies-data.ts'

test.each(WORD_FREQUENCIES)('all terms of the language %s are visited with their shares', (language, groups) => {
  const expected = groups.split('|').flatMap((group) => {
    const [count, ...terms] = group.split(' ')
    return terms.map((term) => [fnv1a32(term), Number(count) / 10_000])
  })
  const visited: number[][] = []
  eachCommonTerm(language, (id, share) => visited.push([id, share]))
  expect(visited).toEqual(expected)
  expect(commonTerms(language)).toEqual(new Map(expected as [number, number][]))
})

test('a language that was not counted has no common terms', () => {
  expect(commonTerms('tlh').size).toBe(0)
})
