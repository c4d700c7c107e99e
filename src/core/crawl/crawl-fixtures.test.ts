import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseCrawl } from './parse-crawl.ts'

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../tests/fixtures/crawls/${name}.json`, import.meta.url), 'utf8'))

describe('scmp-hub', () => {
  const feed = parseCrawl(fixture('scmp-hub'))

  test('every story comes out, newest first, with its own fields', () => {
    const facts = feed.stories.map((story) => [
      story.published,
      story.headline,
      story.section,
      story.content_type,
      story.comment_count,
    ])
    expect(facts).toEqual([
      ['2026-02-14T17:54:00+08:00', 'Office rents fall for a ninth quarter', 'Property', 'news', 12],
      ['2026-02-14T16:30:00+08:00', 'Inside the robot port that never sleeps', 'Tech', 'video', null],
      ['2026-02-14T08:00:00+08:00', 'Bond yields are telling Asia to slow down', 'Macroscope', 'opinion', 7],
      ['2026-02-14T00:00:00+08:00', 'Five questions to ask before you retire', null, 'sponsored', null],
      [
        '2026-02-13T22:15:00+08:00',
        'Harbour Ferries orders ten electric boats for cross-harbour routes',
        'Companies',
        'news',
        48,
      ],
      ['2026-02-13T18:45:00+08:00', 'Shares slip as tariffs loom', 'Markets', 'analysis', 1204],
      ['2026-02-12T09:05:00+08:00', 'Airline trims baggage allowance on short flights', 'Companies', 'news', 3],
    ])
  })

  test('bodies belong to the story above them', () => {
    expect(feed.stories.map((story) => story.body_snippet)).toEqual([
      'Grade A rents in Central fell 2.1 per cent. What comes next Agents expect a floor by the autumn.',
      'The terminal runs on a private network.',
      'The curve has flattened since 3 Jan 2026 - 09:00AM, when the first cut was hinted at.',
      'Find out more.',
      'The operator will pay HK$900 million over five years.',
      'The index lost 1.2 per cent.',
      'Passengers may carry one bag.',
    ])
  })

  test('the hub’s copies are kept and know the other pages', () => {
    const [rents, , , , ferries] = feed.stories
    expect(rents!.provenance.crawl_depth).toBe(1)
    expect(rents!.subheadline).toBe('Landlords offer longer rent-free periods')
    expect(ferries!.tags).toEqual(['exclusive'])
    expect(ferries!.seen_on_pages.map((seen) => seen.crawl_depth)).toEqual([1, 2])
  })

  test('the counters agree', () => {
    expect(feed.feed_meta).toMatchObject({
      pages_crawled: 3,
      stories_extracted: 7,
      duplicates_removed: 2,
      noise_lines_stripped: 39,
    })
  })

  test('each doubt is a warning', () => {
    expect(feed.warnings.map((warning) => warning.code)).toEqual(['HEADING_SPACING_DIFFERS', 'STRIP_RULE_AMBIGUOUS'])
  })
})

describe('generic-hub', () => {
  const feed = parseCrawl(fixture('generic-hub'))

  test('sections are learnt from the menu and the dates of four forms are read', () => {
    expect(feed.feed_meta.source_name).toBe('The Pier Gazette')
    expect(feed.stories.map(({ published, headline, section }) => [published, headline, section])).toEqual([
      ['2026-02-14T06:00:00+00:00', 'Fog closes the estuary', 'Weather'],
      ['2026-02-13T20:40:00+00:00', 'Night trains return to the coast', 'Rail'],
      ['2026-02-13T00:00:00+00:00', 'Crane “Big Meg” retires', 'Harbour'],
      ['2026-02-12T00:00:00+00:00', 'Signal fault traced to a gull', 'Rail'],
      ['2026-02-11T07:15:00+00:00', 'Slow trains are good trains', 'Rail'],
    ])
  })

  test('what the hub’s copy lacks comes from the deeper page', () => {
    expect(feed.stories[1]).toMatchObject({
      subheadline: 'Sleepers from every second Friday',
      comment_count: 14,
      body_snippet: 'Tickets go on sale on 1 March 2026 at every station.',
    })
  })

  test('every story has the generic profile’s lower confidence', () => {
    for (const story of feed.stories) expect(story.parse_quality.parse_confidence).toBeLessThanOrEqual(0.85)
  })
})

describe('zh-hub', () => {
  const feed = parseCrawl(fixture('zh-hub'))

  test('a Chinese page is read with the user’s own profile and left unchanged', () => {
    expect(
      feed.stories.map((story) => [
        story.published,
        story.headline,
        story.subheadline,
        story.section,
        story.content_type,
        story.tags,
        story.body_snippet,
        story.language,
      ]),
    ).toEqual([
      [
        '2026-02-14T10:00:00+08:00',
        '夜行列車重返海岸線',
        null,
        '鐵路',
        'news',
        ['exclusive'],
        '車票將於三月一日起發售。',
        'zh-Hant-TW',
      ],
      [
        '2026-02-13T22:15:00+08:00',
        '渡輪公司訂購十艘電動船',
        '首艘料於夏季交付',
        '港口',
        'news',
        [],
        '公司表示，五年內將投資九億元。 圖片來源：資料圖片',
        'zh-Hant-TW',
      ],
      ['2026-02-12T00:00:00+08:00', '慢車也是好車', null, '評論', 'opinion', [], '窗外自有風景。', 'zh-Hant-TW'],
    ])
  })

  test('ids open with the profile’s name', () => {
    for (const story of feed.stories) expect(story.story_id).toMatch(/^gangkou:/)
  })
})
