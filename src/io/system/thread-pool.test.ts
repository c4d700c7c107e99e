import { afterEach, describe, expect, test } from 'vitest'
import { type ThreadPool, threadPool } from './thread-pool.ts'

/* A thread that does as it is told: doubles a number, says which it is, never ends, dies, or takes all the memory there is. */
const MODULE = new URL(
  `data:text/javascript,${encodeURIComponent(`
import { parentPort, threadId } from 'node:worker_threads'
parentPort.on('message', (request) => {
  if (request === 'hang') for (;;);
  if (request === 'die') throw new Error('it died')
  if (request === 'eat') for (const list = []; ; ) list.push(new Array(1e5).fill(list.length))
  parentPort.postMessage(request === 'which' ? threadId : 2 * request)
})`)}`,
)

let pool: ThreadPool<number | string, number>
const open = (threads: number, idleMs = 60_000, deadlineMs = 1_500) => {
  pool = threadPool({ module: MODULE, threads, deadlineMs, memoryMb: 64, youngMb: 8, idleMs })
  return pool
}
afterEach(() => pool.close())

const answers = (count: number) => Array.from({ length: count }, (_, n) => ({ kind: 'done', answer: 2 * n }))
const ask = (count: number) => Array.from({ length: count }, (_, n) => pool.run(n))

test('threads without work are ended when told to, and a job starts another', async () => {
  open(1)
  const first = await pool.run('which')
  const busy = pool.run(4)
  await pool.endIdle()
  expect(await busy).toEqual({ kind: 'done', answer: 8 })
  await pool.endIdle()
  expect(await pool.run('which')).not.toEqual(first)
})

describe.each([1, 2])('%i threads', (threads) => {
  test('answer each job with its own answer', async () => {
    open(threads)
    expect(await Promise.all(ask(40))).toEqual(answers(40))
  })

  // Only what hangs is to meet its deadline: on a busy machine, taking all the memory takes seconds.
  test.each([
    ['hang', { kind: 'deadline' }, 1_500],
    ['die', { kind: 'crashed', error: new Error('it died') }, 60_000],
    ['eat', { kind: 'memory' }, 60_000],
  ])('do all other jobs when one must be ended: %s', async (request, ran, deadlineMs) => {
    open(threads, 60_000, deadlineMs)
    const before = ask(6)
    const bad = pool.run(request)
    const after = ask(6)
    expect(await bad).toEqual(ran)
    expect(await Promise.all([...before, ...after])).toEqual([...answers(6), ...answers(6)])
  })
})

test('an error that overtakes earlier answers is charged to the job that met it', async () => {
  open(1)
  for (let round = 0; round < 10; round++) {
    const before = ask(12)
    const bad = pool.run('die')
    expect(await Promise.all(before)).toEqual(answers(12))
    expect((await bad).kind).toBe('crashed')
  }
})

test('two bad jobs in a row are two jobs ended', async () => {
  open(1)
  const ran = await Promise.all([pool.run('die'), pool.run('hang'), pool.run(4)])
  expect(ran.map(({ kind }) => kind)).toEqual(['crashed', 'deadline', 'done'])
})

test('a thread without work is ended, and the next job starts another', async () => {
  open(1, 20)
  const first = await pool.run('which')
  await expect.poll(() => pool.run('which'), { interval: 60 }).not.toEqual(first)
})

test('a thread is kept for the next job until it has been idle for long', async () => {
  open(1)
  const first = await pool.run('which')
  expect(await pool.run('which')).toEqual(first)
})

test('another thread is started only when each has as many jobs as it queues', async () => {
  open(2)
  const which = (count: number) => Promise.all(Array.from({ length: count }, () => pool.run('which')))
  const threadsOf = async (count: number) =>
    new Set((await which(count)).map((ran) => ran.kind === 'done' && ran.answer))
  expect((await threadsOf(16)).size).toBe(1)
  expect((await threadsOf(17)).size).toBe(2)
})
