import { expect, test } from 'vitest'
import { Trouble } from '../core/domain/trouble.ts'
import { createBatchWriter } from './batch-writer.ts'
import { createSemaphore } from './semaphore.ts'

test('a turnstile lets so many through at once and all in the end', async () => {
  const { pass } = createSemaphore(3)
  let inside = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++inside)
    await new Promise((resolve) => setImmediate(resolve))
    inside--
  }
  await Promise.all(Array.from({ length: 20 }, () => pass(work)))
  expect([most, inside]).toEqual([3, 0])
})

test('a turnstile goes on after work that fails', async () => {
  const { pass } = createSemaphore(1)
  await expect(pass(() => Promise.reject(new Error('on purpose')))).rejects.toThrow('on purpose')
  expect(await pass(async () => 'next')).toBe('next')
})

test('what many write at once goes into few transactions, and each gets its own answer', async () => {
  const batches: number[] = []
  const write = createBatchWriter(async (items: readonly number[]) => {
    batches.push(items.length)
    await new Promise((resolve) => setImmediate(resolve))
    return (item) => item * 2
  })
  expect(await Promise.all([1, 2, 3, 4].map(write))).toEqual([2, 4, 6, 8])
  expect(batches).toEqual([1, 3])
})

test('a transaction that fails is told to those who were in it', async () => {
  const write = createBatchWriter(async (items: readonly number[]) => {
    if (items.includes(1)) throw new Error('full')
    return (item) => item
  })
  await expect(write(1)).rejects.toThrow('full')
  expect(await write(2)).toBe(2)
})

test('what cannot be written fails alone', async () => {
  const write = createBatchWriter(async (items: readonly number[]) => {
    await new Promise((resolve) => setImmediate(resolve))
    if (items.includes(3)) throw new Error('odd')
    return (item) => item
  })
  const told = await Promise.allSettled([1, 2, 3, 4].map(write))
  expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('a store that refuses is asked once for all of them', async () => {
  let times = 0
  const write = createBatchWriter(async () => {
    times++
    await new Promise((resolve) => setImmediate(resolve))
    throw new Trouble('full')
  })
  const told = await Promise.allSettled([1, 2, 3, 4].map(write))
  expect([told.every(({ status }) => status === 'rejected'), times]).toEqual([true, 2])
})
