import { expect, test } from 'vitest'
import { compareEvents } from './event-rule.ts'
import { EVENT_POLICY } from './policies.ts'
import { unitVector } from './vectors.ts'

const [a, b] = [
  unitVector([
    [1, 3],
    [2, 2],
    [3, 1],
  ]),
  unitVector([
    [1, 3],
    [2, 2],
    [4, 1],
  ]),
]

test('articles about the same things link', () => expect(compareEvents(a, b, 0, EVENT_POLICY).relation).toBe('linked'))

test('the same words a month later are another event', () => {
  expect(compareEvents(a, b, 30 * 24 * 3_600_000, EVENT_POLICY).relation).toBeNull()
})

test('an unknown time is no reason against', () => {
  expect(compareEvents(a, b, null, EVENT_POLICY)).toEqual(compareEvents(a, b, 0, EVENT_POLICY))
})
