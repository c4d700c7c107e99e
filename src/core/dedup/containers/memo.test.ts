import { expect, test } from 'vitest'
import { createMemo, createMemos } from './memo.ts'

test('the latest are remembered, and those asked for again', () => {
  const memo = createMemo<number, string>(3)
  for (const key of [1, 2, 3, 4]) memo.set(key, `${key}`)
  expect([1, 2, 3, 4].map(memo.get)).toEqual(['1', '2', '3', '4'])
  for (const key of [5, 6, 7, 8, 9, 10]) {
    memo.set(key, `${key}`)
    expect(memo.get(2)).toBe('2')
  }
  expect(memo.get(10)).toBe('10')
  expect([1, 3, 4, 5].map(memo.get)).toEqual([undefined, undefined, undefined, undefined])
})

test('each owner has a memo of its own', () => {
  const memos = createMemos<object, number, string>(3)
  const [one, other] = [{}, {}]
  memos(one).set(1, 'one')
  expect(memos(one).get(1)).toBe('one')
  expect(memos(other).get(1)).toBeUndefined()
})
