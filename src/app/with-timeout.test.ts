import { expect, test } from 'vitest'
import { isDoneWithin } from './with-timeout.ts'

test('work that is done in time', async () => expect(await isDoneWithin(1_000, Promise.resolve(7))).toBe(true))
test('work that takes longer goes on by itself, and may fail then', async () => {
  let fail = () => {}
  const work = new Promise<void>((_, reject) => {
    fail = () => reject(new Error('later'))
  })
  expect(await isDoneWithin(10, work)).toBe(false)
  fail()
})
test('work that fails in time says so', async () =>
  expect(isDoneWithin(1_000, Promise.reject(new Error('now')))).rejects.toThrow('now'))
