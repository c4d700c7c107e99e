import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KnownScore } from '../core/domain/score.ts'
import type { Tier } from '../core/domain/source.ts'
import { newProfile } from '../core/interests/profile.ts'
import { SCORE_POLICY } from '../core/score/score-policy.ts'
import type { Store } from '../io/store/open-store.ts'
import type { ArticleLine } from '../io/store/windows.ts'
import type { FeedOverview } from './feed-overview.ts'
import { linesReaching } from './lines-reaching.ts'
import { type ScoringDeps, scoreLines, storyContext } from './window-scores.ts'
import { windowSubjects } from './window-subjects.ts'

const HOUR_MS = 3_600_000
const TIERS: readonly Tier[] = ['T1', 'T3', 'T5']
const feeds = TIERS.map((tier, at) => ({
  feed: { id: at + 1 },
  source: { tier },
  health: { polls: 0 },
})) as unknown as FeedOverview[]
const NOW = 100 * HOUR_MS

interface Drawn {
  readonly line: ArticleLine
  readonly known: KnownScore
}

/** An article and what was read of its text, as a stored score keeps it. */
const drawn = (): fc.Arbitrary<Drawn> =>
  fc
    .record({
      n: fc.nat(1_000_000),
      feed: fc.integer({ min: 1, max: 3 }),
      hours: fc.nat(90),
      story: fc.constantFrom('a', 'b', 'c'),
      isCopy: fc.boolean(),
      wordCount: fc.constantFrom(50, 300, 2000),
      partialContent: fc.boolean(),
      likeness: fc.double({ min: 0, max: 1, noNaN: true }),
      says: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    })
    .map(({ n, hours, isCopy, likeness, says: [hasData, hasList, hasReference], ...rest }) => {
      const line = { id: n, key: `k${n}`, contentHash: 'h', url: null, published: NOW - hours * HOUR_MS, ...rest }
      const all = { ...line, language: 'en', title: '', description: null, copyOf: isCopy ? 'k' : null }
      const inputs = { likeness, hasData, hasList, hasReference }
      const known = { contentHash: 'h', score: { inputs, profileVersion: 3 } } as unknown as KnownScore
      return { line: all as unknown as ArticleLine, known }
    })

/** A store that knows the scores of all articles, and which of them it was asked for. */
function storeOf(all: readonly Drawn[]) {
  const asked: string[] = []
  const scoresOf = async (_reader: number, keys: readonly string[]) => {
    asked.push(...keys)
    return new Map(all.filter(({ line }) => keys.includes(line.key)).map(({ line, known }) => [line.key, known]))
  }
  const nothing = { storiesByKey: async () => [], membersOfStories: async () => [] }
  const epochs = { lastEpoch: async () => 0, newestEpoch: async () => null }
  return { store: { ...nothing, ...epochs, scoresOf } as unknown as Store, asked }
}

async function reachingOf(all: readonly Drawn[], minimumImportance: number, followed: ReadonlySet<string>) {
  const lines = all.map(({ line }) => line)
  const { store, asked } = storeOf(all)
  const profile = { ...newProfile({ interests: { rain: 1 }, categories: [], languages: [] }), version: 3 }
  const deps: ScoringDeps = { store, reader: 1, feeds, profile, policy: SCORE_POLICY }
  const context = await storyContext(lines, [], { from: 0, to: 0 }, deps)
  const found = await linesReaching(
    lines,
    { minimumImportance, followed, now: NOW },
    { context, subjects: windowSubjects(store) },
    deps,
  )
  const askedFor = [...asked]
  const scores = await store.scoresOf(
    1,
    lines.map(({ key }) => key),
  )
  const { articles } = await scoreLines({ lines, scores }, context, deps, NOW)
  const plain = articles.filter(
    ({ score, story }) => score !== null && (score.value >= minimumImportance || followed.has(story)),
  )
  return { found, askedFor, plain: plain.map(({ article }) => article), scored: articles }
}

test('finds what scoring every article finds', async () => {
  const articles = fc.uniqueArray(drawn(), { selector: ({ line }) => line.key, maxLength: 12 })
  const followed = fc.subarray(['a', 'b', 'c'])
  await fc.assert(
    fc.asyncProperty(articles, fc.integer({ min: 0, max: 100 }), followed, async (all, least, followed) => {
      const { found, plain } = await reachingOf(all, least, new Set(followed))
      expect(found).toEqual(plain)
    }),
  )
})

test('no score is loaded where every article is wanted, and few where the text cannot matter', async () => {
  const all = fc.sample(drawn(), { numRuns: 40, seed: 1 }).map((one, n) => {
    return { ...one, line: { ...one.line, key: `k${n}`, copyOf: null } }
  })
  const none = await reachingOf(all, 0, new Set())
  expect(none.askedFor).toEqual([])
  expect(none.found).toHaveLength(40)
  const some = await reachingOf(all, 50, new Set())
  expect(some.found).toEqual(some.plain)
  const isOpen = new Set(some.askedFor)
  expect(isOpen.size).toBeLessThan(40)
  for (const { article, score } of some.scored) {
    const { relevance, depth } = score!.parts
    const without = score!.value - 0.2 * relevance - 0.15 * depth
    if (without >= 50 || without + 35 < 50) expect(isOpen).not.toContain(article.key)
  }
})
