import { expect, test } from 'vitest'
import { startHoldTimer } from './hold-timer.ts'
import { createLockHolds } from './lock-holds.ts'

const held = (ms: number) => ({ ms, processorMs: ms / 2, waitedMs: ms / 2 })

test('of each kind of work the ten longest holds are kept, the longest first', () => {
  const holds = createLockHolds()
  for (let ms = 1; ms <= 20; ms++) holds.record('admission', held(ms))
  holds.record('writeStories', held(30))
  const list = holds.list()
  expect(list.map(({ name, count, longestMs }) => [name, count, longestMs])).toEqual([
    ['writeStories', 1, 30],
    ['admission', 20, 20],
  ])
  expect(list[1]!.longest.map(({ ms }) => ms)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11])
})

test.runIf(process.platform === 'linux')('a hold is told apart into the processor and waiting for it', () => {
  const hold = startHoldTimer()()
  expect(hold.processorMs).toBeGreaterThanOrEqual(0)
  expect(hold.waitedMs).toBeGreaterThanOrEqual(0)
})
