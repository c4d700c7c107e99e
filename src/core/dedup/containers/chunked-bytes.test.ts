import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChunkedBytes } from './chunked-bytes.ts'

const values = fc.array(fc.tuple(fc.uint8Array({ maxLength: 400_000, size: 'medium' }), fc.nat({ max: 20 })))

test('gives every value back, aligned where that was asked for', () => {
  fc.assert(
    fc.property(values, fc.boolean(), (all, isAligned) => {
      const store = createChunkedBytes()
      const indexes = all.map(([value, alignedAt]) => store.push(value, isAligned ? alignedAt : undefined))
      for (const [i, index] of indexes.entries()) {
        const [value, alignedAt] = all[i]!
        expect(index).toBe(i)
        expect(Buffer.compare(store.at(index), value)).toBe(0)
        if (isAligned) expect((store.offsetOf(index) + alignedAt) % 4).toBe(0)
      }
      expect(store.size()).toBe(all.length)
    }),
    { numRuns: 50 },
  )
})

test('keeps a value larger than a chunk', () => {
  const store = createChunkedBytes()
  store.push(Uint8Array.of(1))
  const large = new Uint8Array(3_000_001).fill(7)
  expect(Buffer.compare(store.at(store.push(large, 5)), large)).toBe(0)
})

test.each([65_534, 65_535, 65_536])('keeps a value of %i bytes', (length) => {
  const store = createChunkedBytes()
  const index = store.push(new Uint8Array(length).fill(5))
  store.push(Uint8Array.of(1))
  expect(store.at(index)).toEqual(new Uint8Array(length).fill(5))
})

test('keeps values in large chunks behind many small ones, and counts what was written', () => {
  const store = createChunkedBytes('large')
  const value = new Uint8Array(700_000)
  for (let nth = 0; nth < 80; nth++) store.push(value.fill(nth))
  for (let nth = 0; nth < 80; nth++) expect(store.at(nth).every((byte) => byte === nth)).toBe(true)
  expect([store.chunkOf(7), store.chunkOf(8), store.chunkOf(55)]).toEqual([7, 8, 8])
  expect(store.bytes()).toBeLessThan((8 + 33) * 2 ** 20 + 30 * value.length)
})
