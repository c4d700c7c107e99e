import { describe, expect, test } from 'vitest'
import { UserError } from '../domain/user-error.ts'
import { CrawlInputError } from './crawl-input-error.ts'
import { parseCrawl } from './parse-crawl.ts'

const crawl = { start_url: 'https://a.example/', pages: [] }
const profile = { name: 'a', timezone: 'UTC', date_patterns: ['\\d+'] }

describe('a bad crawl result', () => {
  test.each([
    ['no object', 'text', {}, 'crawl result must be an object, got "text"'],
    ['a list', [], {}, 'crawl result must be an object, got a list'],
    ['null', null, {}, 'crawl result must be an object, got null'],
    ['no start_url', { pages: [] }, {}, 'start_url must be the address the crawl began at, got nothing'],
    [
      'a blank start_url',
      { start_url: ' ', pages: [] },
      {},
      'start_url must be the address the crawl began at, got " "',
    ],
    [
      'a start_url that is no text',
      { start_url: 7, pages: [] },
      {},
      'start_url must be the address the crawl began at, got 7',
    ],
    ['no pages', { start_url: 'https://a.example/' }, {}, 'pages must be a list of pages, got nothing'],
    ['pages that are no list', { ...crawl, pages: {} }, {}, 'pages must be a list of pages, got an object'],
    ['pages that are text', { ...crawl, pages: 'x' }, {}, 'pages must be a list of pages, got "x"'],
    [
      'a bad clock',
      { ...crawl, crawl_time_utc: 'noon' },
      {},
      'crawl_time_utc must be an ISO 8601 time such as 2026-02-14T10:30:00Z, got "noon"',
    ],
    [
      'a clock that is a number',
      { ...crawl, crawl_time_utc: 17 },
      {},
      'crawl_time_utc must be an ISO 8601 time such as 2026-02-14T10:30:00Z, got 17',
    ],
    ['a day no calendar has', { ...crawl, crawl_time_utc: '2026-02-31T00:00:00Z' }, {}, 'crawl_time_utc must be'],
    ['a bad clock in the options', crawl, { crawlTimeUtc: 'soon' }, 'crawl_time_utc must be'],
    [
      'a version that is no text',
      { ...crawl, parser_version: 1 },
      {},
      'parser_version must be a version such as 1.0.0, got 1',
    ],
    [
      'a failed crawl',
      { success: false, error_code: 'FETCH_TIMEOUT' },
      {},
      'success is false: the crawl failed (FETCH_TIMEOUT), crawl again',
    ],
    [
      'a profile name that is a number',
      { ...crawl, source_profile_name: 7 },
      {},
      "source_profile_name must be a profile's name or a profile, got 7",
    ],
    ['a profile without a name', crawl, { profile: { ...profile, name: '' } }, 'profile.name must be text, got ""'],
    [
      'a profile name with a colon',
      crawl,
      { profile: { ...profile, name: 'a:b' } },
      'profile.name must be 1 to 64 letters',
    ],
    [
      'a profile without a zone',
      crawl,
      { profile: { ...profile, timezone: undefined } },
      'profile.timezone must be text, got nothing',
    ],
    [
      'a zone nobody knows',
      crawl,
      { profile: { ...profile, timezone: 'Mars/Base' } },
      'profile.timezone must be a zone such as',
    ],
    [
      'a profile without patterns',
      crawl,
      { profile: { ...profile, date_patterns: [] } },
      'profile.date_patterns must hold at least one',
    ],
    [
      'a pattern that could hang',
      crawl,
      { profile: { ...profile, date_patterns: ['\\d', '(a)\\1'] } },
      'profile.date_patterns[1] refers back to a group, which is not supported: "(a)\\\\1"',
    ],
    [
      'labels that are no list',
      crawl,
      { profile: { ...profile, section_labels: 'x' } },
      'profile.section_labels must be a list of texts, got "x"',
    ],
    [
      'a label that is no text',
      crawl,
      { profile: { ...profile, section_labels: [1] } },
      'profile.section_labels[0] must be text, got 1',
    ],
    [
      'a key nobody knows',
      crawl,
      { profile: { ...profile, sections: [] } },
      'profile.sections is not a key of a profile',
    ],
    [
      'an order of days nobody knows',
      crawl,
      { profile: { ...profile, date_order: 'ymd' } },
      'profile.date_order must be dmy or mdy, got "ymd"',
    ],
    [
      'a figure above 1',
      crawl,
      { profile: { ...profile, confidence: { fallback: 2 } } },
      'profile.confidence.fallback must be a number from 0 to 1, got 2',
    ],
    [
      'a figure nobody knows',
      crawl,
      { profile: { ...profile, confidence: { luck: 0 } } },
      'profile.confidence.luck is not a figure',
    ],
    [
      'profiles that are text',
      crawl,
      { profiles: 'x' },
      'profiles must be a list of profiles or an object of them, got "x"',
    ],
    ['a bad profile in a list', crawl, { profiles: [profile, 7] }, 'profiles[1] must be an object'],
    [
      'a bad profile by name',
      crawl,
      { profiles: { b: { ...profile, timezone: 7 } } },
      'profiles.b.timezone must be text, got 7',
    ],
  ])('%s is refused by one line that names the field', (_fact, result, options, message) => {
    let thrown: unknown
    try {
      parseCrawl(result, options)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(CrawlInputError)
    expect(thrown).toBeInstanceOf(UserError)
    expect((thrown as CrawlInputError).lines).toHaveLength(1)
    expect((thrown as CrawlInputError).message).toContain(message)
    expect((thrown as CrawlInputError).message).toContain((thrown as CrawlInputError).field)
  })

  test('a long value is cut in the message', () => {
    expect(() => parseCrawl({ ...crawl, crawl_time_utc: 'x'.repeat(5000) })).toThrow(/^.{0,160}$/)
  })
})

describe('a good one', () => {
  test.each([
    ['summary is text', { ...crawl, summary: 'six pages' }],
    ['summary is an object', { ...crawl, summary: { total_pages: 6 } }],
    ['the version is missing', crawl],
  ])('is read when %s', (_fact, result) => {
    expect(parseCrawl(result).feed_meta.parser_version).toBe('1.0.0')
  })

  test('the options stand before the result', () => {
    const result = { ...crawl, parser_version: '1.0.0', crawl_time_utc: '2026-02-14T10:30:00Z' }
    const { feed_meta } = parseCrawl(result, { parserVersion: '2.1.0', crawlTimeUtc: '2026-02-15T00:00:00Z' })
    expect([feed_meta.parser_version, feed_meta.crawl_time_utc]).toEqual(['2.1.0', '2026-02-15T00:00:00Z'])
  })

  test('says when the crawler dropped pages to stay small', () => {
    const { warnings } = parseCrawl({ ...crawl, pages_removed_for_limit: 3, source_profile_name: 'scmp' })
    expect(warnings.map((warning) => warning.code)).toEqual(['PAGES_REMOVED'])
  })

  test('a profile may give a fixed offset instead of a zone', () => {
    const { timezone: _zone, ...rest } = profile
    expect(parseCrawl(crawl, { profile: { ...rest, utc_offset: '+08:00' } }).feed_meta.source_profile).toBe('a')
  })
})
