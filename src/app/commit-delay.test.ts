import { expect, test } from 'vitest'
import { createBatchWriter } from './batch-writer.ts'
import { createCommitDelay } from './commit-delay.ts'

const never = () => new Promise<void>(() => {})

/** A writer of batches that waits for ever, unless nobody is left who could join; `underWay` are those who could. */
function writer(underWay: number) {
  const batches: number[] = []
  let left = underWay
  const delay = createCommitDelay(never, (waiting) => left > waiting)
  const store = createBatchWriter(
    async (items: readonly number[]) => {
      batches.push(items.length)
      return (item) => item
    },
    { waitForMore: () => delay.wait(10) },
  )
  const leave = () => {
    left--
    delay.check()
  }
  return { batches, write: delay.counted(store), leave }
}

test('a batch is written when all that could join it have', async () => {
  const { batches, write } = writer(3)
  expect(await Promise.all([1, 2, 3].map(write))).toEqual([1, 2, 3])
  expect(batches).toEqual([3])
})

test('a batch waits for what is under way, and is written when that ends without joining', async () => {
  const { batches, write, leave } = writer(3)
  const written = Promise.all([1, 2].map(write))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(batches).toEqual([])
  leave()
  await written
  expect(batches).toEqual([2])
})

test('a batch that others may join waits no longer than it is told', async () => {
  const delay = createCommitDelay(
    async () => {},
    () => true,
  )
  await delay.wait(10)
})
