import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../tests/support/any-character.ts'
import { volume } from '../../../tests/support/volume.ts'
import { parseCrawl } from './parse-crawl.ts'
import { compileProfile } from './profile.ts'
import { readLines } from './read-lines.ts'
import type { PageHeading } from './read-page.ts'
import { genericProfile, shippedProfiles } from './shipped-profiles.ts'
import { stripNoise } from './strip-noise.ts'

const scmp = shippedProfiles.get('scmp')!

/** Lines of every kind a page has, so that rules meet in every order. */
const anyLine = fc.oneof(
  fc.constantFrom(
    ...['Business', 'Companies', 'Tech', 'Opinion', 'Macroscope', 'Exclusive', '07:39', 'Photo: Reuters', '48', '|'],
    ...['TRENDING TOPICS', 'MOST POPULAR', 'MORE COMMENT', 'In partnership with:', 'Paid Post: Save now', 'Jane Park'],
    ...['13 Feb 2026 - 10:15PM', '2 hours ago', '36', 'minutes ago', '13 Foo 2026 - 10:15PM', 'Updated: 1 hour ago'],
    ...[
      'Boats are late',
      'Trains are late',
      'Opinion|Why boats',
      'The ferry firm said it would pay everybody back soon.',
    ],
    ...['sentry-trace', 'A line about lost baggage here', 'baggage: a=b', 'Photo: boats are late', ''],
  ),
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const anyHeading: fc.Arbitrary<PageHeading> = fc.record({
  level: fc.integer({ min: 1, max: 4 }),
  text: fc.oneof(
    fc.constantFrom('Boats are late', 'Trainsarelate', 'Business', 'Photo: boats are late', 'Harbour'),
    anyLine,
  ),
})
const anyPage = fc.record({
  url: fc.constantFrom('https://a.example/', 'https://a.example/b', 'https://a.example/c'),
  depth: fc.integer({ min: 1, max: 3 }),
  text: fc.array(anyLine, { maxLength: 25 }).map((lines) => lines.join('\n')),
  headings: fc.array(anyHeading, { maxLength: 5 }),
})
const anyProfile = fc.constantFrom('scmp', 'generic', undefined)

const aCrawl = (pages: readonly unknown[], source_profile_name: string | undefined) => ({
  start_url: 'https://a.example/',
  crawl_time_utc: '2026-02-14T10:30:00Z',
  source_profile_name,
  pages,
})

describe('parseCrawl, whatever the pages', () => {
  test('shuffled pages give the same stories', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyPage, { maxLength: 4, selector: (page) => page.url }),
        anyProfile,
        (pages, profile) => {
          const stories = (order: readonly unknown[]) =>
            parseCrawl(aCrawl(order, profile))
              .stories.map((story) => JSON.stringify(story))
              .sort()
          expect(stories([...pages].reverse())).toEqual(stories(pages))
        },
      ),
      { numRuns: volume(40, 5_000), seed: 1 },
    )
  })

  test('no two stories share an id', () => {
    fc.assert(
      fc.property(fc.array(anyPage, { maxLength: 4 }), anyProfile, (pages, profile) => {
        const ids = parseCrawl(aCrawl(pages, profile)).stories.map((story) => story.story_id)
        expect(new Set(ids).size).toBe(ids.length)
      }),
      { numRuns: volume(40, 5_000), seed: 2 },
    )
  })

  test('stripping noise twice changes nothing', () => {
    fc.assert(
      fc.property(anyPage, fc.constantFrom(scmp, genericProfile), ({ text, headings }, profile) => {
        const rules = compileProfile(profile)
        const once = stripNoise(readLines(text, headings, rules, new Set()), rules)
        const twice = stripNoise(once.lines, rules)
        expect(twice.lines.map((line) => line.text)).toEqual(once.lines.map((line) => line.text))
        expect(twice.removed).toBe(0)
      }),
      { numRuns: volume(100, 5_000), seed: 2 },
    )
  })

  test('every line is kept, stripped or shown, and no story has an empty text', () => {
    fc.assert(
      fc.property(fc.array(anyPage, { maxLength: 3 }), anyProfile, (pages, profile) => {
        const feed = parseCrawl(aCrawl(pages, profile))
        expect(feed.feed_meta.stories_extracted).toBe(feed.stories.length)
        expect(feed.feed_meta.parse_warnings).toBe(feed.warnings.length)
        expect(new Set(feed.stories.map((story) => story.story_id)).size).toBe(feed.stories.length)
        for (const story of feed.stories) {
          expect(Object.values(story)).not.toContain('')
          expect(story.headline).toMatch(/\p{L}/u)
          expect(story.parse_quality.parse_confidence).toBeGreaterThanOrEqual(0)
          expect(story.parse_quality.parse_confidence).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: volume(40, 5_000), seed: 3 },
    )
  })

  test('arbitrary JSON as pages never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 4 }), (pages) => {
        expect(parseCrawl(aCrawl(pages, 'scmp')).feed_meta.pages_crawled).toBe(pages.length)
      }),
      { numRuns: volume(70, 5_000), seed: 4 },
    )
  })

  test('arbitrary text never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), anyProfile, (text, profile) => {
        expect(
          parseCrawl(aCrawl([{ url: 'https://a.example/', depth: 1, text }], profile)).feed_meta.pages_crawled,
        ).toBe(1)
      }),
      { numRuns: volume(30, 5_000), seed: 5 },
    )
  })
})

describe('no dated headline is ever lost', () => {
  const noise = fc.array(
    fc.constantFrom(
      'Photo: Reuters',
      '07:39',
      'MORE COMMENT',
      'TRENDING TOPICS',
      'Exclusive',
      'sentry-trace: 1',
      'Business',
      'Paid Post:',
    ),
    { maxLength: 3 },
  )
  const story = fc.record({
    above: noise,
    label: fc.constantFrom('Companies', 'Tech', 'Opinion', null),
    subheadline: fc.boolean(),
    below: noise,
    body: fc.boolean(),
  })

  test.each([
    ['with headings', true],
    ['without headings', false],
  ])('%s', (_fact, aligned) => {
    fc.assert(
      fc.property(fc.array(story, { minLength: 1, maxLength: 6 }), (stories) => {
        const lines: string[] = []
        const headings: PageHeading[] = []
        stories.forEach(({ above, label, subheadline, below, body }, number) => {
          lines.push(...above)
          // Without a heading or a label the nearest line is the headline, so a subheadline would take its place.
          if (label !== null) lines.push(label)
          lines.push(`Ferry number ${number} leaves`)
          headings.push({ level: 2, text: `Ferry number ${number} leaves` })
          if (subheadline && (aligned || label !== null)) lines.push(`what it means for pier ${number}`)
          lines.push(`1${number} Feb 2026 - 10:15PM`)
          if (body) lines.push(`Text of ferry ${number}.`)
          lines.push(...below)
        })
        const page = { url: 'https://a.example/', depth: 1, text: lines.join('\n'), headings: aligned ? headings : [] }
        const feed = parseCrawl(aCrawl([page], 'scmp'))
        const found = feed.stories.map(({ headline, published_raw }) => `${headline} ${published_raw}`).sort()
        expect(found).toEqual(
          stories.map((_story, number) => `Ferry number ${number} leaves 1${number} Feb 2026 - 10:15PM`),
        )
      }),
      { numRuns: volume(40, 5_000), seed: 6 },
    )
  })
})
