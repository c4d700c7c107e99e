import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('a semaphore runs at most so many at once, and all in the end', async () => {
  const { run } = createSemaphore(3)
  let inside = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++inside)
    await new Promise((resolve) => setImmediate(resolve))
    inside--
  }
  await Promise.all(Array.from({ length: 20 }, () => run(work)))
  expect([most, inside]).toEqual([3, 0])
})

test('a semaphore goes on after work that fails', async () => {
  const { run } = createSemaphore(1)
  await expect(run(() => Promise.reject(new Error('on purpose')))).rejects.toThrow('on purpose')
  expect(await run(async () => 'next')).toBe('next')
})
