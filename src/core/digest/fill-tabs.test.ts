import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aDigestInput, aWindowArticle, SEVEN } from '../../../tests/support/a-digest-input.ts'
import { buildDigest } from './build-digest.ts'
import type { DigestInput, WindowArticle } from './digest-input.ts'

const DAY_MS = 86_400_000
const tab = {
  id: 'zh_news',
  name: '中文新聞',
  language: 'zh',
  limit: 3,

  categories: ['國際', '產經', '社會'],
}
const an = (key: string, rssCategory: string | null, score: number, with_: Partial<WindowArticle> = {}) =>
  aWindowArticle(key, { tab: 'zh_news', language: 'zh', title: `港口${key}`, rssCategory, score, ...with_ })
const shownIn = (articles: readonly WindowArticle[], with_: Partial<DigestInput> = {}) =>
  buildDigest(aDigestInput(articles, { tabs: [tab], ...with_ })).tabs[0]!.items
const keys = (articles: readonly WindowArticle[], with_: Partial<DigestInput> = {}) =>
  shownIn(articles, with_).map(({ article }) => article.key)

describe('a tab', () => {
  test('takes categories in turn in the order of the file, the best of each first', () => {
    const articles = [
      an('a', '社會', 90),
      an('b', '國際', 20),
      an('c', '國際', 40),
      an('d', '產經', 10),
      an('e', '社會', 80),
    ]
    expect(keys(articles)).toEqual(['c', 'd', 'a'])
    expect(keys(articles, { tabs: [{ ...tab, limit: 5 }] })).toEqual(['c', 'd', 'a', 'b', 'e'])
  })

  test('shows a story once', () => {
    expect(
      keys([an('a', '國際', 90, { story: 's' }), an('b', '產經', 80, { story: 's' }), an('c', '產經', 70)]),
    ).toEqual(['a', 'c'])
  })

  test('shows an event once, by an article whose figures still hold, though another scores higher', () => {
    const old = an('a', '國際', 90, { story: 's', title: '渡輪沉沒 3人死亡', published: SEVEN - 9 * 3_600_000 })
    const current = an('b', '國際', 50, { story: 't', title: '渡輪沉沒 16人死亡', published: SEVEN - 3_600_000 })
    const events = new Map([
      ['s', 'e'],
      ['t', 'e'],
    ])
    expect(keys([old, current], { events })).toEqual(['b'])
    const elsewhere = an('b', '國際', 50, { ...current, tab: 'other' })
    expect(keys([old, elsewhere, an('c', '社會', 10)], { events })).toEqual(['c', 'a'])
    expect(keys([old, elsewhere, an('c', '社會', 10)], { events, tabs: [{ ...tab, limit: 1 }] })).toEqual(['c'])
  })

  test('of a saved search takes what the search found, whatever tab that is in', () => {
    const articles = [an('a', '社會', 20), an('b', '國際', 90, { tab: 'other' }), an('c', '國際', 99)]
    const search = { ...tab, id: 'search-7', categories: [], found: new Set(['a', 'b']) }
    expect(keys(articles, { tabs: [search] })).toEqual(['b', 'a'])
  })

  test('goes on where one category has nothing, and leaves unknown categories to the end', () => {
    expect(keys([an('a', null, 99), an('b', '社會', 10), an('c', '社會', 20)])).toEqual(['c', 'a', 'b'])
  })

  test('shows neither copies nor what has no address, nor another tab’s', () => {
    const articles = [
      an('a', '國際', 50, { url: null }),
      { ...an('b', '國際', 50), score: null },
      an('c', '國際', 5, { tab: 'en_news' }),
    ]
    expect(keys(articles)).toEqual([])
  })

  test('that is short takes older articles and marks them', () => {
    const older = [an('o', '國際', 90, { published: SEVEN - 3 * DAY_MS, firstSeen: SEVEN - 3 * DAY_MS })]
    const items = shownIn([an('a', '社會', 10)], { older })
    expect(items.map((item) => [item.article.key, item.older])).toEqual([
      ['a', false],
      ['o', true],
    ])
  })

  test('selects from the newest of each feed, copies counted; the key decides between articles of one moment', () => {
    const at = (minute: number, feed = 1): Partial<WindowArticle> => ({ published: SEVEN - minute * 60_000, feed })
    const articles = [
      an('a', '社會', 95, at(9)),
      an('b', '社會', 90, at(5)),
      an('c', '社會', 20, at(5)),
      an('d', '社會', 10, at(1)),
      { ...an('e', '社會', 0, at(0)), score: null },
      an('f', '社會', 5, at(50, 2)),
    ]
    const mostOfFeed = new Map([[1, 3]])
    expect(keys(articles, { mostOfFeed })).toEqual(['b', 'd', 'f'])
    const older = [an('o', '社會', 99, at(3000))]
    expect(keys(articles, { mostOfFeed, older })).toEqual(['b', 'd', 'f'])
  })

  test('carries the source’s category and the final one, the title as it was', () => {
    expect(shownIn([an('a', '國際', 10, { finalCategory: '全球國際新聞' })])[0]).toMatchObject({
      rssCategory: '國際',
      finalCategory: '全球國際新聞',
      article: { title: '港口a', language: 'zh' },
    })
  })

  test('does not repeat what the digest before showed, but may what an earlier one did, when it is short', () => {
    const [before, earlier] = [SEVEN - DAY_MS / 2, SEVEN - DAY_MS]
    const record = (story: string, at: number) => ({
      story,
      rank: 1,
      articles: 1,
      newest: 'x',
      newestSeenAt: SEVEN,
      at,
    })
    const previous = { at: before, stories: [record('story-a', before), record('story-b', earlier)] }
    expect(keys([an('a', '國際', 90), an('b', '國際', 80), an('c', '國際', 10)], { previous })).toEqual(['c', 'b'])
  })
})

test('a tab has exactly its limit, or one for each story there is', () => {
  const rows = fc.array(
    fc.record({
      story: fc.integer({ min: 0, max: 12 }),
      category: fc.constantFrom('國際', '產經', '房市', null),
      score: fc.integer({ min: 0, max: 100 }),
      isOlder: fc.boolean(),
    }),
    { maxLength: 25 },
  )
  fc.assert(
    fc.property(rows, fc.integer({ min: 0, max: 8 }), (list, limit) => {
      const all = list.map(({ story, category, score, isOlder }, at) => ({
        isOlder,
        article: an(`k${at}`, category, score, { story: `s${story}` }),
      }))
      const articles = all.filter(({ isOlder }) => !isOlder).map(({ article }) => article)
      const older = all.filter(({ isOlder }) => isOlder).map(({ article }) => article)
      const items = shownIn(articles, { older, tabs: [{ ...tab, limit }] })
      const stories = new Set(all.map(({ article }) => article.story))
      expect(items).toHaveLength(Math.min(limit, stories.size))
      const shown = items.map((item) => all.find(({ article }) => article.key === item.article.key)!.article.story)
      expect(new Set(shown).size).toBe(shown.length)
    }),
    { seed: 5, numRuns: 60 },
  )
})
