import { expect, test } from 'vitest'
import { keepRunning, type RunEnd } from './keep-running.ts'

/** Runs that end as listed, and what was said and waited between them. */
function supervised(ends: readonly RunEnd[], everyMs = 0, stopsAfter = Number.POSITIVE_INFINITY) {
  const said: string[] = []
  const slept: number[] = []
  let now = 0
  let runs = 0
  const run = async () => {
    now += everyMs
    return ends[runs++ % ends.length]!
  }
  const ended = keepRunning('engine', run, {
    now: () => now,
    sleep: async (ms) => void slept.push(ms),
    stopped: () => runs >= stopsAfter,
    say: (words) => said.push(words),
  })
  return { ended, said, slept, runs: () => runs }
}

const crash: RunEnd = { kind: 'crashed', why: 'out of memory' }
const done: RunEnd = { kind: 'done' }

test('what ends as it should is not started again', async () => {
  const one = supervised([done])
  await one.ended
  expect([one.runs(), one.said]).toEqual([1, []])
})

test('a crash is told, and what crashed starts again after a pause that grows', async () => {
  const one = supervised([crash, crash, crash, done])
  await one.ended
  expect(one.runs()).toBe(4)
  expect(one.slept).toEqual([1_000, 2_000, 4_000])
  expect(one.said[0]).toBe('the engine crashed (out of memory); it starts again in 1 s, nothing stored is lost')
})

test('five crashes within ten minutes are the end, with the reason', async () => {
  const one = supervised([crash])
  await expect(one.ended).rejects.toThrow(
    'the engine crashed 5 times within 10 minutes, the last time because: out of memory',
  )
  expect(one.runs()).toBe(5)
})

test('a crash now and then is no reason to give up, and its pause is the first again', async () => {
  const one = supervised([crash, crash, crash, crash, crash, crash, done], 601_000)
  await one.ended
  expect(new Set(one.slept)).toEqual(new Set([1_000]))
})

test('a crash of a half that was told to stop is told, and no more', async () => {
  const one = supervised([crash], 0, 1)
  await one.ended
  expect([one.runs(), one.slept]).toEqual([1, []])
  expect(one.said).toEqual(['the engine crashed while it stopped (out of memory); nothing stored is lost'])
})
