import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyTable } from './key-table.ts'

/** Few keys, many of them alike, so that they meet in the table. */
const key = fc
  .tuple(fc.constantFrom('0', '7f', 'ff', 'a0b1'), fc.integer({ min: 0, max: 40 }))
  .map(([start, number]) => start + number.toString(16).padStart(32 - start.length, '0'))
const step = fc.record({ key, removes: fc.boolean() })

test('finds the keys that a plain map has, through additions and removals', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const table = createKeyTable()
      const plain = new Map<string, number>()
      const keys: string[] = []
      for (const { key, removes } of steps) {
        const known = plain.get(key)
        if (removes && known !== undefined) {
          table.remove(known)
          plain.delete(key)
        } else if (!removes && known === undefined) {
          if (keys.length % 2 === 0) table.add(keys.length, Buffer.from(`ff${key}`, 'hex'), 1)
          else expect(table.addHex(keys.length, key)).toBe(true)
          plain.set(key, keys.length)
          keys.push(key)
        }
      }
      expect(table.size()).toBe(plain.size)
      for (const { key } of steps) {
        expect(table.find(key)).toBe(plain.get(key) ?? -1)
        expect(table.findBytes(Buffer.from(key, 'hex'), 0)).toBe(plain.get(key) ?? -1)
      }
      for (const [number, key] of keys.entries()) expect(table.keyAt(number)).toBe(key)
      for (let a = 1; a < keys.length; a++) {
        const order = keys[a]! < keys[a - 1]! ? -1 : keys[a]! > keys[a - 1]! ? 1 : 0
        expect(Math.sign(table.compare(a, a - 1))).toBe(order)
      }
    }),
    { numRuns: 200 },
  )
})

test.each(['', 'story 1', 'A'.repeat(32), 'g'.repeat(32), '0'.repeat(31), '0'.repeat(33)])('%j is no key', (text) => {
  const table = createKeyTable()
  table.add(0, new Uint8Array(16), 0)
  expect(table.find(text)).toBe(-1)
  expect(table.addHex(1, text)).toBe(false)
  expect(table.size()).toBe(1)
  expect(table.find('0'.repeat(32))).toBe(0)
})
