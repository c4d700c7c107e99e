import { expect, test } from 'vitest'
import { aDigestInput, aWindowArticle, SEVEN } from '../../../tests/support/a-digest-input.ts'
import { buildDigest } from './build-digest.ts'
import type { DigestInput } from './digest-input.ts'
import { digestMemory } from './digest-memory.ts'
import { itemsOf } from './self-check.ts'

const HOUR_MS = 3_600_000
const remember = (input: DigestInput) => digestMemory(buildDigest(input), input)

test('stories are kept in the order they are read, with their newest article', () => {
  const articles = [
    aWindowArticle('a', { score: 60, story: 's', firstSeen: SEVEN - 3 * HOUR_MS, title: 'Storm hits' }),
    aWindowArticle('b', { score: 50, story: 's', firstSeen: SEVEN - HOUR_MS, title: 'Storm ends' }),
    aWindowArticle('c', { score: 90, title: 'Port opens' }),
  ]
  expect(remember(aDigestInput(articles))).toEqual([
    { story: 'story-c', rank: 1, articles: 1, newest: 'c', newestSeenAt: SEVEN - 4 * HOUR_MS, at: SEVEN },
    { story: 's', rank: 2, articles: 2, newest: 'b', newestSeenAt: SEVEN - HOUR_MS, at: SEVEN },
  ])
})

test('a story that only a tab showed is kept too', () => {
  const article = aWindowArticle('a', { score: 5, tab: 't' })
  const tabs = [{ id: 't', name: 'T', language: null, limit: 5, categories: [] }]
  expect(remember(aDigestInput([article], { tabs })).map(({ story }) => story)).toEqual(['story-a'])
})

test('a story held back once does not come back in the digest after', () => {
  const article = aWindowArticle('a')
  const inputs = [0, 5, 11].map((hours) => aDigestInput([article], { at: SEVEN + hours * HOUR_MS }))
  let previous: DigestInput['previous'] = null
  const shown = inputs.map((input) => {
    const now = { ...input, previous }
    previous = { at: input.at, stories: remember(now) }
    return itemsOf(buildDigest(now)).length
  })
  expect(shown).toEqual([1, 0, 0])
})

test('after seven days a story is forgotten', () => {
  const old = { story: 'x', rank: 1, articles: 1, newest: 'x', newestSeenAt: 0, at: SEVEN - 7 * 24 * HOUR_MS - 1 }
  expect(remember(aDigestInput([], { previous: { at: SEVEN - HOUR_MS, stories: [old] } }))).toEqual([])
})
