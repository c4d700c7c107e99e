import { expect, test } from 'vitest'
import type { Membership } from '../../core/domain/story.ts'
import { storyParts } from './story-parts.ts'

const member = (article: string, story: string): Membership => ({ article, story, cause: 'refine', copyOf: null })
const aStory = (id: string) => ({ id, members: [id], lead: id, newsrooms: 1, reprints: 0, firstAt: 0, lastAt: 0 })

test('stories between which an article moves are in one part, and what has nothing to do with them in another', () => {
  const before: Record<string, string> = { a: 'x', b: 'x', c: 'z', d: 'w' }
  const refined = {
    memberships: [member('a', 'y'), member('b', 'z'), member('d', 'v')],
    stories: [aStory('y'), aStory('z'), aStory('v')],
    aliases: new Map([
      ['x', 'y'],
      ['w', 'v'],
    ]),
  }
  const parts = storyParts(refined, (article) => before[article], 1)
  const shown = parts.map(({ memberships, stories, aliases, touched }) => [
    memberships.map(({ article }) => article).sort(),
    stories.map(({ id }) => id).sort(),
    aliases.map(({ key }) => key),
    [...touched].sort(),
  ])
  expect(shown).toEqual([
    [['a', 'b'], ['y', 'z'], ['x'], ['x', 'y', 'z']],
    [['d'], ['v'], ['w'], ['v', 'w']],
  ])
})

test('small parts are packed together', () => {
  const memberships = Array.from({ length: 100 }, (_, n) => member(`a${n}`, `s${n}`))
  const parts = storyParts({ memberships, stories: [], aliases: new Map() }, () => undefined, 30)
  expect(parts.map((part) => part.memberships.length)).toEqual([30, 30, 30, 10])
})
