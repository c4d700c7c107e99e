import { expect, test } from 'vitest'
import { whenAborted } from './when-aborted.ts'

test('all who wait for a signal are called once, in their order', () => {
  const stop = new AbortController()
  const called: number[] = []
  for (const n of [1, 2, 3]) whenAborted(stop.signal, () => called.push(n))
  stop.abort()
  stop.abort()
  expect(called).toEqual([1, 2, 3])
})

test('who called it off is not called, even by one that is called before', () => {
  const stop = new AbortController()
  const called: number[] = []
  const callOff = whenAborted(stop.signal, () => called.push(1))
  whenAborted(stop.signal, () => later())
  const later = whenAborted(stop.signal, () => called.push(3))
  whenAborted(stop.signal, () => called.push(4))
  callOff()
  stop.abort()
  expect(called).toEqual([4])
})

test('signals are heeded each by itself, and none at all is no trouble', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const called: string[] = []
  whenAborted(one.signal, () => called.push('one'))
  whenAborted(other.signal, () => called.push('other'))
  whenAborted(null, () => called.push('never'))()
  other.abort()
  expect(called).toEqual(['other'])
})
