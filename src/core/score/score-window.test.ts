import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anArticle } from '../../../tests/support/an-article.ts'
import type { Article } from '../domain/article.ts'
import type { KnownScore } from '../domain/score.ts'
import { backgroundIdf, subjectTerms, subjectVector } from '../similar/subject.ts'
import { type ArticleFacts, textLikeness } from './article-facts.ts'
import { checkLeader } from './check-leader.ts'
import { depthSignals } from './depth-signals.ts'
import { scoreArticle } from './score-article.ts'
import { SCORE_POLICY } from './score-policy.ts'
import { isSameScore, type ScorableArticle, type ScoringProfile, scoreWindow, unreadIn } from './score-window.ts'

const HOUR = 3_600_000
const now = Date.UTC(2026, 0, 3)
const policy = SCORE_POLICY

const articles = ['Chip plant opens', 'River floods town', 'Museum finds a lost score'].map((title, at) =>
  anArticle({
    url: `https://a.example/${at}`,
    title,
    text: `${title}. It cost 40 million dollars.`,
    wordCount: 300 * at,
  }),
)

function inWindow(article: Article, given: Partial<ScorableArticle> = {}): ScorableArticle {
  return { ...article, tier: 'T3', tierFrom: 'default', successShare: 1, sources: 1, tiers: 1, ...given }
}

function profileOf(text: string, version: number): ScoringProfile {
  const terms = subjectTerms({ title: text, text: null, language: 'en', sourceName: null })
  return { version, vector: subjectVector(terms, backgroundIdf('en', text)) }
}

const factsFor = (list: readonly Article[], profile: ScoringProfile | null) =>
  new Map<string, ArticleFacts>(
    list.map((article) => {
      const likeness = profile && textLikeness(profile.vector, article, backgroundIdf('en', article.title))
      return [article.key, { contentHash: article.contentHash, signals: depthSignals(article), likeness }]
    }),
  )
const keysOf = (list: readonly ScorableArticle[]) => list.map(({ key }) => key)
const none = new Map<string, never>()

describe('scoreWindow', () => {
  const window = articles.map((article) => inWindow(article))
  const profile = profileOf('chip plant', 4)
  const first = scoreWindow(window, { scores: none, facts: factsFor(articles, profile) }, { policy, profile, now })
  const scores = new Map<string, KnownScore>(first.map((one) => [one.key, one]))

  test('keeps the order of the window and the version of the text', () => {
    expect(first.map(({ key }) => key)).toEqual(articles.map(({ key }) => key))
    expect(first[0]!.contentHash).toBe(articles[0]!.contentHash)
    expect(first[0]!.score.profileVersion).toBe(4)
  })

  test('puts what the reader cares about ahead', () => {
    const [chips, river] = first.map(({ score }) => score.parts.relevance)
    expect(chips).toBeGreaterThan(river!)
  })

  test('a score is the same only where all of it is', () => {
    const [one] = first
    expect(isSameScore(one!, structuredClone(one!))).toBe(true)
    expect(isSameScore(one!, undefined)).toBe(false)
    const { score } = one!
    const others: KnownScore[] = [
      { ...one!, contentHash: 'another' },
      { ...one!, score: { ...score, value: score.value + 1 } },
      { ...one!, score: { ...score, takenAt: now + 1 } },
      { ...one!, score: { ...score, profileVersion: 5 } },
      { ...one!, score: { ...score, inputs: { ...score.inputs, sources: 2 } } },
      { ...one!, score: { ...score, parts: { ...score.parts, depth: score.parts.depth + 1 } } },
    ]
    expect(others.filter((other) => isSameScore(one!, other))).toEqual([])
  })

  test('needs no text again while nothing but the hour has changed', () => {
    expect(unreadIn(window, { scores, facts: none }, profile)).toEqual({ signals: [], likeness: [] })
    const later = scoreWindow(window, { scores, facts: none }, { policy, profile, now: now + HOUR })
    expect(later[0]!.score.parts.recency).toBeLessThan(first[0]!.score.parts.recency)
    expect(later[0]!.score.parts.relevance).toBe(first[0]!.score.parts.relevance)
  })

  test('reads what is new or changed alone', () => {
    const changed = inWindow({ ...articles[1]!, contentHash: 'other' })
    const added = inWindow(anArticle({ url: 'https://a.example/new' }))
    const next = [window[0]!, changed, window[2]!, added]
    const { signals, likeness } = unreadIn(next, { scores, facts: none }, profile)
    expect([keysOf(signals), keysOf(likeness)]).toEqual(Array(2).fill([changed.key, added.key]))
  })

  test('compares all with a profile that has changed, without reading texts for their signs of depth again', () => {
    const { signals, likeness } = unreadIn(window, { scores, facts: none }, profileOf('river', 5))
    expect([keysOf(signals), keysOf(likeness)]).toEqual([[], keysOf(window)])
  })

  test('reads nothing again when the profile is gone, and compares nothing without one', () => {
    expect(unreadIn(window, { scores, facts: none }, null)).toEqual({ signals: [], likeness: [] })
    expect(unreadIn(window, { scores: none, facts: none }, null).likeness).toEqual([])
  })

  test('takes signs of depth from the last score and the similarity from this run, where only that was computed', () => {
    const next = profileOf('river', 5)
    const likeness = 0.25
    const facts = new Map(window.map(({ key, contentHash }) => [key, { contentHash, signals: null, likeness }]))
    const [again] = scoreWindow(window, { scores, facts }, { policy, profile: next, now })
    expect(again!.score.inputs).toEqual({ ...first[0]!.score.inputs, likeness })
  })

  test('will not guess at a text it has not read', () => {
    expect(() => scoreWindow(window, { scores: none, facts: none }, { policy, profile: null, now })).toThrow(/not read/)
  })

  test('from memory it comes to what it comes to from nothing', () => {
    const circumstances = fc.record({
      successShare: fc.double({ min: 0, max: 1, noNaN: true }),
      sources: fc.nat({ max: 6 }),
      tiers: fc.integer({ min: 1, max: 5 }),
    })
    fc.assert(
      fc.property(fc.array(circumstances, { minLength: 3, maxLength: 3 }), fc.nat({ max: 99 }), (given, hours) => {
        const next = articles.map((article, at) => inWindow(article, given[at]!))
        const scoring = { policy, profile, now: now + hours * HOUR }
        const anew = scoreWindow(next, { scores: none, facts: factsFor(articles, profile) }, scoring)
        expect(scoreWindow(next, { scores, facts: none }, scoring)).toEqual(anew)
      }),
      { numRuns: 30, seed: 8 },
    )
  })
})

describe('checkLeader', () => {
  const [low] = scoreWindow(
    [inWindow(articles[0]!)],
    { scores: none, facts: factsFor(articles, null) },
    {
      policy,
      profile: null,
      now,
    },
  )
  const inputs = { ...low!.score.inputs, tier: 'T5' as const, sources: 4, hoursOld: 0, likeness: 0.9, words: 2000 }
  const leader = { key: 'b', score: scoreArticle(inputs, policy, { now, profileVersion: 1 }) }

  test('is silent while a better source leads', () => {
    const better = { key: 'a', score: scoreArticle({ ...inputs, tier: 'T1' }, policy, { now, profileVersion: 1 }) }
    expect(checkLeader([leader, better], policy)).toBeNull()
    expect(checkLeader([], policy)).toBeNull()
  })

  test('warns of a T5 leader with both values', () => {
    const warning = checkLeader([low!, leader], policy)
    expect(warning?.code).toBe('t5_leader')
    expect(warning?.message).toMatch(/corroboration 100, relevance 90/)
  })

  test('tells when the stored parts are not what the inputs give', () => {
    const parts = { ...leader.score.parts, corroboration: 25 }
    const warning = checkLeader([{ ...leader, score: { ...leader.score, parts } }], policy)
    expect(warning?.code).toBe('t5_leader_differs')
    expect(warning?.message).toMatch(/corroboration 100, relevance 90, but stored as 25 and 90/)
  })

  test('settles a tie by key', () => {
    const twin = { key: 'a', score: { ...leader.score, inputs: { ...inputs, tier: 'T1' as const } } }
    expect(checkLeader([leader, twin], policy)).toBeNull()
  })
})
