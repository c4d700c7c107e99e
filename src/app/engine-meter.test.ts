import { expect, test } from 'vitest'
import { createEngineMeter } from './engine-meter.ts'
import type { PollReport } from './poll-report.ts'

const poll = (kind: string, nextAt: number | null, tookMs = 200) =>
  ({
    feed: { nextAt },
    outcome: { kind },
    count: { added: 2, revised: 1, duplicates: 3 },
    tookMs,
  }) as unknown as PollReport

test('polls are counted by outcome, articles by what became of them, delays against the schedule', () => {
  const meter = createEngineMeter(() => 100_200)
  meter.onPoll(poll('fetched', 100_000))
  meter.onPoll(poll('fetched', 40_000))
  meter.onPoll(poll('failed', null, 9_000_000))
  const { polls, articles, delays, fetches } = meter.numbers()
  expect(polls).toEqual({ fetched: 2, failed: 1 })
  expect(articles).toEqual({ new: 6, revision: 3, duplicate: 9 })
  expect([delays.counts, delays.sum]).toEqual([[1, 0, 0, 1, 0, 0, 0, 0], 60])
  expect(fetches.counts).toEqual([0, 2, 0, 0, 0, 0, 0, 0, 1])
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
