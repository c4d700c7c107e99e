import { expect, test } from 'vitest'
import { epoch0 } from './epoch0.ts'
import { freezeEpoch, readEpoch } from './epochs.ts'
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

test('a frozen epoch does not follow the count, and reads back as it was written', () => {
  const counts = countFrequencies([
    ['a', 'b'],
    ['a', 'c'],
    ['a', 'c'],
  ])
  const frozen = freezeEpoch(counts, 3)
  counts.add(['a', 'b'])
  const read = readEpoch(frozen.text, frozen.documents, frozen.number)
  for (const epoch of [frozen, read]) {
    expect([epoch.number, epoch.documents, epoch.frequency('a'), epoch.frequency('b'), epoch.frequency('c')]).toEqual([
      3, 3, 3, 0, 2,
    ])
  }
  expect(counts.frequency('a')).toBe(4)
})

test('the order of counting leaves no trace in an epoch', () => {
  const one = freezeEpoch(countFrequencies([['x', 'y'], ['y', 'x'], ['z'], ['z']]), 1)
  const other = freezeEpoch(countFrequencies([['z'], ['y', 'x'], ['z'], ['x', 'y']]), 1)
  expect(one.text).toBe(other.text)
})
