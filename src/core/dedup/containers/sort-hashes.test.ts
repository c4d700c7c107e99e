import fc from 'fast-check'
import { expect, test } from 'vitest'
import { volume } from '../../../../tests/support/volume.ts'
import { mix32 } from '../../similar/hash.ts'
import { sortHashes } from './sort-hashes.ts'

test('hashes come out in the order a plain sort gives, however many and however uneven they are', () => {
  const uneven = fc.uint32Array({ maxLength: 300 })
  const even = fc.nat({ max: 3000 }).map((size) => Uint32Array.from({ length: size }, (_, at) => mix32(at + size)))
  const small = fc.uint32Array({ max: 500, maxLength: 300 })
  fc.assert(
    fc.property(fc.oneof(uneven, even, small), (hashes) => {
      const sorted = hashes.slice()
      sortHashes(sorted)
      expect(sorted).toEqual(hashes.slice().sort())
    }),
    { numRuns: volume(40, 5_000), seed: 6 },
  )
})
