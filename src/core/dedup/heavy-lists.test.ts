import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHeavyLists, type HeavyList } from './heavy-lists.ts'

const added = fc.array(fc.record({ id: fc.oneof(fc.nat(5), fc.nat(0xffffffff)), place: fc.nat(1000) }), {
  maxLength: 400,
})

test('lists hold whoever was added, in that order, each with the weight it came with', () => {
  fc.assert(
    fc.property(added, fc.nat(0xffffffff), (carriers, nobodys) => {
      const lists = createHeavyLists()
      const plain = new Map<number, [number, number][]>()
      carriers.forEach(({ id, place }, weight) => {
        lists.add(id, place, weight)
        plain.set(id, [...(plain.get(id) ?? []), [place, weight]])
      })
      const found: HeavyList = { places: new Int32Array(0), weights: new Float32Array(0), start: 0, end: 0 }
      for (const id of [...plain.keys(), nobodys]) {
        lists.find(id, found)
        const { places, weights, start, end } = found
        const list = Array.from({ length: end - start }, (_, at) => [places[start + at], weights[start + at]])
        expect(list).toEqual(plain.get(id) ?? [])
      }
    }),
    { seed: 7, numRuns: 60 },
  )
})
