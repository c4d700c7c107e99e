import { describe, expect, test } from 'vitest'
import { fnv1a32 } from './hash.ts'
import { jaccardSorted } from './jaccard.ts'
import { bandKeys, candidateChance, estimateJaccard, minhash } from './minhash.ts'

/** A set of so many hashes, ascending; another name gives others. */
const setOf = (size: number, name: string) =>
  Uint32Array.from({ length: size }, (_, at) => fnv1a32(`${name} ${at}`)).sort()

describe('minhash', () => {
  test('estimates Jaccard within four standard errors', () => {
    const base = setOf(500, 'base')
    for (const share of [0.3, 0.5, 0.8]) {
      const shared = base.subarray(0, Math.floor(base.length * share))
      const other = Uint32Array.from([...shared, ...setOf(100, 'other')]).sort()
      const exact = jaccardSorted(base, other)
      const error = Math.sqrt((exact * (1 - exact)) / 128)
      expect(Math.abs(estimateJaccard(minhash(base), minhash(other)) - exact)).toBeLessThan(4 * error)
    }
  })

  test.each([
    ['16 bands of 8 miss four in ten at their own confirm level', 0.7, { bands: 16, rows: 8 }, 0.613],
    ['32 bands of 4 do not', 0.7, { bands: 32, rows: 4 }, 0.9998],
    ['but let a quarter of the unlike sets through', 0.3, { bands: 32, rows: 4 }, 0.229],
  ])('%s', (_fact, jaccard, shape, chance) => expect(candidateChance(jaccard, shape)).toBeCloseTo(chance, 3))

  test('equal signatures share every band, and a band is as long as its rows', () => {
    const keys = bandKeys(minhash(setOf(120, 'one')), { bands: 32, rows: 4 })
    expect(new Set(keys).size).toBe(32)
    expect(bandKeys(minhash(setOf(120, 'one')), { bands: 32, rows: 4 })).toEqual(keys)
  })
})
