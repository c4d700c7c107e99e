import { expect, test } from 'vitest'
import { Trouble } from '../core/domain/trouble.ts'
import { createBatchWriter } from './batch-writer.ts'

test('items written at the same time share a transaction, and each gets its own result', async () => {
  const batches: number[] = []
  const write = createBatchWriter(async (items: readonly number[]) => {
    batches.push(items.length)
    await new Promise((resolve) => setImmediate(resolve))
    return (item) => item * 2
  })
  expect(await Promise.all([1, 2, 3, 4].map(write))).toEqual([2, 4, 6, 8])
  expect(batches).toEqual([1, 3])
})

test('a failed transaction rejects the items that were in it', async () => {
  const write = createBatchWriter(async (items: readonly number[]) => {
    if (items.includes(1)) throw new Error('full')
    return (item) => item
  })
  await expect(write(1)).rejects.toThrow('full')
  expect(await write(2)).toBe(2)
})

test('an item that cannot be written fails alone', async () => {
  const write = createBatchWriter(async (items: readonly number[]) => {
    await new Promise((resolve) => setImmediate(resolve))
    if (items.includes(3)) throw new Error('odd')
    return (item) => item
  })
  const told = await Promise.allSettled([1, 2, 3, 4].map(write))
  expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('when the store itself fails, a batch is not tried item by item', async () => {
  let times = 0
  const write = createBatchWriter(async () => {
    times++
    await new Promise((resolve) => setImmediate(resolve))
    throw new Trouble('full')
  })
  const told = await Promise.allSettled([1, 2, 3, 4].map(write))
  expect([told.every(({ status }) => status === 'rejected'), times]).toEqual([true, 2])
})
