import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FigureArticle, figureState, isSuperseded } from './superseded.ts'

const dead = (published: number, value: string, tier = 'T1'): FigureArticle => ({
  key: `${published}-${value}`,
  published,
  tier,
  figures: [{ kind: 'dead', value }],
})
const tollOf = (articles: readonly FigureArticle[]) => figureState(articles).current.get('dead')?.value

test.each([
  ['the newest toll is in force', [dead(1, '3'), dead(2, '9'), dead(3, '14')], '14'],
  ['a correction downwards too', [dead(1, '14'), dead(2, '17'), dead(3, '15')], '15'],
  ['a late echo of an old toll is not', [dead(1, '17'), dead(2, '15'), dead(3, '17', 'T4')], '15'],
  ['a better source may return to an old value', [dead(1, '3', 'T3'), dead(2, '5', 'T3'), dead(3, '3', 'T1')], '3'],
  ['a rounded one does not replace the exact one', [dead(1, '5100'), dead(2, '5000')], '5100'],
  ['the count of a part does not replace the toll', [dead(1, '16'), dead(2, '19'), dead(3, '3')], '19'],
  ['the exact one replaces a rounded one', [dead(1, '5000'), dead(2, '5100')], '5100'],
])('%s', (_, articles, value) => expect(tollOf(articles)).toBe(value))

test('the values that were in force are told in their order, without echoes and counts of a part', () => {
  const told = [dead(1, '17'), dead(2, '15'), dead(3, '17', 'T4'), dead(4, '15'), dead(5, '3'), dead(6, '21')]
  expect(figureState(told).changes).toEqual([
    { kind: 'dead', value: '17', article: '1-17' },
    { kind: 'dead', value: '15', article: '2-15' },
    { kind: 'dead', value: '21', article: '6-21' },
  ])
})

test('an article that counts a part is current, one that gave an early toll is not', () => {
  const articles = [dead(1, '3'), dead(2, '19'), dead(3, '4')]
  expect(articles.map((one) => isSuperseded(one, figureState(articles)))).toEqual([true, false, false])
})

test('an article that rounds the figure in force is current', () => {
  const articles = [dead(1, '5000'), dead(2, '5100')]
  expect(articles.map((one) => isSuperseded(one, figureState(articles)))).toEqual([false, false])
})

test('an article with a replaced figure is superseded, one without figures never', () => {
  const articles = [dead(1, '3'), dead(2, '9'), { key: 'x', published: 0, tier: 'T1', figures: [] }]
  const current = figureState(articles)
  expect(articles.map((one) => isSuperseded(one, current))).toEqual([true, false, false])
})

test('the order of arrival does not matter', () => {
  const article = fc.record({
    published: fc.nat(5),
    value: fc.constantFrom('1', '2', '3'),
    tier: fc.constantFrom('T1', 'T3'),
  })
  fc.assert(
    fc.property(fc.uniqueArray(article, { selector: ({ published }) => published }), fc.nat(), (made, seed) => {
      const articles = made.map(({ published, value, tier }) => dead(published, value, tier))
      const shuffled = articles
        .map((one, at) => ({ one, rank: (at * 7919 + seed) % 101 }))
        .sort((a, b) => a.rank - b.rank)
      expect(tollOf(shuffled.map(({ one }) => one))).toBe(tollOf(articles))
    }),
  )
})
