import { describe, expect, test } from 'vitest'
import type { Article } from '../domain/article.ts'
import type { CrawlStory } from '../domain/crawl-story.ts'
import { keyHash } from '../text/key-hash.ts'
import { urlKey } from '../text/url-key.ts'
import { type CrawlStoryContext, normalizeCrawlStory } from './normalize-crawl-story.ts'

const now = Date.UTC(2026, 1, 15)
const crawledAt = Date.UTC(2026, 1, 14, 10, 30)
const root = 'https://www.harbour.example/business'

function aStory(given: Partial<CrawlStory> = {}): CrawlStory {
  return {
    story_id: 'harbour:0123',
    headline: 'Boats are late',
    subheadline: null,
    section: 'Shipping',
    published: '2026-02-13T22:15:00+08:00',
    published_raw: '13 Feb 2026 - 10:15PM',
    body_snippet: 'The boats of the harbour came in late on Friday.',
    comment_count: null,
    tags: [],
    content_type: 'news',
    author: null,
    language: 'en',
    parse_quality: { parse_confidence: 1, missing_fields: [], segmentation_reason: 'date_anchor+section_label' },
    provenance: { root_url: root, page_url: `${root}?page=2`, crawl_depth: 2 },
    seen_on_pages: [{ page_url: `${root}?page=2`, crawl_depth: 2 }],
    ...given,
  }
}

const source = { url: root, tab: 'en_news', category: null, name: null, language: null }
const context: CrawlStoryContext = {
  feed: 7,
  source,
  url: null,
  siteName: 'Harbour News',
  crawledAt,
  zoneGuessed: false,
  now,
  detectLanguage: null,
}

const articleOf = (story: Partial<CrawlStory>, given: Partial<CrawlStoryContext> = {}): Article =>
  normalizeCrawlStory(aStory(story), { ...context, ...given })

type Case = readonly [
  fact: string,
  story: Partial<CrawlStory>,
  given: Partial<CrawlStoryContext>,
  field: keyof Article,
  expected: unknown,
]

describe('normalizeCrawlStory', () => {
  test.each<Case>([
    ['the title is the headline', {}, {}, 'title', 'Boats are late'],
    ['a headline’s white space is collapsed', { headline: 'Boats  are\tlate' }, {}, 'title', 'Boats are late'],
    ['the address is the link’s', {}, { url: 'https://harbour.example/1' }, 'url', 'https://harbour.example/1'],
    ['without a link there is no address', {}, {}, 'url', null],
    ['nor a key to compare it by', {}, {}, 'urlKey', null],
    ['the guid is the story’s id', {}, {}, 'guid', 'harbour:0123'],
    ['the feed is the crawl’s', {}, {}, 'feed', 7],
    ['the tab is the source’s', {}, {}, 'tab', 'en_news'],
    ['the section is the category', {}, {}, 'rssCategory', 'Shipping'],
    ['a Chinese story has a final category', { language: 'zh', section: '財經' }, {}, 'finalCategory', '產經'],
    [
      'without a section the source’s category stands',
      { section: null },
      { source: { ...source, category: 'World' } },
      'rssCategory',
      'World',
    ],
    ['without either there is none', { section: null }, {}, 'rssCategory', null],
    ['the source is named as the site names itself', {}, {}, 'sourceName', 'Harbour News'],
    ['a site without a name is its host', {}, { siteName: null }, 'sourceName', 'harbour.example'],
    ['a name the user gave comes first', {}, { source: { ...source, name: 'Quay' } }, 'sourceName', 'Quay'],
    ['the time is the story’s, in UTC', {}, {}, 'published', Date.UTC(2026, 1, 13, 14, 15)],
    ['a time that was told is certain', {}, {}, 'dateUncertain', false],
    ['an undated story has the time of the crawl', { published: null }, {}, 'published', crawledAt],
    ['which is uncertain', { published: null }, {}, 'dateUncertain', true],
    ['without a clock it has the time of ingest', { published: null }, { crawledAt: null }, 'published', now],
    ['which is uncertain too', { published: null }, { crawledAt: null }, 'dateUncertain', true],
    ['a time more than a day ahead is none', { published: '2026-02-16T00:00:01Z' }, {}, 'dateUncertain', true],
    ['a time less than a day ahead is one', { published: '2026-02-16T00:00:00Z' }, {}, 'dateUncertain', false],
    [
      'a crawl more than a day ahead has no clock',
      { published: null },
      { crawledAt: now + 90_000_000 },
      'published',
      now,
    ],
    ['a profile knows the zone', {}, {}, 'dateZoneAssumed', false],
    ['nobody knows the zone of a site nobody described', {}, { zoneGuessed: true }, 'dateZoneAssumed', true],
    [
      'a zone in the text is known',
      { published_raw: '2026-02-13T14:15:00Z' },
      { zoneGuessed: true },
      'dateZoneAssumed',
      false,
    ],
    [
      'a distance in time needs no zone',
      { published_raw: '2 hours ago' },
      { zoneGuessed: true },
      'dateZoneAssumed',
      false,
    ],
    ['first seen is now', {}, {}, 'firstSeen', now],
    ['the text is the snippet', {}, {}, 'text', 'The boats of the harbour came in late on Friday.'],
    ['a story without text has none', { body_snippet: null }, {}, 'text', null],
    ['there is no HTML', {}, {}, 'body', null],
    ['the description is the subheadline', { subheadline: 'A tide too low' }, {}, 'description', 'A tide too low'],
    ['else the snippet', {}, {}, 'description', 'The boats of the harbour came in late on Friday.'],
    [
      'of which the start is enough',
      { body_snippet: 'word '.repeat(200) },
      {},
      'description',
      `${'word '.repeat(100).trim()}…`,
    ],
    ['else there is none', { body_snippet: null }, {}, 'description', null],
    ['the author is the story’s', { author: 'Ann Lee', content_type: 'opinion' }, {}, 'author', 'Ann Lee'],
    ['news is no category', { content_type: 'news' }, {}, 'categories', []],
    ['other types are', { content_type: 'sponsored' }, {}, 'categories', ['sponsored']],
    [
      'so are tags, and they come first',
      { tags: ['exclusive'], content_type: 'video' },
      {},
      'categories',
      ['exclusive', 'video'],
    ],
    [
      'an agency in the dateline is the publisher',
      { body_snippet: 'OSLO (Reuters) - Boats.' },
      {},
      'publisher',
      'Reuters',
    ],
    ['the language is the page’s', { language: 'en-GB' }, {}, 'language', 'en'],
    ['the tab’s language comes first', {}, { source: { ...source, language: 'no' } }, 'language', 'no'],
    [
      'else the text shows it',
      { language: null, headline: '港口的船遲到了', body_snippet: '船隻星期五很晚才到。' },
      {},
      'language',
      'zh',
    ],
    ['the words of the text are counted', {}, {}, 'wordCount', 10],
    ['no text has no words', { body_snippet: null }, {}, 'wordCount', 0],
    ['477 words are three minutes', { body_snippet: 'word '.repeat(477) }, {}, 'readingMinutes', 3],
    ['a snippet that breaks off is part of the text', { body_snippet: 'The boats…' }, {}, 'partialContent', true],
    ['there are no pictures', {}, {}, 'media', []],
    [
      'the pages are kept as provenance',
      {},
      {},
      'provenance',
      { rootUrl: root, pageUrl: `${root}?page=2`, crawlDepth: 2 },
    ],
  ])('%s', (_fact, story, given, field, expected) => expect(articleOf(story, given)[field]).toEqual(expected))

  test('the key is that of the address, as for any article', () => {
    const url = 'https://www.harbour.example/1'
    expect(articleOf({}, { url }).key).toBe(keyHash(urlKey('http://harbour.example/1')!))
  })

  test('without an address the key is made of source and story, never of the page', () => {
    const { key } = articleOf({})
    const elsewhere = { root_url: root, page_url: `${root}?page=9`, crawl_depth: 1 }
    expect(articleOf({ provenance: elsewhere }).key).toBe(key)
    expect(articleOf({}, { feed: 8 }).key).toBe(key)
    expect(articleOf({ story_id: 'harbour:4567' }).key).not.toBe(key)
    expect(articleOf({}, { source: { ...source, url: 'https://quay.example/' } }).key).not.toBe(key)
  })

  test('the content hash follows headline and text, and nothing else', () => {
    const { contentHash } = articleOf({})
    expect(articleOf({ section: 'Sea', comment_count: 9, published: null }).contentHash).toBe(contentHash)
    expect(articleOf({ body_snippet: 'Other words.' }).contentHash).not.toBe(contentHash)
    expect(articleOf({ headline: 'Boats are in' }).contentHash).not.toBe(contentHash)
  })
})
