import { expect, test } from 'vitest'
import { epoch0 } from './epoch0.ts'
import { countFrequencies, idfOf } from './idf.ts'
import { jaccard } from './jaccard.ts'

test('counting is by document, not by occurrence', () => {
  const counts = countFrequencies([['a', 'a', 'b'], ['a']])
  counts.add(['c'])
  expect([counts.documents, counts.frequency('a'), counts.frequency('b'), counts.frequency('z')]).toEqual([3, 2, 1, 0])
})

test('rare terms weigh more and none weighs nothing', () => {
  const idf = idfOf(countFrequencies([['a', 'b'], ['a']]))
  expect(idf('b')).toBeGreaterThan(idf('a'))
  expect(idf('a')).toBe(1)
})

test('epoch 0 knows common words of the languages it was counted in', () => {
  const idf = idfOf(epoch0('en-GB'))
  expect(idf('year')).toBeLessThan(idf('kumquat'))
  expect(epoch0(null, 'Слово').documents).toBe(epoch0('ru').documents)
  expect(epoch0('tlh').documents).toBe(0)
})

test('one entity is no event: overlap with the smaller side would call it one, Jaccard does not', () => {
  const [one, many] = [new Set(['trump']), new Set(['trump', 'senate', 'iran', 'kerry'])]
  expect([...one].every((entity) => many.has(entity))).toBe(true)
  expect(jaccard(one, many)).toBeLessThan(0.8)
})
