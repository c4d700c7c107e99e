import { expect, test } from 'vitest'
import { idleCollection } from './idle-collection.ts'

const MB = 1024 ** 2

/** A thread whose heap is 20 MB after each collection. */
function thread() {
  const state = { heap: 60 * MB, share: 0, collections: 0 }
  const decide = idleCollection({
    heapBytes: () => state.heap,
    workedShare: () => state.share,
    collect: () => {
      state.collections++
      state.heap = 20 * MB
    },
  })
  const after = (heap: number, share: number) => {
    Object.assign(state, { heap: heap * MB, share })
    decide()
    return state.collections
  }
  return { after }
}

test('a thread that does nothing collects once', () => {
  const { after } = thread()
  expect([after(60, 0.001), after(20, 0), after(21, 0.01), after(23, 0)]).toEqual([1, 1, 1, 1])
})

test('a thread that works does not collect, however large its heap is', () => {
  const { after } = thread()
  expect([after(60, 0.5), after(90, 0.1), after(90, 0.02)]).toEqual([0, 0, 0])
})

test('a thread that has worked collects again when it does nothing', () => {
  const { after } = thread()
  expect([after(60, 0), after(50, 0.4), after(50, 0), after(24, 0)]).toEqual([1, 1, 2, 3])
})
