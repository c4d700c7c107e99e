import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyHash } from '../core/text/key-hash.ts'
import { createStoredStories } from './stored-stories.ts'

const keys = Array.from({ length: 12 }, (_, nth) => keyHash(`article ${nth}`))
const membership = fc.record({
  article: fc.constantFrom(...keys),
  articleId: fc.integer({ min: 1, max: 2 ** 40 }),
  story: fc.constantFrom(...keys.slice(0, 5), 'a former id'),
  cause: fc.constantFrom('online' as const, 'refine' as const, 'hand' as const, 'frozen' as const),
  copyOf: fc.option(fc.constantFrom(...keys)),
})

test('columns of stored memberships give what a plain map gives, also where an article was read twice', () => {
  fc.assert(
    fc.property(fc.array(membership, { maxLength: 30 }), (all) => {
      const stored = createStoredStories()
      const plain = new Map<string, (typeof all)[number]>()
      for (const one of all) {
        stored.add(one)
        plain.set(one.article, one)
        // Members are asked for before all were added, too.
        stored.membersOf(one.story)
      }
      expect(stored.size()).toBe(plain.size)
      expect([...stored.articles()].sort()).toEqual([...plain.keys()].sort())
      for (const key of keys) {
        const one = plain.get(key)
        expect(stored.has(key)).toBe(one !== undefined)
        expect(stored.get(key)).toBe(one?.story)
        expect(stored.numberOf(key) < 0 ? undefined : stored.storyAt(stored.numberOf(key))).toBe(one?.story)
        const compared = one && { articleId: one.articleId, story: one.story, cause: one.cause, copyOf: one.copyOf }
        expect(stored.membershipOf(key)).toEqual(compared)
      }
      for (const story of [...keys, 'a former id', 'no id']) {
        const members = [...plain.values()].filter((one) => one.story === story).map(({ article }) => article)
        expect(stored.membersOf(story).toSorted()).toEqual(members.sort())
        expect(stored.hasMembers(story)).toBe(members.length > 0)
      }
    }),
    { numRuns: 300 },
  )
})
