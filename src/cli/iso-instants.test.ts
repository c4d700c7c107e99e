import { expect, test } from 'vitest'
import { isoInstants } from './iso-instants.ts'

const AT = Date.UTC(2026, 10, 15, 7)
const ISO = '2026-11-15T07:00:00.000Z'

test('instants become ISO 8601 wherever they are, and no other number does', () => {
  const value = {
    article: { id: 12, published: AT, firstSeen: AT, updatedAt: null, wordCount: 300 },
    links: [{ to: { published: AT }, value: 0.9 }],
    score: { takenAt: AT, inputs: { hoursOld: 3 } },
    next: { at: AT, waitMs: 60_000 },
    format: 1,
  }
  expect(isoInstants(value)).toEqual({
    article: { id: 12, published: ISO, firstSeen: ISO, updatedAt: null, wordCount: 300 },
    links: [{ to: { published: ISO }, value: 0.9 }],
    score: { takenAt: ISO, inputs: { hoursOld: 3 } },
    next: { at: ISO, waitMs: 60_000 },
    format: 1,
  })
})
