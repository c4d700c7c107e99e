import { describe, expect, test } from 'vitest'
import { parseCrawl } from './parse-crawl.ts'
import { storyUrls } from './story-urls.ts'

const date = '13 Feb 2026 - 10:15PM'
const hub = 'https://a.example/business'

type Link = Readonly<Record<string, unknown>>

function crawl(...pages: readonly { url: string; depth?: number; headlines: readonly string[]; links?: unknown }[]) {
  return {
    start_url: hub,
    crawl_time_utc: '2026-02-14T10:30:00Z',
    pages: pages.map(({ url, depth = 1, headlines, links }) => ({
      url,
      depth,
      links,
      text: headlines.map((one) => `${one}\n${date}`).join('\n'),
      headings: headlines.map((text) => ({ level: 2, text })),
    })),
  }
}

function urlOf(result: unknown, headline: string): string | null {
  const { stories } = parseCrawl(result, { profile: 'scmp' })
  const story = stories.find((one) => one.headline === headline)!
  return storyUrls(result, stories).get(story.story_id) ?? null
}

const headline = 'Boats are late'
const onHub = (...links: Link[]) => crawl({ url: hub, headlines: [headline], links })

describe('the address of a crawled story', () => {
  test.each<[string, unknown, string | null]>([
    [
      'is where the link with the headline leads',
      onHub({ text: headline, url: 'https://a.example/1' }),
      'https://a.example/1',
    ],
    ['is canonical', onHub({ text: headline, url: 'https://A.example/1/?utm_source=hub#top' }), 'https://a.example/1'],
    ['is resolved against its page', onHub({ text: headline, url: '/boats/1' }), 'https://a.example/boats/1'],
    [
      'does not mind white space in the link',
      onHub({ text: ' Boats\n are  late\u200b ', url: '/1' }),
      'https://a.example/1',
    ],
    ['does not mind white space that is missing', onHub({ text: 'Boats arelate', url: '/1' }), 'https://a.example/1'],
    ['is not that of a longer text', onHub({ text: 'Boats are late again', url: '/1' }), null],
    ['is not that of a shorter text', onHub({ text: 'Boats', url: '/1' }), null],
    ['is not that of the same letters in another case', onHub({ text: 'BOATS ARE LATE', url: '/1' }), null],
    [
      'is the first of several',
      onHub({ text: headline, url: '/1' }, { text: headline, url: '/2' }),
      'https://a.example/1',
    ],
    [
      'is the first that is on the web',
      onHub({ text: headline, url: 'javascript:void(0)' }, { text: headline, url: '/2' }),
      'https://a.example/2',
    ],
    ['is never the page itself', onHub({ text: headline, url: '#boats' }, { text: headline, url: hub }), null],
    ['is null without links', crawl({ url: hub, headlines: [headline] }), null],
    ['is null where links are no list', crawl({ url: hub, headlines: [headline], links: 'none' }), null],
    [
      'survives links that are none',
      crawl({
        url: hub,
        headlines: [headline],
        links: [null, 7, {}, { text: headline }, { text: headline, url: '/1' }],
      }),
      'https://a.example/1',
    ],
  ])('%s', (_fact, result, expected) => expect(urlOf(result, headline)).toBe(expected))

  test('is found though the link still has the label before the bar', () => {
    const labelled = (text: string) =>
      crawl({ url: hub, headlines: ['Opinion|Why boats'], links: [{ text, url: '/1' }] })
    expect(urlOf(labelled('Opinion | Why boats'), 'Why boats')).toBe('https://a.example/1')
    expect(urlOf(labelled('Why boats'), 'Why boats')).toBe('https://a.example/1')
  })

  test('comes from the page of its provenance before the others that show it', () => {
    const deep = { url: 'https://a.example/harbour', depth: 2, headlines: [headline] }
    const [one, two] = [[{ text: headline, url: '/1' }], [{ text: headline, url: '/2' }]]
    const both = crawl({ ...deep, links: two }, { url: hub, headlines: [headline], links: one })
    expect(urlOf(both, headline)).toBe('https://a.example/1')
    expect(urlOf(crawl({ ...deep, links: two }, { url: hub, headlines: [headline] }), headline)).toBe(
      'https://a.example/2',
    )
  })

  test('is not taken from a page that does not show the story', () => {
    const other = { url: 'https://a.example/x', depth: 2, headlines: ['Trains are late'] }
    const result = crawl({ url: hub, headlines: [headline] }, { ...other, links: [{ text: headline, url: '/1' }] })
    expect(urlOf(result, headline)).toBeNull()
  })

  test('is left open when two stories share a headline and nothing says whose link is whose', () => {
    const twice = (...links: Link[]) => ({
      start_url: hub,
      pages: [{ url: hub, depth: 1, links, text: `${headline}\n${date}\n${headline}\n14 Feb 2026 - 9:00AM` }],
    })
    const one = { text: headline, url: '/1' }
    const urls = (result: unknown) => [...storyUrls(result, parseCrawl(result, { profile: 'scmp' }).stories).values()]
    expect(urls(twice(one, { text: headline, url: '/2' }))).toEqual([])
    expect(urls(twice(one, one))).toEqual(['https://a.example/1', 'https://a.example/1'])
  })

  test('is found in the result of a single page', () => {
    const page = { url: hub, text: `${headline}\n${date}`, links: [{ text: headline, url: '/1' }] }
    expect(urlOf(page, headline)).toBe('https://a.example/1')
  })
})
