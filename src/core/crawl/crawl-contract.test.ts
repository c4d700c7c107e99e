import { describe, expect, test } from 'vitest'
import type { CrawlStory } from '../domain/crawl-story.ts'
import { parseCrawl } from './parse-crawl.ts'

/* Sentences of the contract where two rules meet on one page. */

const root = 'https://www.scmp.com/business'
const date = '13 Feb 2026 - 10:15PM'
const earlier = '12 Feb 2026 - 09:05AM'
const first = ['Tech', 'Boats are late', date]

const crawlOf = (lines: readonly string[], page: object = {}, crawl: object = {}) => ({
  start_url: root,
  crawl_time_utc: '2026-02-14T10:30:00Z',
  source_profile_name: 'scmp',
  pages: [{ url: root, depth: 1, text: lines.join('\n'), ...page }],
  ...crawl,
})

const h2 = (...texts: string[]) => ({ headings: texts.map((text) => ({ level: 2, text })) })

type Case = readonly [fact: string, lines: readonly string[], second: Partial<CrawlStory>]

describe('the story after a popular block', () => {
  const block = ['MOST POPULAR', 'Ferries', 'Ships in fog']
  test.each<Case>([
    ['keeps its section', ['Companies', 'Trains are late', earlier], { section: 'Companies' }],
    ['keeps its exclusive label', ['Exclusive', 'Trains are late', earlier], { tags: ['exclusive'] }],
    ['keeps its duration', ['03:20', 'Trains are late', earlier], { content_type: 'video' }],
    ['keeps its sponsor', ['Paid Post:', 'Trains are late', earlier], { content_type: 'sponsored' }],
    ['keeps its author', ['Jane Park', 'Opinion', 'Trains are late', earlier], { author: 'Jane Park' }],
    ['keeps its count', ['Tech', 'Trains are late', earlier, '9'], { comment_count: 9 }],
    ['keeps its subheadline', ['Tech', 'Trains are late', 'Snow', earlier], { subheadline: 'Snow' }],
    ['is kept though only its place tells it', ['Trains are late', earlier], { section: null }],
  ])('%s', (_fact, lines, second) => {
    const { stories } = parseCrawl(crawlOf([...first, 'Text of boats.', ...block, ...lines]))
    expect(stories).toMatchObject([
      { headline: 'Boats are late', body_snippet: 'Text of boats.' },
      { headline: 'Trains are late', ...second },
    ])
  })

  test('is no other though the block names it first, as a heading', () => {
    const lines = ['TRENDING TOPICS', 'Trains are late', 'Fog', ...first, 'Tech', 'Trains are late', earlier]
    const { stories, feed_meta } = parseCrawl(crawlOf(lines, h2('Boats are late', 'Trains are late')))
    expect(stories.map((story) => story.headline)).toEqual(['Boats are late', 'Trains are late'])
    expect(feed_meta.noise_lines_stripped).toBe(3)
  })
})

describe('a sponsored block', () => {
  const other = ['Tech', 'Trains are late', earlier]
  test.each<[string, readonly string[], object, string | null]>([
    ['with headline and date is a story', ['In partnership with:', 'Save now', date, ...other], {}, 'sponsored'],
    ['may name its sponsor', ['In partnership with:', 'Acme', 'Save now', date, ...other], h2('Save now'), 'sponsored'],
    ['without a date is dropped', ['In partnership with:', 'Acme', 'Save now', ...other], {}, null],
    ['of the other kind is one too', ['Paid Post:', 'Save now', date, ...other], {}, 'sponsored'],
  ])('%s', (_fact, lines, page, type) => {
    const { stories } = parseCrawl(crawlOf(lines, page))
    expect(stories.find((story) => story.headline === 'Save now')?.content_type ?? null).toBe(type)
    expect(stories.at(-1)).toMatchObject({ headline: 'Trains are late', content_type: 'news' })
  })
})

describe('the crawl’s own fields', () => {
  test.each([
    ['an object', { total_pages: 1, pages_by_depth: { 1: 1 } }],
    ['text', 'Crawled 1 page'],
    ['missing', undefined],
  ])('a summary that is %s changes nothing', (_fact, summary) => {
    expect(parseCrawl(crawlOf(first, {}, { summary }))).toEqual(parseCrawl(crawlOf(first)))
  })

  test('the root page’s fields at the top are not a second page', () => {
    const crawl = crawlOf(first)
    const { text } = crawl.pages[0]!
    const { feed_meta, stories } = parseCrawl({ ...crawl, success: true, url: root, title: 'Business', text })
    expect([feed_meta.pages_crawled, feed_meta.duplicates_removed, stories.length]).toEqual([1, 0, 1])
  })

  test('the profile of the contract’s own example is taken as it stands', () => {
    const profile = {
      name: 'scmp',
      timezone: 'Asia/Hong_Kong',
      date_patterns: ['\\d{1,2}\\s+\\w+\\s+\\d{4}\\s*-\\s*\\d{1,2}:\\d{2}[AP]M', '\\d+\\s+(minutes|hours)\\s+ago'],
      section_labels: ['Business', 'Tech', 'Opinion'],
      noise_markers: ['TRENDING TOPICS', 'MOST POPULAR', 'MORE LATEST NEWS', 'MORE COMMENT'],
      sponsored_markers: ['In partnership with:', 'Paid Post:'],
      exclusive_markers: ['Exclusive'],
      opinion_labels: ['Opinion', 'Macroscope', 'As I see it'],
    }
    const lines = [...first, 'Macroscope', 'Why trains matter', '2 hours ago']
    expect(parseCrawl(crawlOf(lines), { profile }).stories).toMatchObject([
      { headline: 'Why trains matter', content_type: 'opinion', published: '2026-02-14T16:30:00+08:00' },
      { headline: 'Boats are late', published: '2026-02-13T22:15:00+08:00' },
    ])
  })
})

describe('times', () => {
  test('a relative and an absolute time of one local day are one day', () => {
    const deep = { url: `${root}/deep`, depth: 2, text: ['Tech', 'Boats are late', '18 hours ago'].join('\n') }
    const crawl = crawlOf(['Tech', 'Boats are late', '14 Feb 2026 - 12:30AM'])
    const { stories, feed_meta } = parseCrawl({ ...crawl, pages: [...crawl.pages, deep] })
    expect([stories.length, feed_meta.duplicates_removed]).toEqual([1, 1])
  })

  test('without a clock the text is kept, the time is null, and the story says so', () => {
    const { stories, warnings } = parseCrawl(crawlOf(['Tech', 'Boats', '2 hours ago'], {}, { crawl_time_utc: null }))
    expect(stories).toMatchObject([
      { published: null, published_raw: '2 hours ago', parse_quality: { missing_fields: ['published'] } },
    ])
    expect(warnings.map((warning) => warning.code)).toEqual(['RELATIVE_DATE_WITHOUT_CLOCK'])
  })

  test.each<[string, string, string, readonly string[]]>([
    ['day first', '13/02/2026 22:15', '2026-02-13T22:15:00+00:00', []],
    ['month first where the day can be no month', '02/13/2026 22:15', '2026-02-13T22:15:00+00:00', []],
    ['with dots', '13.02.2026, 22:15 Uhr', '2026-02-13T22:15:00+00:00', []],
    ['of equal numbers', '02/02/2026', '2026-02-02T00:00:00+00:00', []],
    [
      'that could be two days is read day first, in doubt',
      '02/03/2026',
      '2026-03-02T00:00:00+00:00',
      ['DATE_ORDER_ASSUMED'],
    ],
  ])('a date in numbers %s', (_fact, line, published, warnings) => {
    const feed = parseCrawl(crawlOf(['Boats are late', line], h2('Boats are late')), { profile: 'generic' })
    expect(feed.stories).toMatchObject([{ published }])
    expect(feed.warnings.map((warning) => warning.code)).toEqual(warnings)
    expect(feed.stories[0]!.parse_quality.parse_confidence).toBe(warnings.length === 0 ? 0.73 : 0.68)
  })

  test('a profile that says the order leaves no doubt', () => {
    const own = { name: 'own', timezone: 'UTC', date_patterns: ['\\d+/\\d+/\\d{4}'], date_order: 'mdy' }
    const feed = parseCrawl(crawlOf(['Boats are late', '02/03/2026'], h2('Boats are late')), { profile: own })
    expect([feed.stories[0]!.published, feed.warnings]).toEqual(['2026-02-03T00:00:00+00:00', []])
  })
})

test('a headline said again in its own text opens no other story', () => {
  const lines = [...first, 'Boats are late', 'So the harbour is empty.', 'Tech', 'Trains are late', earlier]
  const { stories, warnings } = parseCrawl(crawlOf(lines, h2('Boats are late', 'Trains are late')))
  expect(stories.map((story) => story.body_snippet)).toEqual(['Boats are late So the harbour is empty.', null])
  expect(warnings).toEqual([])
})
