import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLiveSlots } from './live-slots.ts'

/* Runs of slots near in time, as they come, some without a date. */
const PUBLISHED = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 300 }), fc.option(fc.integer({ min: 0, max: 1000 }), { nil: null })),
  { maxLength: 6 },
)

test('a slot is open that is alive and near, however its neighbours are', () => {
  fc.assert(
    fc.property(
      PUBLISHED,
      fc.array(fc.nat(1500), { maxLength: 5 }),
      fc.array(fc.tuple(fc.option(fc.nat(1000), { nil: null }), fc.integer({ min: 1, max: 500 })), { maxLength: 3 }),
      (parts, dropped, questions) => {
        const open = createLiveSlots()
        const times = parts.flatMap(([size, at]) => Array.from({ length: size }, (_, n) => at && at + (n % 3)))
        const dead = new Set(dropped.filter((slot) => slot < times.length))
        times.forEach((at, slot) => {
          open.put(slot, at)
        })
        for (const slot of [...dead, ...dead]) open.drop(slot)
        for (const [at, reach] of questions) {
          const isOpen = open.within(at, reach)
          const plain = times.map(
            (time, slot) => !dead.has(slot) && (at === null || time === null || Math.abs(time - at) <= reach),
          )
          expect(times.map((_, slot) => isOpen(slot))).toEqual(plain)
          if (at !== null) expect(plain.slice(isOpen.openFrom).every(Boolean)).toBe(true)
          expect(times.map((_, slot) => open.isAlive(slot))).toEqual(times.map((_, slot) => !dead.has(slot)))
        }
      },
    ),
    { seed: 3, numRuns: 100 },
  )
})
