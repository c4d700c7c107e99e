import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { measureLoopDelay, measureRecentLoopDelay } from './loop-delay.ts'

const MEASURED_MS = 250

/** Keeps the event loop of this thread from anything else. */
function stall(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('a stall is seen once by who asks for what is new, and ever after by who asks for all', async () => {
  const [whole, recent] = [measureLoopDelay(), measureRecentLoopDelay()]
  await setTimeout(MEASURED_MS)
  stall(900)
  await setTimeout(MEASURED_MS)
  expect(recent().longestMs).toBeGreaterThan(500)
  await setTimeout(MEASURED_MS)
  expect(recent().longestMs).toBeLessThan(500)
  expect(whole().longestMs).toBeGreaterThan(500)
})
