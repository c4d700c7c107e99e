import { describe, expect, test } from 'vitest'
import { parseSettings } from '../io/config/read-settings.ts'
import { tabForSource, tabNamed, tabsOf } from './tabs.ts'

const { tabs: settings } = parseSettings(
  'tabs:\n  en_news:\n    name: News\n    item_limit_per_category: 3\n    sources: [{url: "https://a.example/", category: World}]\n',
  'feeds.yaml',
  [],
).settings

const tabs = tabsOf(settings, [
  { tab: 'Science', category: 'Space' },
  { tab: 'Science', category: null },
  { tab: 'en_news', category: 'Europe' },
  { tab: null, category: 'Nowhere' },
  { tab: 'ja_tech', category: null },
  { tab: 'Science', category: 'Oceans' },
])

test('tabs of the settings come first, then those that only stored sources name', () => {
  expect(tabs).toEqual([
    { id: 'en_news', name: 'News', language: 'en', limit: 3, categories: ['World', 'Europe'] },
    { id: 'Science', name: 'Science', language: null, limit: 5, categories: ['Space', 'Oceans'] },
    { id: 'ja_tech', name: 'ja_tech', language: 'ja', limit: 5, categories: [] },
  ])
})

describe('a tab that a user names', () => {
  test.each([
    ['by its key', 'en_news', 'en_news'],
    ['by its name', 'News', 'en_news'],
    ['that only a source has', 'Science', 'Science'],
  ])('%s', (_fact, wanted, id) => expect(tabNamed(tabs, wanted, '--tab').id).toBe(id))

  test('and that is not there is refused with those that are', () => {
    expect(() => tabNamed(tabs, 'sience', '--tab')).toThrow(
      '--tab must be one of en_news, Science, ja_tech, got "sience"',
    )
    expect(() => tabNamed([], 'x', '--tab')).toThrow('there are no tabs')
  })
})

describe('the tab of a new source', () => {
  test.each([
    ['is the one named', tabs, 'News', false, 'en_news'],
    ['may be the first', [], 'world', false, 'world'],
    ['may be new when that is said', tabs, 'world', true, 'world'],
  ])('%s', (_fact, known, wanted, mayBeNew, id) => expect(tabForSource(known, wanted, mayBeNew)).toBe(id))

  test('is not new by mistake', () => {
    expect(() => tabForSource(tabs, 'sience', false)).toThrow(
      '--tab must be one of en_news, Science, ja_tech, got "sience"; with --new-tab it becomes a new tab',
    )
  })
})
