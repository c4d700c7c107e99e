import { expect, test } from 'vitest'
import { memoizeWithTtl } from './memoize-with-ttl.ts'

/** A function that takes so long and counts its calls. */
function counted(tookMs = 0) {
  const state = { now: 1_000_000, calls: 0, fails: false }
  const get = memoizeWithTtl(
    async () => {
      state.now += tookMs
      if (state.fails) throw new Error('no answer')
      return ++state.calls
    },
    () => state.now,
  )
  return { state, get }
}

test('a value is kept for its time to live and then made anew', async () => {
  const { state, get } = counted()
  expect([await get(), await get()]).toEqual([1, 1])
  state.now += 999
  expect(await get()).toBe(1)
  state.now += 1
  expect(await get()).toBe(2)
})

test('callers who come while it is made share one result', async () => {
  const { get } = counted()
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1])
})

test('what takes long to make is kept longer', async () => {
  const { state, get } = counted(1_000)
  await get()
  state.now += 19_999
  expect(await get()).toBe(1)
  state.now += 1
  expect(await get()).toBe(2)
})

test('an error is not kept', async () => {
  const { state, get } = counted()
  state.fails = true
  await expect(get()).rejects.toThrow('no answer')
  state.fails = false
  expect(await get()).toBe(1)
})

test('a clock set back keeps nothing longer', async () => {
  const { state, get } = counted()
  await get()
  state.now -= 3_600_000
  expect(await get()).toBe(2)
})
