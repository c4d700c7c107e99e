import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { systemClock } from '../system/clock.ts'
import { whenAborted } from '../system/when-aborted.ts'
import type { Job } from './jobs.ts'
import { runInMemory } from './run-in-memory.ts'

const untilAborted = (stop: AbortSignal) => new Promise<void>((resolve) => void whenAborted(stop, resolve))
const until = async (condition: () => boolean) => {
  while (!condition()) await setTimeout(5)
}

function start(jobs: readonly Job[]) {
  const stop = new AbortController()
  const words: string[] = []
  const { now, sleep } = systemClock
  const ended = runInMemory(jobs, { stop: stop.signal, now, sleep, onOverdue: (one) => words.push(one) })
  return { ended, words, stop: () => stop.abort() }
}

test('a lane that hangs holds up no other, and ends when asked', async () => {
  let beats = 0
  const hangs: Job = { name: 'hangs', lane: 'a', everyMs: 0, timeoutMs: null, run: untilAborted }
  const beating: Job = { name: 'beats', lane: 'b', everyMs: 1, timeoutMs: null, run: async () => beats++ }
  const running = start([hangs, beating])
  await until(() => beats > 2)
  running.stop()
  await running.ended
})

test('jobs of one lane never run at the same time', async () => {
  let under = 0
  let most = 0
  let runs = 0
  const job = (name: string): Job => ({
    name,
    lane: 'one',
    everyMs: 1,
    timeoutMs: null,
    run: async () => {
      most = Math.max(most, ++under)
      await setTimeout(1)
      under--
      runs++
    },
  })
  const running = start([job('a'), job('b')])
  await until(() => runs > 6)
  running.stop()
  await running.ended
  expect(most).toBe(1)
})

test('a job that takes too long is told to end, and the rest of its lane goes on', async () => {
  let others = 0
  const endings: string[] = []
  const slow: Job = {
    name: 'slow',
    lane: 'one',
    everyMs: 0,
    timeoutMs: 20,
    run: (stop) => untilAborted(stop).then(() => endings.push('ended')),
  }
  const other: Job = { name: 'other', lane: 'one', everyMs: 0, timeoutMs: null, run: async () => others++ }
  const running = start([slow, other])
  await until(() => others > 1 && endings.length > 1)
  running.stop()
  await running.ended
})

test('an error of one job ends every lane, and is thrown', async () => {
  const hangs: Job = { name: 'hangs', lane: 'a', everyMs: 0, timeoutMs: null, run: untilAborted }
  const fails: Job = {
    name: 'fails',
    lane: 'b',
    everyMs: 0,
    timeoutMs: null,
    run: async () => Promise.reject(new Error('full disk')),
  }
  await expect(start([hangs, fails]).ended).rejects.toThrow('full disk')
})
