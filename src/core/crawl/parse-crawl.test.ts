import { describe, expect, test } from 'vitest'
import type { CrawlFeed, CrawlStory } from '../domain/crawl-story.ts'
import { parseCrawl } from './parse-crawl.ts'

type Heading = { level: number; text: string }

const root = 'https://www.scmp.com/business'
const date = '13 Feb 2026 - 10:15PM'
const later = '14 Feb 2026 - 09:00AM'

const h2 = (...texts: string[]): Heading[] => texts.map((text) => ({ level: 2, text }))
const h3 = (...texts: string[]): Heading[] => texts.map((text) => ({ level: 3, text }))

const aPage = (lines: readonly string[], more: Record<string, unknown> = {}) => ({
  url: root,
  title: 'Business',
  depth: 1,
  language: 'en',
  text: lines.join('\n'),
  ...more,
})

const aCrawl = (pages: readonly unknown[], more: Record<string, unknown> = {}) => ({
  start_url: root,
  crawl_depth: 2,
  crawl_time_utc: '2026-02-14T10:30:00Z',
  parser_version: '1.0.0',
  source_profile_name: 'scmp',
  pages,
  ...more,
})

const parse = (lines: readonly string[], more: Record<string, unknown> = {}): CrawlFeed =>
  parseCrawl(aCrawl([aPage(lines, more)]))

const only = (feed: CrawlFeed): CrawlStory => {
  expect(feed.stories).toHaveLength(1)
  return feed.stories[0]!
}

const headlines = (feed: CrawlFeed): string[] => feed.stories.map((story) => story.headline)
const codes = (feed: CrawlFeed): string[] => feed.warnings.map((warning) => warning.code)
const storyNamed = (feed: CrawlFeed, headline: string): CrawlStory => {
  const story = feed.stories.find((one) => one.headline === headline)
  expect(story, headline).toBeDefined()
  return story!
}

describe('output', () => {
  const feed = parseCrawl(
    aCrawl([
      aPage(
        [
          'Business',
          'Companies',
          'Exclusive',
          'Ferry firm orders ten boats',
          'Yards are full',
          date,
          'It will pay.',
          '48',
        ],
        { headings: [...h2('Ferry firm orders ten boats'), ...h3('Yards are full')] },
      ),
    ]),
  )

  test('a story has the keys of the contract, in its order, and no private ones', () => {
    expect(Object.keys(only(feed))).toEqual([
      'story_id',
      'headline',
      'subheadline',
      'section',
      'published',
      'published_raw',
      'body_snippet',
      'comment_count',
      'tags',
      'content_type',
      'author',
      'language',
      'parse_quality',
      'provenance',
      'seen_on_pages',
    ])
  })

  test('a whole story is read', () => {
    expect(only(feed)).toMatchObject({
      headline: 'Ferry firm orders ten boats',
      subheadline: 'Yards are full',
      section: 'Companies',
      published: '2026-02-13T22:15:00+08:00',
      published_raw: date,
      body_snippet: 'It will pay.',
      comment_count: 48,
      tags: ['exclusive'],
      content_type: 'news',
      author: null,
      language: 'en',
      parse_quality: {
        parse_confidence: 1,
        missing_fields: [],
        segmentation_reason: 'date_anchor+heading_alignment',
      },
      provenance: { root_url: root, page_url: root, crawl_depth: 1 },
      seen_on_pages: [{ page_url: root, crawl_depth: 1 }],
    })
  })

  test('feed_meta has the counters and what makes the run repeatable', () => {
    expect(feed.feed_meta).toEqual({
      parser_version: '1.0.0',
      source_profile: 'scmp',
      source_name: 'South China Morning Post',
      source_root_url: root,
      crawl_time_utc: '2026-02-14T10:30:00Z',
      pages_crawled: 1,
      stories_extracted: 1,
      duplicates_removed: 0,
      noise_lines_stripped: 2,
      parse_warnings: 0,
    })
  })

  test('story_id is the profile, a colon and a hash', () => {
    expect(only(feed).story_id).toMatch(/^scmp:[0-9a-f]{32}$/)
  })

  test('unknown values are null, never empty text', () => {
    const story = only(parse(['A headline alone here', date], { language: '', meta: { language: ' ' } }))
    const { subheadline, section, body_snippet, comment_count, author, language } = story
    expect([subheadline, section, body_snippet, comment_count, author, language]).toEqual(Array(6).fill(null))
  })

  test('original casing and accents are kept in what is shown', () => {
    const story = only(parse(['COMPANIES', 'iPhone MAKER Zoë Ltd grows', date]))
    expect([story.headline, story.section]).toEqual(['iPhone MAKER Zoë Ltd grows', 'COMPANIES'])
  })

  test('parse_warnings counts the warnings listed', () => {
    const result = parse(['Companies', 'One', '13 Foo 2026 - 10:15PM', 'Tech', 'Two', '31 Feb 2026 - 10:15PM'])
    expect(result.feed_meta.parse_warnings).toBe(2)
    expect(result.warnings).toEqual([
      { code: 'DATE_PARSE_FAILED', example: '13 Foo 2026 - 10:15PM', page_url: root },
      { code: 'DATE_PARSE_FAILED', example: '31 Feb 2026 - 10:15PM', page_url: root },
    ])
  })

  test('a long example is cut', () => {
    const result = parse([`${'Very '.repeat(60)}long`, date])
    expect(result.warnings[0]!.example).toHaveLength(120)
  })
})

describe('profile', () => {
  test.each([
    ['is generic when none is named', undefined, 'generic', 'PROFILE_MISSING'],
    ['is generic when nobody knows the name', 'no-such-site', 'generic', 'PROFILE_UNKNOWN'],
    ['is generic when the name is blank', ' ', 'generic', 'PROFILE_MISSING'],
  ])('%s', (_fact, source_profile_name, name, code) => {
    const feed = parseCrawl(aCrawl([aPage(['Boats are late again', date])], { source_profile_name }))
    expect(feed.feed_meta.source_profile).toBe(name)
    expect(codes(feed)).toContain(code)
  })

  test('the generic one lowers confidence by 0.15', () => {
    const lines = ['Opinion', 'Boats are late', date]
    const known = only(parse(lines)).parse_quality.parse_confidence
    const unknown = only(parseCrawl(aCrawl([aPage(lines)], { source_profile_name: undefined })))
    expect([known, unknown.parse_quality.parse_confidence]).toEqual([1, 0.85])
  })

  test('asked for by name the generic one needs no warning', () => {
    expect(
      codes(parseCrawl(aCrawl([aPage(['Opinion', 'Boats are late', date])], { source_profile_name: 'generic' }))),
    ).toEqual([])
  })

  const harbour = {
    name: 'harbour',
    timezone: 'Europe/Oslo',
    date_patterns: ['\\d{1,2}\\.\\d{1,2}\\.\\d{4} kl \\d{2}:\\d{2}'],
    section_labels: ['Havn'],
  }
  const norwegian = ['Havn', 'Fergen er forsinket', '13.02.2026 kl 22:15', 'Mer tekst.']

  test.each([
    ['the option is a profile', {}, { profile: harbour }],
    ['the option names one of a list', {}, { profile: 'harbour', profiles: [harbour] }],
    [
      'the option names one of an object',
      {},
      { profile: 'harbour', profiles: { harbour: { ...harbour, name: undefined } } },
    ],
    ['the result names one of the user', { source_profile_name: 'harbour' }, { profiles: [harbour] }],
    ['the result carries one', { source_profile: harbour }, {}],
    ['the option stands before the result', { source_profile_name: 'scmp' }, { profile: harbour }],
  ])('is the user’s own when %s', (_fact, fields, options) => {
    const profiles = JSON.parse(JSON.stringify(options))
    const feed = parseCrawl(aCrawl([aPage(norwegian)], { source_profile_name: undefined, ...fields }), profiles)
    expect(feed.feed_meta.source_profile).toBe('harbour')
    expect(only(feed)).toMatchObject({ section: 'Havn', published: '2026-02-13T22:15:00+01:00' })
  })

  test('a user’s profile replaces the shipped one of its name', () => {
    const own = { ...harbour, name: 'scmp', display_name: 'Our own' }
    expect(parseCrawl(aCrawl([aPage(norwegian)]), { profiles: [own] }).feed_meta.source_name).toBe('Our own')
  })

  test('the figures of confidence are the profile’s', () => {
    const strict = { ...harbour, section_labels: [], confidence: { missing_field: 0.5, fallback: 0.25 } }
    const feed = parseCrawl(aCrawl([aPage(norwegian)], { source_profile_name: undefined, source_profile: strict }))
    expect(only(feed).parse_quality.parse_confidence).toBe(0.25)
  })

  test.each([
    ['the profile’s display name', { 'og:site_name': 'Other' }, 'scmp', 'South China Morning Post'],
    ['else the og:site_name of the pages', { 'og:site_name': 'Harbour News' }, undefined, 'Harbour News'],
    ['else the host', {}, undefined, 'www.scmp.com'],
  ])('source_name is %s', (_fact, meta, source_profile_name, name) => {
    const feed = parseCrawl(aCrawl([aPage([], { meta })], { source_profile_name }))
    expect(feed.feed_meta.source_name).toBe(name)
  })

  test('source_name comes from the shallowest page that has one', () => {
    const pages = [
      aPage([], { url: `${root}/b`, depth: 2, meta: { 'og:site_name': 'Deep' } }),
      aPage([], { meta: { 'og:site_name': 'Shallow' } }),
    ]
    expect(parseCrawl(aCrawl(pages, { source_profile_name: undefined })).feed_meta.source_name).toBe('Shallow')
  })
})

describe('noise', () => {
  test.each([
    ['a photo credit', 'Photo: Reuters'],
    ['a photo credit without a name', 'Photo:'],
    ['an illustration credit without a name', 'Illustration:'],
    ['an illustration credit', 'Illustration: Henry Wong'],
    ['a caption with its credit', 'A ferry leaves the pier on Friday. Photo: Handout'],
    ['a video duration', '07:39'],
    ['a long video duration', '1:07:39'],
    ['a tracing header', 'sentry-trace: 8f2b0e-1'],
    ['a baggage header', 'baggage: sentry-environment=production,sentry-release=1'],
    ['an app store number', 'app-id=331132'],
    ['an app store number in words', 'App Store ID 331132'],
    ['an app store address', 'https://apps.apple.com/app/id3311320'],
    ['the name of the medium', 'Video'],
    ['pagination', 'MORE LATEST NEWS'],
    ['pagination of comment', 'MORE COMMENT'],
    ['pagination by its form', 'LOAD MORE STORIES'],
    ['a button', 'Read more'],
    ['the trending heading', 'TRENDING TOPICS'],
    ['the popular heading in lower case', 'Most popular'],
    ['a section label at the foot', 'Markets'],
    ['a sponsor’s marker that leads nowhere', 'Paid Post:'],
    ['an exclusive marker that leads nowhere', 'Exclusive'],
  ])('%s is stripped and counted', (_fact, line) => {
    const feed = parse(['Companies', 'Boats are late', date, 'The body stays.', line])
    expect(feed.feed_meta.noise_lines_stripped).toBe(1)
    expect(only(feed).body_snippet).toBe('The body stays.')
    expect(codes(feed)).toEqual([])
  })

  test('blank lines are not counted', () => {
    expect(parse(['Companies', '', 'Boats are late', '  ', date, '\t']).feed_meta.noise_lines_stripped).toBe(0)
  })

  test('the menu at the top goes, the label of the first story stays', () => {
    const feed = parse(['Business', 'Companies', 'Markets', 'Tech', 'Markets', 'Boats are late', date])
    expect(feed.feed_meta.noise_lines_stripped).toBe(4)
    expect(only(feed).section).toBe('Markets')
    expect(codes(feed)).toEqual([])
  })

  test('the last label of a menu stays in doubt when nothing tells whose it is', () => {
    const feed = parse(['Business', 'Companies', 'Tech', 'Boats are late', date])
    expect(only(feed)).toMatchObject({ section: 'Tech', parse_quality: { parse_confidence: 0.95 } })
    expect(codes(feed)).toEqual(['SECTION_MAY_BE_NAVIGATION'])
  })

  test('the last label of a menu is no section where the page’s other stories have none', () => {
    const lines = ['Business', 'Companies', 'Tech', 'Boats are late', date, 'Text one.', 'Trains are late', later]
    const feed = parse(lines, { headings: h2('Boats are late', 'Trains are late') })
    expect(feed.stories.map((story) => story.section)).toEqual([null, null])
    expect(feed.feed_meta.noise_lines_stripped).toBe(3)
  })

  test('a menu’s last label that alone tells the headline from the subheadline stays in doubt', () => {
    const feed = parse([
      'Trains are late',
      later,
      'Business',
      'Companies',
      'Tech',
      'Boats are late',
      'Harbour full',
      date,
    ])
    expect(storyNamed(feed, 'Boats are late')).toMatchObject({ section: 'Tech', subheadline: 'Harbour full' })
    expect(codes(feed)).toContain('SECTION_MAY_BE_NAVIGATION')
  })

  test('a trending block goes as far as the next story’s label', () => {
    const feed = parse([
      'Companies',
      'Boats are late',
      date,
      'The body stays.',
      'TRENDING TOPICS',
      'Typhoon season',
      'Lunar New Year travel',
      'Tech',
      'Trains are late',
      later,
    ])
    expect(headlines(feed)).toEqual(['Trains are late', 'Boats are late'])
    expect(storyNamed(feed, 'Boats are late').body_snippet).toBe('The body stays.')
    expect(feed.feed_meta.noise_lines_stripped).toBe(3)
    expect(codes(feed)).toEqual([])
  })

  test('a trending block goes as far as the next story’s heading', () => {
    const feed = parse(['MOST POPULAR', 'Boats are old', 'Boats are late', date], { headings: h2('Boats are late') })
    expect(only(feed).headline).toBe('Boats are late')
    expect(feed.feed_meta.noise_lines_stripped).toBe(2)
  })

  test('a dated story inside a trending block is kept, with a warning and less confidence', () => {
    const feed = parse(['TRENDING TOPICS', 'Boats are late', date])
    expect(only(feed).headline).toBe('Boats are late')
    expect(codes(feed)).toContain('STRIP_RULE_SKIPPED_STORY_SAFETY')
    expect(only(feed).parse_quality.parse_confidence).toBe(0.68)
  })

  test('a date right under a trending heading keeps the story above it, with a warning', () => {
    const feed = parse(['Companies', 'Boats are late', 'TRENDING TOPICS', date])
    expect(only(feed).headline).toBe('Boats are late')
    expect(codes(feed)).toEqual(['STRIP_RULE_SKIPPED_STORY_SAFETY'])
  })

  test('a trending block at the foot goes to the end of the page', () => {
    const feed = parse(['Companies', 'Boats are late', date, 'The body.', 'TRENDING TOPICS', 'One', 'Two'])
    expect(only(feed).body_snippet).toBe('The body.')
    expect(feed.feed_meta.noise_lines_stripped).toBe(3)
  })

  test('a sentence below a trending block may be the article: it stays, with less confidence', () => {
    const goesOn = 'The ferry firm said that it would pay every passenger back.'
    const feed = parse(['Companies', 'Boats are late', date, 'The body.', 'TRENDING TOPICS', 'Typhoon', goesOn])
    expect(only(feed).body_snippet).toBe(`The body. ${goesOn}`)
    expect(only(feed).parse_quality.parse_confidence).toBe(0.95)
    expect(codes(feed)).toEqual(['STRIP_RULE_AMBIGUOUS'])
  })

  test('prose about baggage stays, with less confidence', () => {
    const feed = parse(['Companies', 'Boats are late', date, 'Passengers lost their baggage on the pier.'])
    expect(only(feed).body_snippet).toContain('baggage')
    expect(codes(feed)).toEqual(['STRIP_RULE_AMBIGUOUS'])
  })

  test.each([
    ['it is the aligned headline', ['Old text', 'Photo: typhoon hits city', date], h2('Photo: typhoon hits city')],
    ['it is the only line above the date', ['Companies', 'Photo: typhoon hits city', date], []],
  ])('a line that looks like noise stays when %s', (_fact, lines, headings) => {
    const feed = parse(lines, { headings })
    expect(headlines(feed)).toEqual(['Photo: typhoon hits city'])
    expect(codes(feed)).toContain('STRIP_RULE_SKIPPED_STORY_SAFETY')
  })

  test('a credit between headline and date does not hide the headline', () => {
    expect(only(parse(['Companies', 'Boats are late', 'Photo: AFP', date])).headline).toBe('Boats are late')
  })

  test('a page of nothing but noise gives no story and no empty object', () => {
    const feed = parse(['TRENDING TOPICS', 'MORE LATEST NEWS', 'Photo: AFP', 'MOST POPULAR', 'Illustration: SCMP'])
    expect(feed.stories).toEqual([])
    expect(feed.feed_meta.noise_lines_stripped).toBe(5)
  })
})

describe('segmentation', () => {
  test('label, headline, subheadline, date and count are told apart without any heading', () => {
    expect(only(parse(['Companies', 'Boats are late', 'Harbour full', date, 'Body.', '7']))).toMatchObject({
      section: 'Companies',
      headline: 'Boats are late',
      subheadline: 'Harbour full',
      body_snippet: 'Body.',
      comment_count: 7,
      parse_quality: { segmentation_reason: 'date_anchor+section_label', parse_confidence: 1 },
    })
  })

  test('many stories on one page keep their own bodies', () => {
    const feed = parse([
      'Companies',
      'Boats are late',
      date,
      'Body of boats.',
      'More of boats.',
      '12',
      'Tech',
      'Trains are late',
      'Rails are wet',
      later,
      'Body of trains.',
      'Markets',
      'Planes are late',
      '14 Feb 2026 - 08:00AM',
      'Body of planes.',
    ])
    expect(
      feed.stories.map(({ headline, section, body_snippet, comment_count }) => [
        headline,
        section,
        body_snippet,
        comment_count,
      ]),
    ).toEqual([
      ['Trains are late', 'Tech', 'Body of trains.', null],
      ['Planes are late', 'Markets', 'Body of planes.', null],
      ['Boats are late', 'Companies', 'Body of boats. More of boats.', 12],
    ])
  })

  test('headings arrive sorted by level and are found by their text', () => {
    const feed = parse(
      ['Boats are late', 'Harbour full', date, 'Body.', 'Trains are late', 'Rails wet', later, 'More.'],
      {
        headings: [...h2('Trains are late', 'Boats are late'), ...h3('Rails wet', 'Harbour full')],
      },
    )
    expect(
      feed.stories.map(({ headline, subheadline, body_snippet }) => [headline, subheadline, body_snippet]),
    ).toEqual([
      ['Trains are late', 'Rails wet', 'More.'],
      ['Boats are late', 'Harbour full', 'Body.'],
    ])
  })

  test('a headline split over lines is joined, and its heading without blanks costs 0.04', () => {
    const feed = parse(['Companies', 'Boats are', 'late', 'again', date], { headings: h2('Boats arelateagain') })
    expect(only(feed)).toMatchObject({
      headline: 'Boats are late again',
      parse_quality: {
        parse_confidence: 0.96,
        segmentation_reason: 'date_anchor+heading_alignment_spacing',
      },
    })
    expect(codes(feed)).toEqual(['HEADING_SPACING_DIFFERS'])
  })

  test('a headline split over lines that its heading spells with blanks costs nothing', () => {
    const feed = parse(['Companies', 'Boats are', 'late', date], { headings: h2('Boats are late') })
    expect(only(feed).parse_quality.parse_confidence).toBe(1)
  })

  test('a heading stands before the line under a label', () => {
    const feed = parse(['Companies', 'By our staff', 'Boats are late', date], { headings: h2('Boats are late') })
    expect(only(feed).headline).toBe('Boats are late')
  })

  test('of several headings the nearest above the date is the headline', () => {
    const feed = parse(['An undated card', 'Boats are late', date], {
      headings: h2('An undated card', 'Boats are late'),
    })
    expect(headlines(feed)).toEqual(['Boats are late'])
  })

  test('a heading far above the date is the headline, with less confidence', () => {
    const between = ['One line.', 'Two lines.', 'Three lines.', 'Four lines.', 'Five lines.', 'Six lines.']
    const feed = parse(['Tech', 'Boats are late', ...between, date], { headings: h2('Boats are late') })
    expect(only(feed)).toMatchObject({ headline: 'Boats are late', parse_quality: { parse_confidence: 0.95 } })
    expect(codes(feed)).toEqual(['HEADLINE_FAR_FROM_DATE'])
  })

  test('without heading, label or marker the nearest line is the headline, for 0.15 less', () => {
    const feed = parse(['Welcome to the site', '', 'Boats are late', date])
    expect(only(feed)).toMatchObject({
      headline: 'Boats are late',
      parse_quality: {
        parse_confidence: 0.73,
        missing_fields: ['section'],
        segmentation_reason: 'date_anchor+nearest_preceding_line_fallback',
      },
    })
    expect(codes(feed)).toEqual(['HEADLINE_BY_FALLBACK'])
  })

  test('the first-level heading of an article’s page is its headline', () => {
    const feed = parse(['Boats are late', 'Harbour full', date, 'Body.'], {
      headings: [{ level: 1, text: 'Boats are late' }],
    })
    expect(only(feed)).toMatchObject({ headline: 'Boats are late', subheadline: 'Harbour full' })
  })

  test.each([
    'The strike began on 13 Feb 2026 - 10:15PM and ended soon after.',
    'The strike began 2 hours ago',
    'On 13 Feb 2026 - 10:15PM the strike began',
    'It ended on 13 Feb 2026 - 10:15PM.',
    'Some 40 were hurt 2 hours ago, police said.',
  ])('a date inside a sentence is no anchor: %s', (sentence) => {
    const feed = parse(['Companies', 'Boats are late', later, sentence])
    expect(only(feed).body_snippet).toBe(sentence)
  })

  test.each([
    'Published: 13 Feb 2026 - 10:15PM',
    'Updated 13 Feb 2026 - 10:15PM',
    '13 Feb 2026 - 10:15PM | 3 min read',
    'Last updated on 13 Feb 2026 - 10:15PM',
    'By Jane Park, 13 Feb 2026 - 10:15PM',
    'By Jane Park 13 Feb 2026 - 10:15PM',
    'Hong Kong, 13 Feb 2026 - 10:15PM',
    'Reuters | 13 Feb 2026 - 10:15PM',
    '13 Feb 2026 - 10:15PM (HKT)',
  ])('"%s" is an anchor and is kept as it stood', (line) => {
    expect(only(parse(['Companies', 'Boats are late', line]))).toMatchObject({
      published_raw: line,
      published: '2026-02-13T22:15:00+08:00',
    })
  })

  test('an update below the date is the same story’s', () => {
    const feed = parse(['Companies', 'Boats are late', date, 'Updated: 14 Feb 2026 - 08:00AM', 'Body.'])
    expect(only(feed)).toMatchObject({ published_raw: date, body_snippet: 'Body.' })
    expect(codes(feed)).toEqual([])
  })

  test('a date broken over lines is one anchor', () => {
    expect(only(parse(['Companies', 'Boats are late', '36', 'minutes ago', 'Body.']))).toMatchObject({
      published_raw: '36 minutes ago',
      published: '2026-02-14T17:54:00+08:00',
      body_snippet: 'Body.',
    })
  })

  test('a date without a headline is skipped with a warning', () => {
    const feed = parse(['Companies', date, 'Body.'])
    expect(feed.stories).toEqual([])
    expect(feed.warnings).toEqual([{ code: 'STORY_SKIPPED_NO_HEADLINE', example: date, page_url: root }])
  })

  test('a page without an anchor gives no story', () => {
    expect(parse(['Tech', 'Boats are late', 'Updated: recently', 'Body.']).stories).toEqual([])
  })

  test('a headline without a date is no story and not the body of the one before', () => {
    const feed = parse(['Boats are late', date, 'Body.', 'Undated card', 'Its text.', 'Trains are late', later], {
      headings: h2('Boats are late', 'Undated card', 'Trains are late'),
    })
    expect(headlines(feed)).toEqual(['Trains are late', 'Boats are late'])
    expect(storyNamed(feed, 'Boats are late').body_snippet).toBe('Body.')
    expect(codes(feed)).toEqual(['HEADLINE_WITHOUT_DATE'])
  })

  test('the sub-headings of an article’s page are its body', () => {
    const feed = parse(['Boats are late', date, 'Body.', 'What next', 'More.'], {
      headings: h2('Boats are late', 'What next'),
    })
    expect(only(feed).body_snippet).toBe('Body. What next More.')
  })

  test('second-level headings that repeat across pages are sections, though no profile names them', () => {
    const pages = [
      aPage(['Harbour', 'Rail', 'Harbour', 'Boats are late', date], {
        headings: h2('Harbour', 'Rail', 'Harbour', 'Boats are late'),
      }),
      aPage(['Harbour', 'Rail', 'Rail', 'Trains are late', later], {
        url: `${root}/rail`,
        depth: 2,
        headings: h2('Harbour', 'Rail', 'Rail', 'Trains are late'),
      }),
    ]
    const feed = parseCrawl(aCrawl(pages, { source_profile_name: undefined }))
    expect(feed.stories.map(({ headline, section }) => [headline, section])).toEqual([
      ['Trains are late', 'Rail'],
      ['Boats are late', 'Harbour'],
    ])
  })

  test('a heading with another line under it on each page is a section, though no headline is a heading', () => {
    const page = (headline: string, url: string) => aPage(['Harbour', headline, date], { url, headings: h2('Harbour') })
    const feed = parseCrawl(aCrawl([page('Boats are late', root), page('Trains are late', `${root}/x`)]))
    expect(feed.stories.map(({ headline, section }) => [headline, section])).toEqual([
      ['Boats are late', 'Harbour'],
      ['Trains are late', 'Harbour'],
    ])
  })

  test('a headline with a plain subheadline that repeats across pages stays a headline', () => {
    const page = (url: string) => aPage(['Boats late', 'Harbour full', date], { url, headings: h2('Boats late') })
    expect(headlines(parseCrawl(aCrawl([page(root), page(`${root}/x`)])))).toEqual(['Boats late'])
  })

  test.each([
    ['Chinese', '渡輪公司訂購十艘電動船首艘夏季交付', '公司表示五年內投資九億元'],
    ['Japanese', '電動フェリー10隻を発注、夏に就航へ', '造船所は満杯'],
    ['Korean', '여객선사 전기 여객선 열 척을 여름에 인도하기로', '조선소는 만원'],
  ])('a %s headline that repeats in lists without dates is no section', (_language, headline, text) => {
    const page = (url: string, depth: number) =>
      aPage([headline, text, date, 'Body.', headline, '鐵路', 'Trains are late', later], {
        url,
        depth,
        headings: h2(headline, '鐵路', 'Trains are late'),
      })
    const feed = parseCrawl(aCrawl([page(root, 1), page(`${root}/x`, 2)]))
    expect(headlines(feed)).toContain(headline)
  })

  test('a headline that repeats across pages stays a headline', () => {
    const page = (url: string, depth: number) => aPage(['Boats late', date], { url, depth, headings: h2('Boats late') })
    const feed = parseCrawl(aCrawl([page(root, 1), page(`${root}/x`, 2)]))
    expect(headlines(feed)).toEqual(['Boats late'])
  })

  test.each([
    ['under the date', ['48', 'Body.'], 48, 'Body.'],
    ['at the end', ['Body.', '1,048'], 1048, 'Body.'],
    ['nowhere', ['Body of 48.'], null, 'Body of 48.'],
    ['in the middle, which is text', ['In', '2026', 'it ended.'], null, 'In 2026 it ended.'],
  ])('a count of comments stands %s', (_fact, after, comment_count, body_snippet) => {
    expect(only(parse(['Companies', 'Boats are late', date, ...after]))).toMatchObject({ comment_count, body_snippet })
  })
})

describe('subheadline', () => {
  test('only the first third-level heading is one; the next is text', () => {
    const feed = parse(['Boats are late', 'Harbour full', 'Yards busy', date, 'Body.'], {
      headings: [...h2('Boats are late'), ...h3('Harbour full', 'Yards busy')],
    })
    expect(only(feed)).toMatchObject({ subheadline: 'Harbour full', body_snippet: 'Yards busy Body.' })
  })

  test('a third-level heading under the date is none', () => {
    const feed = parse(['Boats are late', date, 'Harbour full', 'Body.'], {
      headings: [...h2('Boats are late'), ...h3('Harbour full')],
    })
    expect(only(feed)).toMatchObject({ subheadline: null, body_snippet: 'Harbour full Body.' })
  })

  test('where the page sets them as headings, a plain line is none', () => {
    const feed = parse(['Boats are late', 'Harbour full', date, 'Trains are late', 'Some text', later], {
      headings: [...h2('Boats are late', 'Trains are late'), ...h3('Harbour full')],
    })
    expect(storyNamed(feed, 'Trains are late')).toMatchObject({ subheadline: null, body_snippet: 'Some text' })
  })

  test('below a headline that is a heading a plain line is none, though the page has no third-level heading', () => {
    const feed = parse(['Boats are late', 'Harbour full', date, 'Body.'], { headings: h2('Boats are late') })
    expect(only(feed)).toMatchObject({ subheadline: null, body_snippet: 'Harbour full Body.' })
  })

  test('below a headline that only its label tells, the next line is one, whatever other stories have', () => {
    const feed = parse(
      ['Boats are late', 'Harbour full', date, 'Tech', 'Trains are late', 'Rails hot', later, 'Body.'],
      {
        headings: [...h2('Boats are late'), ...h3('Harbour full')],
      },
    )
    expect(storyNamed(feed, 'Boats are late').subheadline).toBe('Harbour full')
    expect(storyNamed(feed, 'Trains are late')).toMatchObject({ subheadline: 'Rails hot', body_snippet: 'Body.' })
  })

  test('a plain line before the third-level heading does not take its place', () => {
    const feed = parse(['Boats are late', 'Some text', 'Harbour full', date], {
      headings: [...h2('Boats are late'), ...h3('Harbour full')],
    })
    expect(only(feed)).toMatchObject({ subheadline: 'Harbour full', body_snippet: 'Some text' })
  })
})

describe('dates', () => {
  test.each([
    ['13 Feb 2026 - 10:15PM', '2026-02-13T22:15:00+08:00'],
    ['13 February 2026 - 10:15PM', '2026-02-13T22:15:00+08:00'],
    ['3 Sept 2026 - 1:05AM', '2026-09-03T01:05:00+08:00'],
    ['14 Feb 2026 - 12:00AM', '2026-02-14T00:00:00+08:00'],
    ['14 Feb 2026 - 12:30PM', '2026-02-14T12:30:00+08:00'],
    ['14 Feb 2026-09:00am', '2026-02-14T09:00:00+08:00'],
    ['2 hours ago', '2026-02-14T16:30:00+08:00'],
    ['1 hour ago', '2026-02-14T17:30:00+08:00'],
    ['36 minutes ago', '2026-02-14T17:54:00+08:00'],
    ['3 days ago', '2026-02-11T18:30:00+08:00'],
  ])('%s is %s at the source', (line, published) => {
    expect(only(parse(['Tech', 'Boats are late', line]))).toMatchObject({ published, published_raw: line })
  })

  const ofGeneric = (line: string) =>
    only(parseCrawl(aCrawl([aPage(['Opinion', 'Boats are late', line])], { source_profile_name: 'generic' })))

  test.each([
    ['2026-02-13T22:15', '2026-02-13T22:15:00+00:00'],
    ['2026-02-13T22:15:00+08:00', '2026-02-13T14:15:00+00:00'],
    ['2026-02-13', '2026-02-13T00:00:00+00:00'],
    ['February 13, 2026', '2026-02-13T00:00:00+00:00'],
    ['Feb. 13, 2026, 10:15 p.m.', '2026-02-13T22:15:00+00:00'],
    ['Friday, 13 February 2026', '2026-02-13T00:00:00+00:00'],
    ['13 February 2026', '2026-02-13T00:00:00+00:00'],
    ['13 Feb 2026 - 10:15PM HKT', '2026-02-13T14:15:00+00:00'],
    ['13. Februar 2026, 22:15 Uhr', '2026-02-13T22:15:00+00:00'],
    ['13 février 2026 à 22h15', '2026-02-13T22:15:00+00:00'],
    ['13 de febrero de 2026', '2026-02-13T00:00:00+00:00'],
    ['2026年2月13日 下午10:15', '2026-02-13T22:15:00+00:00'],
    ['2026年2月13日 22時15分', '2026-02-13T22:15:00+00:00'],
    ['2026/02/13 22:15', '2026-02-13T22:15:00+00:00'],
    ['2 days ago', '2026-02-12T10:30:00+00:00'],
    ['an hour ago', '2026-02-14T09:30:00+00:00'],
    ['2小時前', '2026-02-14T08:30:00+00:00'],
    ['36分钟前', '2026-02-14T09:54:00+00:00'],
    ['vor 2 Stunden', '2026-02-14T08:30:00+00:00'],
    ['il y a 3 jours', '2026-02-11T10:30:00+00:00'],
    ['hace 5 minutos', '2026-02-14T10:25:00+00:00'],
  ])('the generic profile anchors and reads %s', (line, published) => {
    expect(ofGeneric(line)).toMatchObject({ published, published_raw: line })
  })

  test.each(['13 Foo 2026 - 10:15PM', '31 Feb 2026 - 10:15PM', '13 Feb 2026 - 25:15PM'])(
    '%s anchors a story, stays as it stood and leaves published open',
    (line) => {
      const feed = parse(['Tech', 'Boats are late', line])
      expect(only(feed)).toMatchObject({
        published: null,
        published_raw: line,
        parse_quality: { parse_confidence: 0.78, missing_fields: ['published'] },
      })
      expect(codes(feed)).toEqual(['DATE_PARSE_FAILED'])
    },
  )

  const relative = (result: Record<string, unknown>, page: Record<string, unknown>, options = {}) =>
    parseCrawl(aCrawl([aPage(['Tech', 'Boats are late', '2 hours ago'], page)], result), options)

  test.each([
    ['the option', { crawlTimeUtc: '2026-02-14T20:00:00Z' }, {}, '2026-02-15T02:00:00+08:00'],
    ['then the result', {}, {}, '2026-02-14T16:30:00+08:00'],
    ['then the page', {}, { crawl_time_utc: undefined }, '2026-02-14T14:00:00+08:00'],
  ])('a relative time is reckoned from %s', (_fact, options, result, published) => {
    expect(only(relative(result, { fetched_at: '2026-02-14T08:00:00Z' }, options)).published).toBe(published)
  })

  test.each([
    ['seconds', 1771056000],
    ['milliseconds', 1771056000000],
  ])('a page’s fetch time may be Unix time in %s', (_fact, fetched_at) => {
    expect(only(relative({ crawl_time_utc: undefined }, { fetched_at })).published).toBe('2026-02-14T14:00:00+08:00')
  })

  test('without any clock a relative time stays open, with a warning', () => {
    const feed = relative({ crawl_time_utc: undefined }, {})
    expect(only(feed)).toMatchObject({ published: null, published_raw: '2 hours ago' })
    expect(feed.feed_meta.crawl_time_utc).toBeNull()
    expect(codes(feed)).toEqual(['RELATIVE_DATE_WITHOUT_CLOCK'])
  })

  test('without any clock an absolute time is read all the same', () => {
    const feed = parseCrawl(aCrawl([aPage(['Tech', 'Boats are late', date])], { crawl_time_utc: undefined }))
    expect(only(feed).published).toBe('2026-02-13T22:15:00+08:00')
  })

  test('the clock may have an offset, and is shown in UTC', () => {
    const feed = relative({ crawl_time_utc: '2026-02-14T18:30:00+08:00' }, {})
    expect(feed.feed_meta.crawl_time_utc).toBe('2026-02-14T10:30:00Z')
    expect(only(feed).published).toBe('2026-02-14T16:30:00+08:00')
  })

  test('summer and winter have their own offset', () => {
    const profile = { name: 'ny', timezone: 'America/New_York', date_patterns: ['\\d+ \\w+ \\d{4} - \\d+:\\d{2}[AP]M'] }
    const feed = parseCrawl(
      aCrawl([aPage(['Boats are late', '13 Feb 2026 - 10:15PM', 'x', 'Trains are late', '13 Jul 2026 - 10:15PM'])]),
      { profile },
    )
    expect(feed.stories.map((story) => story.published)).toEqual([
      '2026-07-13T22:15:00-04:00',
      '2026-02-13T22:15:00-05:00',
    ])
  })

  test('newest first by instant, those without a time last in page order', () => {
    const feed = parse([
      ...['Tech', 'Open one', '13 Foo 2026 - 10:15PM'],
      ...['Tech', 'Old', '12 Feb 2026 - 10:15PM'],
      ...['Tech', 'New', '1 hour ago'],
      ...['Tech', 'Open two', '13 Bar 2026 - 10:15PM'],
      ...['Tech', 'Middle', '14 Feb 2026 - 04:00PM'],
    ])
    expect(headlines(feed)).toEqual(['New', 'Middle', 'Old', 'Open one', 'Open two'])
  })
})

describe('dedup', () => {
  const copy = (lines: readonly string[], depth: number, url = `${root}/${depth}`) => aPage(lines, { depth, url })
  const parseAll = (...pages: unknown[]) => parseCrawl(aCrawl(pages))

  test('one story on three pages is one, seen on all of them', () => {
    const feed = parseAll(
      copy(['Companies', 'Boats are late', date], 1),
      copy(['Companies', 'Boats are late', date, 'Some text.'], 2),
      copy(['Companies', 'Boats are late', date, 'Much more text.'], 3),
    )
    expect(feed.feed_meta).toMatchObject({ stories_extracted: 1, duplicates_removed: 2 })
    expect(only(feed).seen_on_pages).toEqual([
      { page_url: `${root}/1`, crawl_depth: 1 },
      { page_url: `${root}/2`, crawl_depth: 2 },
      { page_url: `${root}/3`, crawl_depth: 3 },
    ])
  })

  test('the shallowest copy is kept though a deeper one is richer, and what it lacks is filled in', () => {
    const story = only(
      parseAll(
        copy(['Companies', 'Boats are late', 'Harbour full', date, 'Deep text.', '48'], 2),
        copy(['Companies', 'BOATS are late', date], 1),
      ),
    )
    expect(story).toMatchObject({
      headline: 'BOATS are late',
      subheadline: 'Harbour full',
      body_snippet: 'Deep text.',
      comment_count: 48,
      provenance: { root_url: root, page_url: `${root}/1`, crawl_depth: 1 },
    })
  })

  test.each([
    ['the subheadline', ['Companies', 'Boats are late', 'Harbour full', date]],
    ['the count of comments', ['Companies', 'Boats are late', date, '48']],
    ['the longer body', ['Companies', 'Boats are late', date, 'Text.']],
    ['more tags', ['Companies', 'Exclusive', 'Boats are late', date]],
  ])('at equal depth the copy with %s is kept', (_fact, richer) => {
    const plain = copy(['Companies', 'Boats are late', date], 2, `${root}/a`)
    expect(only(parseAll(plain, copy(richer, 2, `${root}/z`))).provenance.page_url).toBe(`${root}/z`)
  })

  test.each([
    ['the day differs', ['Companies', 'Boats are late', later]],
    ['the section differs', ['Markets', 'Boats are late', date]],
  ])('two stories share a headline when %s', (_fact, other) => {
    const feed = parseAll(copy(['Companies', 'Boats are late', date], 1), copy(other, 2))
    expect(feed.feed_meta).toMatchObject({ stories_extracted: 2, duplicates_removed: 0 })
    expect(new Set(feed.stories.map((story) => story.story_id)).size).toBe(2)
  })

  test.each([
    ['section', ['Boats are late', date]],
    ['date', ['Companies', 'Boats are late', '13 Foo 2026 - 10:15PM']],
  ])('a copy without a %s joins by its headline', (_fact, other) => {
    const feed = parseAll(copy(other, 1), copy(['Companies', 'Boats are late', date], 2))
    expect(only(feed)).toMatchObject({
      section: 'Companies',
      published: '2026-02-13T22:15:00+08:00',
      published_raw: date,
    })
  })

  test('the day is the source’s own: half past midnight in Hong Kong is not the day before', () => {
    const feed = parseAll(
      copy(['Companies', 'Boats are late', '14 Feb 2026 - 12:30AM'], 1),
      copy(['Companies', 'Boats are late', '2 hours ago'], 2),
    )
    expect(feed.stories).toHaveLength(1)
    const apart = parseAll(
      copy(['Companies', 'Boats are late', '13 Feb 2026 - 11:30PM'], 1),
      copy(['Companies', 'Boats are late', '14 Feb 2026 - 12:30AM'], 2),
    )
    expect(apart.stories).toHaveLength(2)
  })

  test('case, blanks and the kind of quotes do not make another headline', () => {
    const feed = parseAll(
      copy(['Companies', 'China’s boats  are late', date], 1),
      copy(['Companies', "CHINA'S boats are late", date], 2),
    )
    expect(feed.stories).toHaveLength(1)
  })

  test('story_id does not depend on the page the story was seen on', () => {
    const lines = ['Companies', 'Boats are late', date]
    const [here, there] = [parseAll(copy(lines, 1)), parseAll(copy(lines, 3, 'https://www.scmp.com/elsewhere'))]
    expect(only(here).story_id).toBe(only(there).story_id)
  })

  test('a story twice on one page is one duplicate and one page', () => {
    const lines = ['Companies', 'Boats are late', date]
    const feed = parse([...lines, ...lines])
    expect(feed.feed_meta.duplicates_removed).toBe(1)
    expect(only(feed).seen_on_pages).toHaveLength(1)
  })
})

describe('content type', () => {
  test.each([
    ['opinion by section', ['Opinion', 'Boats matter', date], 'opinion'],
    ['opinion by column', ['Macroscope', 'Boats matter', date], 'opinion'],
    ['opinion by another column', ['As I see it', 'Boats matter', date], 'opinion'],
    ['opinion by prefix', ['Opinion|Boats matter', date], 'opinion'],
    ['opinion by prefix under another section', ['Companies', 'Opinion|Boats matter', date], 'opinion'],
    ['analysis by headline', ['Companies', 'Analysis: boats matter', date], 'analysis'],
    ['analysis by subheadline', ['Companies', 'Boats matter', 'A deep dive into harbours', date], 'analysis'],
    ['analysis by prefix', ['Companies', 'Explainer | Boats matter', date], 'analysis'],
    ['video by a duration above', ['Companies', '07:39', 'Boats matter', date], 'video'],
    ['video by a duration above the label', ['07:39', 'Companies', 'Boats matter', date], 'video'],
    ['sponsored by its marker', ['In partnership with:', 'Boats matter', date], 'sponsored'],
    ['sponsored by the other marker', ['Paid Post:', 'Boats matter', date], 'sponsored'],
    ['sponsored by a marker above the label', ['Paid Post:', 'Companies', 'Boats matter', date], 'sponsored'],
    ['news otherwise', ['Companies', 'Boats matter', date], 'news'],
    ['news for analysts, who are no analysis', ['Companies', 'Analysts like boats', date], 'news'],
    ['opinion before analysis', ['Opinion', 'Analysis of boats', date], 'opinion'],
    ['analysis before video', ['07:39', 'Companies', 'Boats: an explainer', date], 'analysis'],
    ['video before sponsored', ['Paid Post:', '07:39', 'Boats matter', date], 'video'],
  ])('%s', (_fact, lines, type) => {
    expect(only(parse(lines)).content_type).toBe(type)
  })

  test('a duration in the text of one story does not make the next a video', () => {
    const feed = parse(['Tech', 'Boats', date, '07:39', 'Text of boats.', 'Companies', 'Trains', later])
    expect(feed.stories.map((story) => story.content_type)).toEqual(['news', 'news'])
  })

  test('a marker of one story does not mark the next', () => {
    const feed = parse(['Paid Post:', 'Boats', date, 'Text.', 'Companies', 'Trains', later])
    expect(feed.stories.map(({ headline, content_type }) => [headline, content_type])).toEqual([
      ['Trains', 'news'],
      ['Boats', 'sponsored'],
    ])
  })

  test('a sponsored block without a date is dropped and counted', () => {
    const feed = parse([
      'Tech',
      'Boats',
      date,
      'Text.',
      'In partnership with:',
      'Ad for a bank',
      'Companies',
      'Trains',
      later,
    ])
    expect(
      feed.stories.map(({ headline, content_type, body_snippet }) => [headline, content_type, body_snippet]),
    ).toEqual([
      ['Trains', 'news', null],
      ['Boats', 'news', 'Text.'],
    ])
    expect(feed.feed_meta.noise_lines_stripped).toBe(2)
  })

  test('the sponsor’s name between marker and heading is stripped', () => {
    const feed = parse(['In partnership with:', 'Harbour Bank', 'Boats matter', date], { headings: h2('Boats matter') })
    expect(only(feed)).toMatchObject({ headline: 'Boats matter', content_type: 'sponsored', subheadline: null })
    expect(feed.feed_meta.noise_lines_stripped).toBe(2)
  })

  test('a headline on the marker’s own line is not lost', () => {
    const feed = parse(['Companies', 'Trains', later, 'Text.', 'Paid Post: Boats matter', date])
    expect(storyNamed(feed, 'Boats matter').content_type).toBe('sponsored')
    expect(codes(feed)).toContain('STRIP_RULE_SKIPPED_STORY_SAFETY')
  })

  test.each([
    ['above the headline', ['Companies', 'Exclusive', 'Boats matter', date], ['exclusive']],
    ['above the label', ['Exclusive', 'Companies', 'Boats matter', date], ['exclusive']],
    ['before the bar', ['Companies', 'Exclusive | Boats matter', date], ['exclusive']],
    ['inside the headline, which is no label', ['Companies', 'Exclusive clubs buy boats', date], []],
    ['in the story before', ['Exclusive', 'Trains', later, 'Companies', 'Boats matter', date], []],
  ])('the exclusive label counts %s', (_fact, lines, tags) => {
    expect(
      storyNamed(
        parse(lines),
        lines.includes('Exclusive clubs buy boats') ? 'Exclusive clubs buy boats' : 'Boats matter',
      ).tags,
    ).toEqual(tags)
  })

  test('the exclusive label is no section', () => {
    expect(only(parse(['Exclusive | Boats matter', date])).section).toBeNull()
  })
})

describe('bars in headlines', () => {
  test.each([
    ['the left side is the section', ['Opinion|Why boats matter', date], 'Opinion', 'Why boats matter', []],
    ['only the first bar parts', ['Opinion|Boats | trains: who wins', date], 'Opinion', 'Boats | trains: who wins', []],
    ['blanks around it do not matter', ['Money Talks | Why boats', date], 'Money Talks', 'Why boats', []],
    [
      'beside a section the left side is a tag',
      ['Companies', 'Harbour Watch|Why boats', date],
      'Companies',
      'Why boats',
      ['harbour watch'],
    ],
    ['an equal label is not told twice', ['Opinion', 'Opinion|Why boats', date], 'Opinion', 'Why boats', []],
    ['nothing before the bar is no section', ['|Why boats', date], null, 'Why boats', []],
    [
      'a long left side is a section too',
      ['The boats of the north and the south | Why they are late', date],
      'The boats of the north and the south',
      'Why they are late',
      [],
    ],
    [
      'the name of the paper behind the bar is no headline',
      ['Why the boats are late | South China Morning Post', date],
      null,
      'Why the boats are late',
      [],
    ],
  ])('%s', (_fact, lines, section, headline, tags) => {
    expect(only(parse(lines))).toMatchObject({ section, headline, tags })
  })

  test('label, bar and headline on lines of their own are one heading', () => {
    const feed = parse(['Opinion', '|', 'Why boats matter', date], { headings: h2('Opinion|Why boats matter') })
    expect(only(feed)).toMatchObject({ section: 'Opinion', headline: 'Why boats matter', content_type: 'opinion' })
  })

  test('label, bar and headline on lines of their own are understood without the heading', () => {
    expect(only(parse(['Opinion', '|', 'Why boats matter', date]))).toMatchObject({
      section: 'Opinion',
      headline: 'Why boats matter',
    })
  })
})

describe('author', () => {
  test.each([
    ['above the label', ['Jane Park', 'Opinion', 'Why boats matter', date], 'Jane Park'],
    ['above a column’s label', ['Mary-Ann O’Neil', 'Macroscope', 'Why boats matter', date], 'Mary-Ann O’Neil'],
    ['of three words', ['Zhou Xin Yi', 'As I see it', 'Why boats matter', date], 'Zhou Xin Yi'],
    ['above the bar', ['Jane Park', 'Opinion|Why boats matter', date], 'Jane Park'],
    ['with an accent', ['Émile Zola', 'Opinion', 'Why boats matter', date], 'Émile Zola'],
    ['under the label', ['Opinion', 'Jane Park', 'Why boats matter', date], 'Jane Park'],
    [
      'the one above the label where names stand on both sides',
      ['Jane Park', 'Opinion', 'Ann Lee', 'Why boats', date],
      'Jane Park',
    ],
    ['null for one word', ['Jane', 'Opinion', 'Why boats matter', date], null],
    ['null for four words', ['Jane Ann Mary Park', 'Opinion', 'Why boats matter', date], null],
    ['null for small letters', ['jane park', 'Opinion', 'Why boats matter', date], null],
    [
      'null when another line stands between',
      ['Jane Park', 'some other text here', 'Opinion', 'Why boats matter', date],
      null,
    ],
    ['null for news', ['Jane Park', 'Companies', 'Why boats matter', date], null],
  ])('is %s', (_fact, lines, author) => {
    expect(only(parse(lines)).author).toBe(author)
  })

  test.each([
    ['no headings', []],
    ['headings', h2('Why boats matter')],
  ])('under the label leaves the column its label, with %s', (_fact, headings) => {
    const feed = parse(['Opinion', 'Jane Park', 'Why boats matter', date], { headings })
    expect(only(feed)).toMatchObject({ headline: 'Why boats matter', section: 'Opinion', content_type: 'opinion' })
    expect(only(feed).parse_quality.parse_confidence).toBe(1)
  })

  test('is not the body of the story before', () => {
    const feed = parse(['Tech', 'Boats', later, 'Text.', 'Jane Park', 'Opinion', 'Why trains matter', date])
    expect(feed.stories.map(({ body_snippet, author }) => [body_snippet, author])).toEqual([
      ['Text.', null],
      [null, 'Jane Park'],
    ])
  })
})

describe('quality', () => {
  test.each([
    ['nothing', ['Tech', 'Boats are late', date], 1, []],
    ['the section', ['Exclusive', 'Boats are late', date], 0.88, ['section']],
    ['the time', ['Tech', 'Boats are late', '13 Foo 2026 - 10:15PM'], 0.78, ['published']],
    ['both', ['Exclusive', 'Boats are late', '13 Foo 2026 - 10:15PM'], 0.66, ['published', 'section']],
    ['the section, by fallback', ['Boats are late', date], 0.73, ['section']],
  ])('confidence when %s is missing', (_fact, lines, parse_confidence, missing_fields) => {
    expect(only(parse(lines)).parse_quality).toMatchObject({ parse_confidence, missing_fields })
  })

  test('a subheadline is missed only where the page’s other stories have one', () => {
    const feed = parse(['Tech', 'Boats', 'Harbour full', date, 'Text.', 'Tech', 'Trains', later])
    expect(storyNamed(feed, 'Boats').parse_quality.missing_fields).toEqual([])
    expect(storyNamed(feed, 'Trains').parse_quality).toMatchObject({
      missing_fields: ['subheadline'],
      parse_confidence: 0.88,
    })
  })

  test('confidence is never below 0', () => {
    const profile = {
      name: 'harsh',
      timezone: 'UTC',
      date_patterns: ['\\d+ \\w+ \\d{4}'],
      confidence: { missing_field: 1, fallback: 1 },
    }
    expect(
      only(parseCrawl(aCrawl([aPage(['Boats', '13 Foo 2026'])]), { profile })).parse_quality.parse_confidence,
    ).toBe(0)
  })
})

describe('pages', () => {
  test('a Chinese page passes through unchanged and keeps its language', () => {
    const feed = parseCrawl(
      aCrawl(
        [
          aPage(['評論', '港口擠塞：渡輪為何總是遲到？', '2026年2月13日 下午10:15', '市民表示不滿。'], {
            language: 'zh-HK',
          }),
        ],
        {
          source_profile_name: undefined,
        },
      ),
    )
    expect(only(feed)).toMatchObject({
      headline: '港口擠塞：渡輪為何總是遲到？',
      section: '評論',
      content_type: 'opinion',
      body_snippet: '市民表示不滿。',
      language: 'zh-HK',
    })
  })

  test.each([
    ['the page’s own', { language: 'en-GB', meta: { language: 'fr' } }, 'en-GB'],
    ['else that of its meta', { language: undefined, meta: { language: 'fr' } }, 'fr'],
    ['else null', { language: undefined }, null],
  ])('language is %s', (_fact, more, language) => {
    expect(only(parse(['Tech', 'Boats are late', date], more)).language).toBe(language)
  })

  test('pages without stories are skipped', () => {
    const feed = parseCrawl(aCrawl([aPage(['Business', 'Tech']), aPage([]), aPage(['Tech', 'Boats', date])]))
    expect(feed.feed_meta).toMatchObject({ pages_crawled: 3, stories_extracted: 1 })
  })

  test('no pages at all give an empty feed', () => {
    expect(parseCrawl(aCrawl([]))).toMatchObject({ stories: [], feed_meta: { pages_crawled: 0 } })
  })

  test('a crawl of one page without `pages` is read', () => {
    const { text, language } = aPage(['Tech', 'Boats', date])
    const feed = parseCrawl({ success: true, url: root, text, language, source_profile_name: 'scmp' })
    expect(only(feed).provenance).toEqual({ root_url: root, page_url: root, crawl_depth: 1 })
  })

  test.each([
    ['is no object', null],
    ['has no address', { text: 'x' }],
    ['has text that is none', { url: root, text: 7 }],
    ['failed', { url: root, success: false, error_code: 'TIMEOUT' }],
  ])('one that %s is a warning, and the rest is parsed', (_fact, bad) => {
    const feed = parseCrawl(aCrawl([bad, aPage(['Tech', 'Boats', date])]))
    expect(headlines(feed)).toEqual(['Boats'])
    expect(feed.warnings).toHaveLength(1)
    expect(feed.warnings[0]).toMatchObject({ code: 'PAGE_SKIPPED', example: expect.stringContaining('pages[0]') })
  })

  test.each([
    ['headings that are no list', { headings: 'none' }, 'PAGE_HEADINGS_IGNORED'],
    ['a depth that is no number', { depth: 'two' }, 'PAGE_DEPTH_IGNORED'],
    ['a fetch time nobody can read', { fetched_at: 'noon' }, 'PAGE_FETCH_TIME_IGNORED'],
    ['its text cut', { truncated: true }, 'PAGE_TRUNCATED'],
  ])('one with %s is read, with a warning', (_fact, more, code) => {
    const feed = parse(['Tech', 'Boats', date], more)
    expect([headlines(feed), codes(feed)]).toEqual([['Boats'], [code]])
  })

  test('one that does not say its depth is the seed when it is the start, else below it', () => {
    const deep = aPage(['Tech', 'Trains', later], { url: `${root}/x`, depth: undefined })
    const feed = parseCrawl(aCrawl([deep, aPage(['Tech', 'Boats', date], { depth: undefined })]))
    expect(feed.stories.map((story) => story.provenance.crawl_depth)).toEqual([2, 1])
  })
})

describe('bytes', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, part]) => [key, reversed(part)]),
    )
  }

  test('are the same whatever the order of keys, and every time', () => {
    const crawl = aCrawl([aPage(['Tech', 'Boats', date, 'Text.'], { headings: h2('Boats') })])
    const bytes = JSON.stringify(parseCrawl(crawl))
    expect(JSON.stringify(parseCrawl(reversed(crawl)))).toBe(bytes)
    expect(JSON.stringify(parseCrawl(crawl))).toBe(bytes)
  })

  test('do not depend on the kind of line breaks', () => {
    const crawl = (text: string) => aCrawl([aPage([], { text })])
    const text = ['Tech', 'Boats', date, 'Text.'].join('\n')
    expect(parseCrawl(crawl(text.replaceAll('\n', '\r\n')))).toEqual(parseCrawl(crawl(text)))
  })
})
