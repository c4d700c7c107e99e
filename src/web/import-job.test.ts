import { expect, test } from 'vitest'
import type { Job } from '../http/contract/subscriptions.ts'
import { ApiProblem } from './api-types.ts'
import { followJob } from './import-job.ts'

const job = (change: Partial<Job> = {}): Job => ({
  id: 'a-1',
  kind: 'opml',
  state: 'running',
  done: 0,
  total: 2,
  startedAt: '2026-11-17T07:00:00.000Z',
  endedAt: null,
  error: null,
  errorReason: null,
  report: null,
  ...change,
})
const problem = (status: number) =>
  new ApiProblem({ type: 'about:blank', title: '', status, code: 'any', detail: 'any' })

/** Follows a job whose answers are given, the last of them for ever. */
async function follow(...answers: (Job | ApiProblem)[]) {
  const seen: number[] = []
  let asked = 0
  const ended = await followJob(job(), {
    call: async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)]!
      if (answer instanceof ApiProblem) throw answer
      return answer
    },
    onProgress: ({ done }) => seen.push(done),
    sleep: async () => {},
    isLeft: () => false,
  })
  return { ended, seen }
}

test('a job is followed to its end', async () => {
  const end = job({ state: 'done', done: 2 })
  expect(await follow(job({ done: 1 }), end)).toEqual({ ended: end, seen: [1, 2] })
})

test('a server that does not answer for a moment is asked again', async () => {
  const end = job({ state: 'done', done: 2 })
  expect((await follow(problem(0), problem(0), end)).ended).toEqual(end)
})

test('a job that the server has forgotten is lost', async () => {
  expect((await follow(problem(404))).ended).toBeNull()
  expect((await follow(problem(0))).ended).toBeNull()
})
