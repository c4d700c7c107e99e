import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anArticle } from '../../../tests/support/an-article.ts'
import { volume } from '../../../tests/support/volume.ts'
import type { Known } from '../domain/admission.ts'
import type { Article } from '../domain/article.ts'
import { keyHash } from '../text/key-hash.ts'
import { admit, decide, decideAll } from './decide.ts'
import { decideByIdentity } from './decide-by-identity.ts'
import { type DedupSettings, type PolicyName, policyOf } from './policies.ts'
import { printOf } from './print/print.ts'
import { printBytes } from './print/print-bytes.ts'
import { createRecent } from './recent/recent.ts'

const HOUR_MS = 3_600_000
const at = (hours: number) => Date.UTC(2026, 0, 2) + hours * HOUR_MS
let count = 0

/** An article of its own unless the test says otherwise. */
function one(given: Partial<Article> = {}): Article {
  count++
  const url = given.url === undefined ? `https://paper${count}.example/${count}` : given.url
  const title = given.title ?? `Headline ${count} of its own kind`
  const text = given.text === undefined ? null : given.text
  return anArticle({
    feed: count,
    sourceName: `Paper ${count}`,
    published: at(0),
    contentHash: keyHash(title + text),
    ...given,
    url,
    title,
    text,
    guid: given.guid ?? `guid-${count}`,
  })
}

/** Decides articles one after the other and gives the last decision. */
function last(name: PolicyName, articles: readonly Article[], settings: DedupSettings = {}) {
  const recent = createRecent(policyOf(name, settings))
  const decisions = articles.map((article) => {
    const print = printOf(article, { layered: name === 'layered' })
    const decision = decide(print, recent)
    admit(print, decision, recent)
    return decision
  })
  return { ...decisions.at(-1)!, size: recent.size() }
}

/** A headline that shares nothing with those made up here. */
const ELSEWHERE = { title: 'Library opens on Sundays' }
const TEXT =
  'The ferry ran aground on a sandbank near the lighthouse at dawn on Monday, and its forty passengers were taken off by two lifeboats within the hour, the coastguard said. Nobody was hurt in the accident. The company that runs the ferry said that fog had come down within minutes, and that an inquiry would begin at once.'
const OTHER =
  'Members of the council argued until midnight about what the new park should cost, and then put the vote off for a week because three of them had left the room. The mayor called it a disgrace, while the opposition called it democracy. Residents had waited in the gallery for five hours to hear the result.'

describe('three-tier, to the letter', () => {
  const titles = (a: string, b: string, settings?: DedupSettings) =>
    last('three-tier', [one({ title: a }), one({ title: b })], settings)

  test('a known guid is skipped, whatever the feed', () =>
    expect(last('three-tier', [one({ guid: '7' }), one({ guid: '7' })])).toMatchObject({
      disposition: 'exact_duplicate',
      keeps: 'existing',
      size: 1,
    }))
  test('a known address is skipped', () =>
    expect(
      last('three-tier', [one({ url: 'https://a.example/1' }), one({ url: 'https://a.example/1' })]),
    ).toMatchObject({ disposition: 'exact_duplicate', size: 1 }))
  test('addresses are compared in canonical form, so www and http make two', () =>
    expect(
      last('three-tier', [one({ url: 'https://www.a.example/1' }), one({ url: 'http://a.example/1' })]).disposition,
    ).toBe('unique'))
  test('its example of a duplicate is one: "Go 1.24" and "Go 1.24.0"', () =>
    expect(titles('Go 1.24', 'Go 1.24.0')).toMatchObject({ disposition: 'near_duplicate', keeps: 'existing', size: 1 }))
  test('its example of two articles holds only by the number veto: at 0.950 "Rust 1.84" passes its own threshold', () => {
    expect(titles('Rust 1.84', 'Rust 1.83').disposition).toBe('unique')
    expect(titles('Rust 1.84', 'Rust 1.83').matches[0]).toMatchObject({ veto: 'numbers', threshold: 0.85 })
    expect(titles('Rust 1.84', 'Rust 1.83', { numberVeto: false })).toMatchObject({
      disposition: 'near_duplicate',
      size: 1,
    })
  })
  test('"v1.0 Released" and "v1.0.0 Released" are one', () =>
    expect(titles('v1.0 Released', 'v1.0.0 Released').disposition).toBe('near_duplicate'))
  test.each([
    ['Go 1.24', 'Go 1.24.0', 0.971],
    ['Rust 1.84', 'Rust 1.83', 0.95],
  ])('%s and %s score %d', (a, b, value) => expect(titles(a, b).matches[0]!.value).toBeCloseTo(value, 3))
  test('the window is the retention, at least 14 days', () => {
    expect(policyOf('three-tier', { retentionDays: 3 }).windowDays).toBe(14)
    expect(policyOf('three-tier', { retentionDays: 90 }).windowDays).toBe(90)
  })
})

describe('newest-wins, to the letter', () => {
  const pair = (older: Partial<Article>, newer: Partial<Article>) =>
    last('newest-wins', [one({ published: at(0), ...older }), one({ published: at(1), ...newer })])

  test('of two with one guid the later published is kept', () => {
    expect(pair({ guid: '7' }, { guid: '7' })).toMatchObject({ keeps: 'newcomer', size: 1 })
    expect(pair({ guid: '7', published: at(2) }, { guid: '7' })).toMatchObject({
      keeps: 'existing',
      disposition: 'exact_duplicate',
      size: 1,
    })
  })
  test('of two at one address the later published is kept', () =>
    expect(pair({ url: 'https://a.example/1' }, { url: 'https://a.example/1' })).toMatchObject({
      keeps: 'newcomer',
      size: 1,
    }))
  test('titles over 0.90 alike in one source are one', () =>
    expect(
      pair(
        { title: 'Ferry runs aground near lighthouse', sourceName: 'A' },
        { title: 'Ferry runs aground near lighthouses', sourceName: 'A' },
      ),
    ).toMatchObject({ keeps: 'newcomer', size: 1 }))
  test('the same titles in two sources are two', () =>
    expect(
      pair({ title: 'Ferry runs aground', sourceName: 'A' }, { title: 'Ferry runs aground', sourceName: 'B' }),
    ).toMatchObject({ disposition: 'unique', size: 2 }))
  test('exactly 0.90 is not over it', () =>
    expect(pair({ title: 'abcdefghij', sourceName: 'A' }, { title: 'abcdefghix', sourceName: 'A' }).disposition).toBe(
      'unique',
    ))
  test('the title step can be switched off', () =>
    expect(
      last('newest-wins', [one({ title: 'Same', sourceName: 'A' }), one({ title: 'Same', sourceName: 'A' })], {
        titleStep: false,
      }).disposition,
    ).toBe('unique'))
  test('one that beats by guid and loses by address leaves neither itself nor what it beat', () => {
    const [beaten, winner] = [
      one({ guid: '7', published: at(0) }),
      one({ url: 'https://a.example/1', published: at(9) }),
    ]
    const result = last('newest-wins', [
      beaten,
      winner,
      one({ guid: '7', url: 'https://a.example/1', published: at(5) }),
    ])
    expect(result).toMatchObject({ keeps: 'existing', of: winner.key, replaces: [beaten.key], size: 1 })
  })
})

describe('layered, to the letter', () => {
  const pair = (a: Partial<Article>, b: Partial<Article>) => last('layered', [one(a), one(b)])
  const headline = 'Ferry runs aground near the old lighthouse'

  test('a known guid with the same content is a duplicate, with other content a revision', () => {
    expect(
      pair({ guid: '7', contentHash: 'aa'.repeat(16) }, { guid: '7', contentHash: 'aa'.repeat(16) }).disposition,
    ).toBe('exact_duplicate')
    expect(pair({ guid: '7' }, { guid: '7' })).toMatchObject({ disposition: 'revision', keeps: 'newcomer', size: 1 })
  })
  test('at one address the version with more content is kept', () => {
    const url = 'https://a.example/1'
    expect(pair({ url, wordCount: 5 }, { url, wordCount: 9 })).toMatchObject({
      disposition: 'revision',
      keeps: 'newcomer',
    })
    expect(pair({ url, wordCount: 9 }, { url, wordCount: 5 })).toMatchObject({
      disposition: 'exact_duplicate',
      keeps: 'existing',
    })
  })
  test('alike titles with alike content are near duplicates', () =>
    expect(pair({ title: headline, text: TEXT }, { title: headline, text: TEXT })).toMatchObject({
      disposition: 'near_duplicate',
      keeps: 'both',
      size: 2,
    }))
  test('alike titles on another domain are one story, whatever the content', () =>
    expect(pair({ title: headline, text: TEXT }, { title: headline, text: OTHER }).disposition).toBe('near_duplicate'))
  test('alike titles with other content on one domain are revisions of each other, and both stay', () =>
    expect(
      pair(
        { title: headline, text: TEXT, url: 'https://a.example/1' },
        { title: headline, text: OTHER, url: 'https://a.example/2' },
      ),
    ).toMatchObject({ disposition: 'revision', keeps: 'both', size: 2 }))
  test('no body on a side is neither match nor mismatch', () =>
    expect(
      pair(
        { title: headline, url: 'https://a.example/1' },
        { title: headline, text: OTHER, url: 'https://a.example/2' },
      ).disposition,
    ).toBe('unique'))
  test('titles of under five words need 0.95', () => {
    expect(pair({ title: 'Ferry runs aground' }, { title: 'Ferry runs aground again' }).disposition).toBe('unique')
    expect(pair({ title: 'Ferry runs aground' }, { title: 'BREAKING: Ferry runs aground' }).disposition).toBe(
      'near_duplicate',
    )
  })
  test('after 72 hours titles are not compared', () =>
    expect(pair({ title: headline }, { title: headline, published: at(73) }).disposition).toBe('unique'))
  test('the same people, places and dates within 24 hours are one event', () => {
    const names = 'Yesterday in Berlin, Angela Merkel and Emmanuel Macron signed for Deutsche Bank on 3 March 2026.'
    const found = pair(
      { title: 'Leaders talk at last', text: names },
      { title: 'A long dinner', text: `${names} They ate well.`, published: at(20) },
    )
    expect(found.disposition).toBe('same_event')
    expect(
      pair(
        { title: 'Leaders talk at last', text: names },
        { title: 'A long dinner', text: names.replace('signed', 'spoke'), published: at(30) },
      ).disposition,
    ).toBe('unique')
  })
  test('the Levenshtein ratio is kept as a second signal', () =>
    expect(pair({ title: headline }, { title: headline }).matches.map(({ measure }) => measure)).toEqual([
      'jaccard',
      'levenshtein',
    ]))
})

describe('calibrated', () => {
  const pair = (a: Partial<Article>, b: Partial<Article>, settings?: DedupSettings) =>
    last('calibrated', [one(a), one(b)], settings)

  test.each<[string, Partial<Article>, Partial<Article>, string]>([
    [
      'wire copy under a new headline is a near duplicate',
      { title: 'Ferry aground', text: TEXT },
      { title: 'Fog strands forty', text: `${TEXT} More to come.`, published: at(200) },
      'near_duplicate',
    ],
    [
      'one headline in two papers is a near duplicate',
      { title: 'Ferry runs aground near lighthouse' },
      { title: 'Ferry runs aground near lighthouse - Reuters' },
      'near_duplicate',
    ],
    [
      'two releases are two articles',
      { title: 'Announcing Rust 1.84.0' },
      { title: 'Announcing Rust 1.83.0' },
      'unique',
    ],
    ['1.24 is 1.24.0', { title: 'Go 1.24 is released' }, { title: 'Go 1.24.0 is released' }, 'near_duplicate'],
    [
      'a column under one headline is two articles',
      { title: 'Morning briefing from the harbour', text: TEXT, feed: 5 },
      { title: 'Morning briefing from the harbour', text: OTHER, feed: 5, published: at(24) },
      'unique',
    ],
    ['a bare number as guid means nothing across feeds', { guid: '7' }, { guid: '7', ...ELSEWHERE }, 'unique'],
    [
      'a guid unique by its form is one across feeds',
      { guid: 'tag:a.example,2026:7' },
      { guid: 'tag:a.example,2026:7' },
      'exact_duplicate',
    ],
    [
      'http, www and campaign parameters make no other address',
      { url: null, urlKey: keyHash('a.example/1') },
      { url: null, urlKey: keyHash('a.example/1') },
      'exact_duplicate',
    ],
  ])('%s', (_fact, a, b, expected) => {
    const result = pair(a, { wordCount: 7, ...b })
    expect(result.disposition).toBe(expected)
  })
  test('nothing is thrown away for being alike', () =>
    expect(
      pair({ title: 'Ferry runs aground near lighthouse' }, { title: 'Ferry runs aground near lighthouse' }),
    ).toMatchObject({ keeps: 'both', size: 2 }))
  test('a veto is kept with what it overturned', () => {
    const title = 'Announcing the long awaited harbour compiler release'
    expect(pair({ title: `${title} 1.84` }, { title: `${title} 1.83` }).matches[0]).toMatchObject({
      layer: 'title',
      veto: 'numbers',
    })
  })
  test('thresholds can be set', () =>
    expect(
      pair(
        { title: 'Ferry runs aground near lighthouse' },
        { title: 'Ferry runs aground near lighthouse' },
        { titleSame: 1.1, linkCertainty: 1.1 },
      ).disposition,
    ).toBe('unique'))
})

describe('a whole document', () => {
  const feed = (articles: readonly Partial<Article>[]) =>
    articles.map((given) => printOf(one({ feed: 3, sourceName: 'The Feed', ...given })))
  const frame =
    'Subscribe to our letter and never miss a morning, because the harbour never sleeps and neither do we, as our readers have known for over one hundred years by now and will for a hundred more.'
  const own = ['Ferry', 'Bridge', 'Council', 'Choir', 'Library', 'Snow'].map((word) =>
    `${word} stands first here. `.repeat(5),
  )

  test('of a feed that frames every text is compared without the frame', () => {
    const recent = createRecent(policyOf('calibrated'))
    const framed = own.map((text) => ({ text: text + frame.repeat(2) }))
    const decided = decideAll(feed(framed), recent)
    expect(decided.map(({ decision }) => decision.disposition)).toEqual(own.map(() => 'unique'))
    expect(decided[0]!.print.body!.boilerplate.length).toBeGreaterThan(10)
  })
  test('of a feed that reuses its guids loses no article', () => {
    const recent = createRecent(policyOf('calibrated'))
    const titles = ['Ferry aground', 'Bridge open', 'Council votes', 'Choir sings', 'Library burns', 'Snow falls']
    const poll = (from: number) =>
      feed(titles.slice(from, from + 3).map((title, place) => ({ title, guid: String(place) })))
    decideAll(poll(0), recent)
    const second = decideAll(poll(3), recent)
    expect(second.map(({ decision }) => decision.disposition)).toEqual(['unique', 'unique', 'unique'])
    expect(recent.size()).toBe(6)
  })
  test('of a feed that reissues all its guids brings nothing new', () => {
    const recent = createRecent(policyOf('calibrated'))
    const items = own.map((text, place) => ({ text, url: `https://a.example/${place}`, contentHash: keyHash(text) }))
    decideAll(feed(items), recent)
    const again = decideAll(feed(items), recent)
    expect(new Set(again.map(({ decision }) => decision.disposition))).toEqual(new Set(['exact_duplicate']))
  })
  test('of a publisher that moved to another domain brings no second story', () => {
    const recent = createRecent(policyOf('calibrated'))
    const items = (host: string) =>
      own.map((text, place) => ({
        text: text + OTHER.slice(20 * place),
        title: `Report ${'ABCDEF'[place]} about ${text.split(' ')[0]}`,
        url: `https://${host}/${place}`,
        guid: `https://${host}/${place}`,
        published: at(-1000 * place),
      }))
    decideAll(feed(items('old.example')), recent)
    const moved = decideAll(feed(items('new.example')), recent)
    expect(new Set(moved.map(({ decision }) => decision.disposition))).toEqual(new Set(['near_duplicate']))
  })
})

test('layers 1 and 2 decide as they do against the store', () => {
  const version = fc.record({
    feed: fc.integer({ min: 1, max: 3 }),
    guid: fc.constantFrom('1', '2'),
    page: fc.constantFrom('a', 'b'),
    wordCount: fc.integer({ min: 1, max: 3 }),
    content: fc.constantFrom('x', 'y'),
  })
  fc.assert(
    fc.property(version, version, (first, second) => {
      const [old, newcomer] = [first, second].map(({ feed, guid, page, wordCount, content }) =>
        anArticle({
          feed,
          guid,
          url: `https://a.example/${page}`,
          wordCount,
          text: null,
          title: `Title ${page} ${content}`,
          contentHash: keyHash(content),
        }),
      ) as [Article, Article]
      const known: Known = {
        entries: [
          {
            feed: old.feed,
            guidKey: keyHash(old.guid),
            urlKey: old.urlKey,
            rawHash: 'bb',
            disposition: 'unique',
            article: 7,
          },
        ],
        articles: [
          {
            id: 7,
            key: old.key,
            feed: old.feed,
            position: old.feed,
            urlKey: old.urlKey,
            contentHash: old.contentHash,
            wordCount: old.wordCount,
            published: old.published,
            revision: 0,
          },
        ],
      }
      const [stored] = decideByIdentity(
        { id: newcomer.feed, position: newcomer.feed },
        [{ guidKey: keyHash(newcomer.guid), rawHash: 'aa', article: newcomer, print: printBytes(newcomer, {}) }],
        known,
      ).entries
      const recent = createRecent(policyOf('calibrated'), { positionOf: (feed) => feed })
      recent.add(printOf(old))
      const { disposition } = decide(printOf(newcomer), recent)
      const isIdentity = disposition === 'exact_duplicate' || disposition === 'revision'
      expect(isIdentity ? disposition : 'unique').toBe(stored!.disposition)
    }),
    { seed: 4, numRuns: volume(70, 5_000) },
  )
})
