import { expect, test } from 'vitest'
import { createEngineMeter } from './engine-meter.ts'
import type { PollReport } from './poll-report.ts'

const poll = (kind: string, nextAt: number | null, tookMs = 200) =>
  ({
    feed: { nextAt },
    outcome: { kind },
    count: { dispositions: { unique: 2, exact_duplicate: 1, revision: 1, near_duplicate: 0, same_event: 2 } },
    tookMs,
  }) as unknown as PollReport

test('polls are counted by outcome, articles by what became of them, delays against the schedule', () => {
  const meter = createEngineMeter(() => 100_200)
  meter.onPoll(poll('fetched', 100_000))
  meter.onPoll(poll('fetched', 40_000))
  meter.onPoll(poll('failed', null, 9_000_000))
  const { polls, articles, delays, fetches } = meter.numbers()
  expect(polls).toEqual({ fetched: 2, failed: 1 })
  expect(articles).toEqual({ unique: 6, exact_duplicate: 3, revision: 3, near_duplicate: 0, same_event: 6 })
  expect([delays.counts, delays.sum]).toEqual([[1, 0, 0, 1, 0, 0, 0, 0], 60])
  expect(fetches.counts).toEqual([0, 2, 0, 0, 0, 0, 0, 0, 1])
})

test('stages are measured apart, also where they fail', async () => {
  let now = 0
  const meter = createEngineMeter(
    () => 0,
    () => now,
  )
  const take = (ms: number) => async () => {
    now += ms
    return ms
  }
  expect(await meter.measure('parse', take(3))).toBe(3)
  await meter.measure('store', take(70))
  await expect(meter.measure('store', () => take(40)().then(() => Promise.reject(new Error('no'))))).rejects.toThrow()
  const { parse, decide, store } = meter.numbers().stages
  expect([parse.counts, parse.sum]).toEqual([[0, 1, 0, 0, 0, 0, 0, 0, 0], 0.003])
  expect(store.counts).toEqual([0, 0, 0, 1, 1, 0, 0, 0, 0])
  expect(decide.sum).toBe(0)
})

test('each run of a job is measured, those that fail too', async () => {
  let now = 0
  const meter = createEngineMeter(() => now)
  const job = (name: string, run: () => Promise<unknown>) => ({ name, lane: 'a', everyMs: 0, timeoutMs: null, run })
  const stop = new AbortController().signal
  const run = meter.measured(async (jobs) => {
    for (const one of jobs) await one.run(stop).catch(() => {})
  })
  const seen: unknown[] = []
  const works = async () => {
    seen.push(meter.numbers().jobs.works!.since)
    now += 1_500
  }
  const fails = async () => Promise.reject(new Error('no'))
  await run([job('works', works), job('fails', fails)], {} as Parameters<typeof run>[1])
  expect(seen).toEqual([0])
  expect(meter.numbers().jobs).toEqual({
    works: { lane: 'a', runs: 1, failures: 0, seconds: 1.5, since: null },
    fails: { lane: 'a', runs: 1, failures: 1, seconds: 0, since: null },
  })
})
