import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aDigest } from '../../../../tests/support/a-digest.ts'
import { leavable, without } from './fit-mail.ts'

const digest = aDigest()
const counts = (left: number) => {
  const { topStories, noteworthy, alsoMentioned, tabs } = without(digest, left)
  return {
    top: topStories.length,
    noteworthy: noteworthy.reduce((sum, { items }) => sum + items.length, 0),
    also: alsoMentioned.length,
    tabs: tabs.map(({ items }) => items.length),
  }
}

describe('what a mail leaves out', () => {
  test.each([
    [0, { top: 5, noteworthy: 4, also: 4, tabs: [3, 2, 1] }],
    [3, { top: 5, noteworthy: 4, also: 1, tabs: [3, 2, 1] }],
    [6, { top: 5, noteworthy: 2, also: 0, tabs: [3, 2, 1] }],
    [10, { top: 5, noteworthy: 0, also: 0, tabs: [2, 1, 1] }],
    [14, { top: 5, noteworthy: 0, also: 0, tabs: [] }],
    [22, { top: 4, noteworthy: 0, also: 0, tabs: [] }],
    [26, { top: 0, noteworthy: 0, also: 0, tabs: [] }],
  ])('of %i things, the least important go first', (left, expected) => expect(counts(left)).toEqual(expected))

  test('the lowest of the briefs goes first, in whatever category', () => {
    expect(without(digest, 5).noteworthy.map(({ category }) => category)).toEqual(['Science', '運動'])
  })

  test('each step leaves out exactly one thing more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: leavable(digest) }), (left) => {
        expect(leavable(without(digest, left))).toBe(leavable(digest) - left)
      }),
      { seed: 9, numRuns: 40 },
    )
  })
})
