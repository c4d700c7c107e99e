import { expect, test } from 'vitest'
import { systemClock } from '../system/clock.ts'
import { openSharedClock } from './shared-clock.ts'

const HOUR_MS = 3_600_000

/** A machine and a database, whose clocks differ. */
function world(aheadMs: number) {
  const state = { elapsed: 0, aheadMs, answerMs: 4 }
  const own = { ...systemClock, now: () => 5 * HOUR_MS + state.elapsed + state.aheadMs, elapsed: () => state.elapsed }
  const databaseTime = async () => {
    state.elapsed += state.answerMs / 2
    const at = 5 * HOUR_MS + state.elapsed
    state.elapsed += state.answerMs / 2
    return at
  }
  return { state, own, databaseTime, truth: () => 5 * HOUR_MS + state.elapsed }
}

test.each([-HOUR_MS, 0, HOUR_MS])('a clock that is %i ms ahead shows the time of the database', async (aheadMs) => {
  const { own, databaseTime, truth, state } = world(aheadMs)
  const clock = await openSharedClock(databaseTime, own)
  expect(clock.now()).toBe(truth())
  state.elapsed += 60_000
  expect(clock.now()).toBe(truth())
})

test('a clock that is set while it runs is followed at the next comparison', async () => {
  const { own, databaseTime, truth, state } = world(0)
  const clock = await openSharedClock(databaseTime, own)
  state.aheadMs = -HOUR_MS
  await clock.adjust()
  expect(clock.now()).toBe(truth())
})

test('a comparison that took long is not believed', async () => {
  const { own, databaseTime, truth, state } = world(HOUR_MS)
  const clock = await openSharedClock(databaseTime, own)
  const slow = { ...state, answerMs: 60_000 }
  Object.assign(state, slow, { aheadMs: 2 * HOUR_MS })
  await clock.adjust()
  expect(clock.now()).toBe(truth() + HOUR_MS)
})
