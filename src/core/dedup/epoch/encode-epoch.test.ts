import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCounts, encodeCounts, epochOf } from './encode-epoch.ts'
import { epochZero } from './epoch.ts'

test('counts come out of their bytes as they went in, but for terms met once', () => {
  const frequencies = fc.dictionary(fc.nat(2 ** 31).map(String), fc.integer({ min: 1, max: 10_000 }))
  fc.assert(
    fc.property(fc.nat(1_000_000), frequencies, (documents, given) => {
      const all = new Map(Object.entries(given).map(([id, count]) => [Number(id), count]))
      const read = decodeCounts(encodeCounts({ documents, frequencies: all }))
      expect(read.documents).toBe(documents)
      expect(read.frequencies).toEqual(new Map([...all].filter(([, count]) => count > 1)))
    }),
    { seed: 7, numRuns: 100 },
  )
})

test('an epoch has the counts it is given and the shipped ones of other languages', () => {
  const counts = { documents: 5, frequencies: new Map([[3, 4]]) }
  const epoch = epochOf(2, new Map([['en', counts]]))
  expect([epoch.n, epoch.background.get('en')]).toEqual([2, counts])
  expect(epoch.background.get('zh')).toEqual(epochZero().background.get('zh'))
})
