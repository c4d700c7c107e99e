import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aDigestInput, aWindowArticle, SEVEN } from '../../../tests/support/a-digest-input.ts'
import { volume } from '../../../tests/support/volume.ts'
import { buildDigest } from './build-digest.ts'
import type { DigestInput, WindowArticle } from './digest-input.ts'
import { articlesToRead, completePlan, planDigest, topicsToLabel } from './plan-digest.ts'

const tabs = [{ id: 't', name: 'T', language: 'en', limit: 1, categories: [] }]
const articles = Array.from({ length: 40 }, (_, at) =>
  aWindowArticle(`k${at}`, {
    score: 90 - 2 * at,
    title: `Ship ${String.fromCharCode(97 + (at % 26))}${at} docks`,
    tab: at === 39 ? 't' : null,
    text: `Ship number ${at} docked at noon on Monday.`,
  }),
)

test('only the texts of what is summed up are read', () => {
  const keys = articlesToRead(aDigestInput(articles, { tabs }))
  expect(keys).toContain('k0')
  expect(keys).toContain('k39')
  expect(keys.length).toBeLessThanOrEqual(26)
})

test('a digest made from those texts alone is the same', () => {
  const input = aDigestInput(articles, { tabs })
  const read = new Set(articlesToRead(input))
  const spared = articles.map((article) => (read.has(article.key) ? article : { ...article, text: null }))
  expect(buildDigest({ ...input, articles: spared })).toEqual(buildDigest(input))
})

/** Plans without texts and labels, as the product does, and completes the plan with them. */
function builtInTwoSteps(input: DigestInput) {
  const bare = new Map<WindowArticle, WindowArticle>()
  const withoutText = (article: WindowArticle) => {
    const copy = { ...article, text: null }
    bare.set(copy, article)
    return copy
  }
  const topics = input.topics.map((topic) => ({ ...topic, label: '' }))
  const older = input.older.map(withoutText)
  const plan = planDigest({ ...input, topics, older, articles: input.articles.map(withoutText) })
  return buildDigest(
    input,
    completePlan(plan, input.topics, (article) => bare.get(article)!),
  )
}

test('a plan made without texts and labels, then completed, gives the digest that is planned with them', () => {
  const input = aDigestInput(articles, { tabs, older: articles.slice(30) })
  expect(builtInTwoSteps(input)).toEqual(buildDigest(input))
})

test('so it is for grown stories of many articles in two languages', () => {
  const rows = fc.array(
    fc.record({ story: fc.constantFrom('s', 't'), isNew: fc.boolean(), language: fc.constantFrom('en', 'de', null) }),
    { minLength: 1, maxLength: 40 },
  )
  fc.assert(
    fc.property(rows, (list) => {
      const members = list.map(({ story, isNew, language }, at) =>
        aWindowArticle(`k${at}`, {
          story,
          language,
          score: 90 - at,
          firstSeen: isNew ? SEVEN - 1000 : SEVEN - 5000,
          text: `Ship number ${at} left pier${at % 5} at noon on Monday. Crane${at} fell over.`,
        }),
      )
      const shown = { story: 's', rank: 1, articles: 1, newest: 'gone', newestSeenAt: SEVEN - 3000, at: SEVEN - 3000 }
      const input = aDigestInput(members, { previous: { at: SEVEN - 3000, stories: [shown] } })
      const read = new Set(articlesToRead(input))
      const spared = members.map((article) => (read.has(article.key) ? article : { ...article, text: null }))
      expect(buildDigest({ ...input, articles: spared })).toEqual(buildDigest(input))
      expect(builtInTwoSteps(input)).toEqual(buildDigest(input))
    }),
    { seed: 4, numRuns: volume(15, 2_000) },
  )
})

test('a digest shows no label but of the topics that are asked for', () => {
  const plain = aDigestInput(articles)
  const trends = [{ before: 0, now: 4 }, { before: 9, now: 1 }, null] as const
  const topics = plain.topics.map((topic, at) => {
    const counts = trends[at % 3]!
    return { ...topic, trend: counts && { tag: null, ...counts, history: [counts.before, counts.now] } }
  })
  const vanished = Array.from({ length: 50 }, (_, at) => {
    return { key: `v${at}`, label: `Gone ship ${String.fromCharCode(97 + (at % 26))}${at}`, before: 60 - at }
  })
  const input = { ...plain, topics, vanished }
  const wanted = topicsToLabel(input)
  expect(wanted.topics.size).toBeLessThan(topics.length)
  expect(wanted.vanished.size).toBe(20)
  const labelled = {
    ...input,
    topics: topics.map((topic) => (wanted.topics.has(topic.key) ? topic : { ...topic, label: 'nobody reads this' })),
    vanished: vanished.filter(({ key }) => wanted.vanished.has(key)),
  }
  expect(buildDigest(labelled)).toEqual(buildDigest(input))
})

test('a followed story that grew is in the digest, in the section of its score, however unimportant it is', () => {
  const leastScore = aWindowArticle('least', { score: 1, sourceName: 'The Least' })
  const keysOf = (followed: readonly string[]) => {
    const { sections } = planDigest(aDigestInput([...articles, leastScore], { followed: new Set(followed) }))
    const all = [sections.topStories, sections.noteworthy, sections.alsoMentioned]
    return all.map((list) => list.map(({ lead }) => lead.key))
  }
  const [top, noteworthy, also] = keysOf([])
  const everything = keysOf(['story-least', 'story-k20', 'story-k12'])
  expect(everything.map((list) => list.length)).toEqual([top!.length, noteworthy!.length, also!.length])
  expect(everything.flat()).toEqual(expect.arrayContaining(['least', 'k20', 'k12']))
  expect([...top!, ...noteworthy!, ...also!]).not.toContain('least')
  expect(everything[2]!.at(-1)).toBe('least')
})
