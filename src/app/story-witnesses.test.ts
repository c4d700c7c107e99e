import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoryMember } from '../io/store/windows.ts'
import { storyWitnesses } from './story-witnesses.ts'

const members: fc.Arbitrary<StoryMember[]> = fc.array(
  fc.record({
    key: fc.constant('k'),
    url: fc.constant(null),
    published: fc.constant(0),
    feed: fc.nat(4),
    story: fc.constantFrom('a', 'b', 'c', 'd'),
    copyOf: fc.constantFrom(null, null, 'k'),
  }),
)
const TIERS = ['T1', 'T2', 'T3', 'T4', 'T5'] as const
const tierOf = ({ feed }: StoryMember) => TIERS[feed]!
const familyOf = ({ feed }: StoryMember) => `family ${feed >> 1}`
const events = new Map([
  ['a', 'event'],
  ['b', 'event'],
])

test('witnesses are the distinct ones among the members', () => {
  fc.assert(
    fc.property(members, fc.boolean(), fc.subarray(['a', 'b', 'c', 'd']), (all, countsReprints, stories) => {
      const witnesses = storyWitnesses(all, { tierOf, familyOf, countsReprints, events })
      const own = all.filter(({ story }) => stories.includes(story))
      const counted = own.filter(({ copyOf }) => countsReprints || copyOf === null)
      expect(witnesses.tiersOf(stories)).toEqual([...new Set(counted.map(tierOf))].sort())
      expect(witnesses.feedsOf(stories)).toBe(new Set(own.map(({ feed }) => feed)).size)
      const told = all.filter(({ story, copyOf }) => events.has(story) && copyOf === null)
      expect(witnesses.newsroomsOf('event')).toBe(new Set(told.map(familyOf)).size)
      expect(witnesses.newsroomsOf('other')).toBe(0)
    }),
  )
})
