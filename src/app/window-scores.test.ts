import { describe, expect, test } from 'vitest'
import type { Tier } from '../core/domain/source.ts'
import { SCORE_POLICY } from '../core/score/score-policy.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoryMember } from '../io/store/windows.ts'
import type { FeedOverview } from './feed-overview.ts'
import { storyContext, type ToldArticle } from './window-scores.ts'

const TIERS: readonly Tier[] = ['T1', 'T2', 'T3']
const feeds = TIERS.map((tier, at) => ({ feed: { id: at + 1 }, source: { tier } })) as unknown as FeedOverview[]

const told = (feed: number, copyOf: string | null = null, published = 10): ToldArticle => {
  const text = { title: 'Rain', description: null, language: 'en' }
  return { key: `k${feed}`, feed, url: null, published, story: 's', copyOf, ...text }
}

function contextOf(articles: readonly ToldArticle[], others: readonly StoryMember[], by: 'newsrooms' | 'feeds') {
  const store = { storiesByKey: async () => [], membersOfStories: async () => others } as unknown as Store
  const policy = { ...SCORE_POLICY, corroboration: by }
  return storyContext(articles, [], { from: 0, to: 20 }, { store, feeds, policy })
}

test.each([
  ['newsrooms span their tiers', [told(1), told(2), told(3)], 'newsrooms', ['T1', 'T2', 'T3']],
  ['a reprint adds no tier to them', [told(1), told(2), told(3, 'k1')], 'newsrooms', ['T1', 'T2']],
  ['where feeds are counted, it does', [told(1), told(2), told(3, 'k1')], 'feeds', ['T1', 'T2', 'T3']],
] as const)('%s', async (_fact, articles, by, tiers) => {
  const { witnesses } = await contextOf(articles, [], by)
  expect(witnesses.tiersOf(['s'])).toEqual(tiers)
})

test('who told a story before is known once, also when the window has the article itself', async () => {
  const { members } = await contextOf([told(1), told(2, null, 30)], [told(1), told(3, null, 5)], 'newsrooms')
  expect(members.map(({ key }) => key).sort()).toEqual(['k1', 'k2', 'k3'])
})

describe('one event in several languages', () => {
  const ferry = (feed: number, story: string, language: string, title: string, published = 10): ToldArticle => ({
    ...told(feed, null, published),
    key: `${feed} ${story}`,
    story,
    language,
    title,
  })
  const english = ferry(1, 'en', 'en', 'Ferry Dalisay sinks off Cuyo')
  const german = ferry(2, 'de', 'de', 'Fähre «Dalisay» vor Cuyo gesunken')
  const spanish = ferry(2, 'es', 'es', 'Se hunde el ferri «Dalisay» frente a Cuyo')

  test('a newsroom that tells it in two languages counts once', async () => {
    const { events } = await contextOf([english, german, spanish], [], 'newsrooms')
    expect([...events.byStory.values()]).toEqual(['de', 'de', 'de'])
    expect(events.newsrooms.get('de')).toBe(2)
  })

  test('what was told before the window counts', async () => {
    const store = { storiesByKey: async () => [], membersOfStories: async () => [] } as unknown as Store
    const later = ferry(3, 'de', 'de', 'Kapitän in Haft', 30)
    const span = { from: 0, to: 20 }
    const { events } = await storyContext([english, later], [german], span, { store, feeds, policy: SCORE_POLICY })
    expect(events.newsrooms.get('de')).toBe(3)
  })
})
