import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUniformTail } from './uniform-tail.ts'

test('every slot of the tail has its value, and in order it is as long as can be', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(2), { maxLength: 30 }),
      fc.infiniteStream(fc.nat(1_000)),
      fc.boolean(),
      (values, order, isLate) => {
        const slots = values.map((value, slot) => ({ value, slot, at: isLate ? order.next().value : slot }))
        const tail = createUniformTail()
        const noted: typeof slots = []
        for (const one of slots.toSorted((a, b) => a.at - b.at)) {
          tail.note(one.slot, one.value)
          noted.push(one)
          for (const value of [0, 1, 2]) {
            const from = tail.from(value)
            expect(noted.every((other) => other.slot < from || other.value === value)).toBe(true)
            const others = noted.filter((other) => other.value !== value).map(({ slot }) => slot)
            const longest = Math.max(-1, ...others) + 1
            if (!isLate) expect(from).toBe(one.value === value ? longest : Number.POSITIVE_INFINITY)
          }
        }
      },
    ),
    { seed: 5, numRuns: 200 },
  )
})
