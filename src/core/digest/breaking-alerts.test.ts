import { expect, test } from 'vitest'
import { aWindowArticle, aWindowStory, SEVEN } from '../../../tests/support/a-digest-input.ts'
import { BREAKING_POLICY, breakingAlerts } from './breaking-alerts.ts'
import type { WindowArticle } from './digest-input.ts'

const MINUTE_MS = 60_000
const flash = (with_: Partial<WindowArticle> = {}) =>
  aWindowArticle('a', { story: 's', score: 80, tier: 'T1', published: SEVEN - 119 * MINUTE_MS, ...with_ })
const alertsFor = (articles: readonly WindowArticle[], newsrooms = 3, alerted: readonly string[] = []) =>
  breakingAlerts({
    articles,
    stories: [aWindowStory('s', { newsrooms })],
    alerted: new Set(alerted),
    now: SEVEN,
    policy: BREAKING_POLICY,
  })

test('an important young story of three newsrooms and a first-tier source is breaking', () => {
  expect(alertsFor([flash()])).toMatchObject([{ story: 's', article: { key: 'a' }, score: 80, newsrooms: 3 }])
})

test.each<[string, Partial<WindowArticle>]>([
  ['scores too little', { score: 79.4 }],
  ['comes from a lower tier', { tier: 'T2' }],
  ['is two hours old', { published: SEVEN - 120 * MINUTE_MS }],
  ['has no sure date', { dateUncertain: true }],
  ['has no address', { url: null }],
])('one that %s is not', (_fact, with_) => expect(alertsFor([flash(with_)])).toEqual([]))

test('two newsrooms are not enough', () => expect(alertsFor([flash()], 2)).toEqual([]))
test('a story is alerted once', () => expect(alertsFor([flash()], 3, ['s'])).toEqual([]))
test('by its best article', () => {
  expect(alertsFor([flash(), flash({ key: 'b', score: 90 })]).map(({ article }) => article.key)).toEqual(['b'])
})
