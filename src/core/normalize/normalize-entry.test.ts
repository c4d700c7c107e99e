import { describe, expect, test } from 'vitest'
import type { Article } from '../domain/article.ts'
import type { Entry, Text } from '../domain/entry.ts'
import { type NormalizeContext, normalizeEntry } from './normalize-entry.ts'

const html = (value: string, base: string | null = null): Text => ({ value, type: 'html', base, language: null })
const plain = (value: string): Text => ({ value, type: 'text', base: null, language: null })

const emptyEntry: Entry = {
  raw: '',
  offset: null,
  complete: true,
  guid: null,
  title: null,
  link: null,
  originalLink: null,
  links: [],
  authors: [],
  contributors: [],
  dates: { published: null, updated: null, dcDate: null, pubDate: null },
  texts: { encoded: null, content: null, description: null, summary: null },
  contentSrc: null,
  categories: [],
  enclosures: [],
  media: { title: null, description: null, contents: [], thumbnails: [] },
  itunes: null,
  image: null,
  comments: null,
  commentsFeed: null,
  commentCount: null,
  rights: null,
  source: null,
  point: null,
  language: null,
  base: null,
}

const now = Date.UTC(2026, 10, 14, 12)
const context: NormalizeContext = {
  feed: 7,
  feedUrl: 'https://feeds.a.example/rss',
  source: { url: 'https://feeds.a.example/rss', tab: 'en_news', category: 'World', name: null, language: null },
  document: { title: html('A &amp; B News'), language: null, bylines: [] },
  now,
  detectLanguage: null,
}

const normalize = (entry: Partial<Entry>, more: Partial<NormalizeContext> = {}): Article => {
  const normalized = normalizeEntry({ ...emptyEntry, title: plain('A title'), ...entry }, { ...context, ...more })
  if (normalized.kind !== 'article') throw new Error('malformed')
  return normalized.article
}

const texts = (some: Partial<Entry['texts']>): Partial<Entry> => ({ texts: { ...emptyEntry.texts, ...some } })

describe('the title', () => {
  test.each([
    ['loses tags and white space', html(' <b>One</b>\n two '), 'One two'],
    ['has its references decoded', html('Tom &amp; Jerry'), 'Tom & Jerry'],
    [
      'is repaired where UTF-8 was decoded as Windows-1252',
      html('Incendio en Ã\u0081vila: niÃ±o rescatado'),
      'Incendio en Ávila: niño rescatado',
    ],
    ['has references decoded that were escaped twice', html('Tom &amp;amp; Jerry&amp;#8217;s'), 'Tom & Jerry’s'],
    ['loses tags that were escaped twice', html('&amp;lt;i&amp;gt;One&amp;lt;/i&amp;gt; two'), 'One two'],
    ['keeps the name of a tag that was escaped once', html('The &lt;b&gt; element'), 'The <b> element'],
    ['keeps signs in plain text', plain('AT&T: 2 < 3'), 'AT&T: 2 < 3'],
    ['keeps markup in plain text', plain('The <b> element'), 'The <b> element'],
  ])('%s', (_fact, title, expected) => expect(normalize({ title }).title).toBe(expected))

  test('is the first line of the body when there is none', () =>
    expect(normalize({ title: null, ...texts({ description: html('<p>First line.</p><p>Second.</p>') }) }).title).toBe(
      'First line.',
    ))
})

describe('an entry is malformed', () => {
  test('without title and body', () => expect(normalizeEntry(emptyEntry, context)).toEqual({ kind: 'malformed' }))
  test('with blank ones', () =>
    expect(
      normalizeEntry({ ...emptyEntry, title: html(' <b></b> '), ...texts({ description: html('<p> </p>') }) }, context),
    ).toEqual({ kind: 'malformed' }))
  test('not with a picture alone', () =>
    expect(
      normalize({
        title: null,
        link: 'https://a.example/x',
        ...texts({ description: html('<img src="https://a.example/x.png">') }),
      }).title,
    ).toBe('https://a.example/x'))
})

describe('the address', () => {
  test.each<[string, Partial<Entry>, string | null]>([
    ['is the canonical link', { link: 'HTTPS://A.example/x/?utm_source=rss#top' }, 'https://a.example/x'],
    [
      'is what it was before FeedBurner',
      { link: 'https://feeds.a.example/~r/1', originalLink: 'https://a.example/x' },
      'https://a.example/x',
    ],
    ['is resolved against the base', { link: '../x', base: 'https://a.example/b/c/' }, 'https://a.example/b/x'],
    ['is a permalink guid', { guid: { value: 'https://a.example/x', isPermalink: true } }, 'https://a.example/x'],
    ['is never a guid that is no permalink', { guid: { value: 'https://a.example/x', isPermalink: false } }, null],
    ['is never made of a bare guid', { guid: { value: '12345', isPermalink: true } }, null],
    [
      'is the enclosure in the last resort',
      { enclosures: [{ url: 'https://a.example/x.mp3', type: null, length: null }] },
      'https://a.example/x.mp3',
    ],
    ['is null when there is none', {}, null],
    ['is null for a script', { link: 'javascript:alert(1)' }, null],
  ])('%s', (_fact, entry, expected) => expect(normalize(entry).url).toBe(expected))
})

describe('the guid', () => {
  test('is shortened when it is endless, and still one of a kind', () => {
    const endless = (end: string) =>
      normalize({ guid: { value: 'x'.repeat(5_000_000) + end, isPermalink: false } }).guid
    expect(endless('a').length).toBeLessThan(300)
    expect(endless('a')).not.toBe(endless('b'))
    expect(endless('a')).toBe(endless('a'))
  })
  test('an endless address is none', () => {
    const { url, guid } = normalize({ link: `https://a.example/${'x'.repeat(1_000_000)}` })
    expect([url, guid]).toEqual([null, expect.stringMatching(/^[0-9a-f]{32}$/)])
  })
  test('is the one given', () =>
    expect(normalize({ guid: { value: ' tag:a.example,2026:1 ', isPermalink: false } }).guid).toBe(
      'tag:a.example,2026:1',
    ))
  test('is the address without one', () =>
    expect(normalize({ link: 'https://a.example/x?ref=1' }).guid).toBe('https://a.example/x'))
  test('is a hash of title and link without both', () => {
    expect(normalize({}).guid).toMatch(/^[0-9a-f]{32}$/)
    expect(normalize({}).guid).not.toBe(normalize({ title: plain('Another') }).guid)
  })
})

describe('the key', () => {
  test('is the same for every address of a page', () =>
    expect(normalize({ link: 'http://www.a.example/x/' }).key).toBe(
      normalize({ link: 'https://m.a.example/x?utm_id=1' }, { feed: 8 }).key,
    ))
  test('is of feed and guid without an address', () => {
    const one = normalize({ guid: { value: '1', isPermalink: false } })
    expect(one.urlKey).toBeNull()
    expect(one.key).toBe(normalize({ guid: { value: '1', isPermalink: false }, title: plain('B') }, { feed: 8 }).key)
    expect(one.key).not.toBe(
      normalize(
        { guid: { value: '1', isPermalink: false } },
        { source: { ...context.source, url: 'https://b.example/' } },
      ).key,
    )
  })
})

describe('the author', () => {
  const person = (name: string | null, email: string | null = null) => ({ name, email, url: null })
  test.each([
    ['is the name', [person('Jane Doe', 'jane@a.example')], 'Jane Doe'],
    ['is the name behind an address', [person('jane@a.example (Jane Doe)')], 'Jane Doe'],
    ['is the name before an address', [person('Jane Doe <jane@a.example>')], 'Jane Doe'],
    ['is the name part of an address', [person(null, 'jane.doe@a.example')], 'jane.doe'],
    ['has no By', [person('By Jane Doe')], 'Jane Doe'],
    ['is everybody once', [person('Jane Doe'), person('jane doe'), person('Ann Roe')], 'Jane Doe, Ann Roe'],
    ['is a name rather than an address', [person(null, 'jo@a.example'), person('Jane Doe')], 'Jane Doe'],
    ['is who answers for the feed when there is none', [], 'The Desk'],
  ])('%s', (_fact, authors, expected) =>
    expect(
      normalize({ authors }, { document: { ...context.document, bylines: [person('desk@a.example (The Desk)')] } })
        .author,
    ).toBe(expected),
  )
})

describe('the date', () => {
  const dates = (some: Partial<Entry['dates']>) => normalize({ dates: { ...emptyEntry.dates, ...some } })
  test('is dc:date before published before updated before pubDate', () => {
    const all = {
      dcDate: '2026-11-01T00:00:00Z',
      published: '2026-11-02T00:00:00Z',
      updated: '2026-11-03T00:00:00Z',
      pubDate: 'Wed, 04 Nov 2026 00:00:00 GMT',
    }
    expect(dates(all).published).toBe(Date.UTC(2026, 10, 1))
    expect(dates({ ...all, dcDate: null }).published).toBe(Date.UTC(2026, 10, 2))
    expect(dates({ ...all, dcDate: 'soon', published: '' }).published).toBe(Date.UTC(2026, 10, 3))
    expect(dates({ pubDate: all.pubDate }).published).toBe(Date.UTC(2026, 10, 4))
  })
  test.each<[string, string | null, Partial<Article>]>([
    [
      'is certain with a zone',
      '2026-11-14T10:00:00+09:00',
      { published: Date.UTC(2026, 10, 14, 1), dateUncertain: false, dateZoneAssumed: false },
    ],
    [
      'is UTC without a zone, and says so',
      '2026-11-14 10:00:00',
      { published: Date.UTC(2026, 10, 14, 10), dateUncertain: false, dateZoneAssumed: true },
    ],
    ['is the poll when missing', null, { published: now, dateUncertain: true, dateZoneAssumed: false }],
    ['is the poll when unreadable', 'yesterday', { published: now, dateUncertain: true }],
    ['is the poll when over a day ahead', '2026-11-16T00:00:00Z', { published: now, dateUncertain: true }],
    [
      'stays when less than a day ahead',
      '2026-11-15T11:00:00Z',
      { published: Date.UTC(2026, 10, 15, 11), dateUncertain: false },
    ],
    ['is the poll when it is the zero of a calendar', '0001-01-01T00:00:00Z', { published: now, dateUncertain: true }],
  ])('%s', (_fact, published, expected) => expect(dates({ published })).toMatchObject(expected))
  test('was first seen at the poll', () => expect(normalize({}).firstSeen).toBe(now))
})

describe('the body', () => {
  test('is content:encoded before content before description before summary', () => {
    const all = {
      encoded: html('<p>1</p>'),
      content: html('<p>2</p>'),
      description: html('<p>3</p>'),
      summary: html('<p>4</p>'),
    }
    expect(normalize(texts(all)).text).toBe('1')
    expect(normalize(texts({ ...all, encoded: null })).text).toBe('2')
    expect(normalize(texts({ ...all, encoded: html(' '), content: html('<p></p>') })).text).toBe('3')
    expect(normalize(texts({ summary: all.summary })).text).toBe('4')
  })
  test('is sanitised and resolved', () =>
    expect(
      normalize({ base: 'https://a.example/b/', ...texts({ content: html('<p onclick=x>1<img src="c.png"></p>') }) })
        .body,
    ).toBe('<p>1<img src="https://a.example/b/c.png" loading="lazy" referrerpolicy="no-referrer"></p>'))
  test('is null where the text says it all', () =>
    expect(normalize(texts({ content: html('1 &lt; 2') }))).toMatchObject({ body: null, text: '1 < 2' }))
  test('is HTML where the publisher only calls it text', () =>
    expect(normalize(texts({ content: plain('<p>One</p>\n<p>Two</p>') })).text).toBe('One\n\nTwo'))
  test('keeps the lines of plain text', () =>
    expect(normalize(texts({ content: plain('One <b>\r\n\r\n\r\n two') }))).toMatchObject({
      body: null,
      text: 'One <b>\n\ntwo',
    }))
})

describe('the description', () => {
  test('is the summary before the description before the body', () => {
    const all = {
      content: html('<p>Body</p>'),
      description: html('<p>Description</p>'),
      summary: html('<p>Summary</p>'),
    }
    expect(normalize(texts(all)).description).toBe('Summary')
    expect(normalize(texts({ ...all, summary: html('<p></p>') })).description).toBe('Description')
    expect(normalize(texts({ content: all.content })).description).toBe('Body')
  })
  test('has at most 500 characters in whole words', () => {
    const { description } = normalize(texts({ description: html('word '.repeat(300)) }))
    expect(description!.length).toBeLessThanOrEqual(500)
    expect(description).toMatch(/ word…$/)
  })
  test('is null when empty', () => expect(normalize(texts({ description: html('<p> </p>') })).description).toBeNull())
})

test('categories are folded, joined and once each', () => {
  const categories = [
    'Tech',
    ' technology ',
    'WORLD',
    'AI',
    'Arts &amp; Culture',
    'https://a.example/tag/Energy/',
    '',
    '#Local',
  ].map((term) => ({ term, scheme: null, label: null }))
  expect(normalize({ categories }).categories).toEqual([
    'technology',
    'world',
    'artificial intelligence',
    'arts',
    'energy',
    'local',
  ])
})

describe('media', () => {
  const media = {
    title: null,
    description: null,
    contents: [{ url: 'https://a.example/c.jpg', type: null, medium: 'image', width: 600, height: 400, length: null }],
    thumbnails: [{ url: 'https://a.example/t.jpg', width: 60, height: 40 }],
  }
  test('are enclosure, content, thumbnail in this order', () => {
    const found = normalize({
      enclosures: [{ url: 'https://a.example/e.mp3', type: 'audio/mpeg', length: 0 }],
      media,
      ...texts({ content: html('<img src="https://a.example/b.png">') }),
    }).media
    expect(found).toEqual([
      { url: 'https://a.example/e.mp3', type: 'audio/mpeg', size: null, width: null, height: null },
      { url: 'https://a.example/c.jpg', type: 'image/jpeg', size: null, width: 600, height: 400 },
      { url: 'https://a.example/t.jpg', type: 'image/jpeg', size: null, width: 60, height: 40 },
    ])
  })
  test('are the first picture of the body when there is no other', () =>
    expect(
      normalize({
        enclosures: [{ url: 'https://a.example/e.mp3', type: null, length: 5 }],
        ...texts({ content: html('<img src="https://a.example/b.png" width=300 height=200>') }),
      }).media.map(({ url }) => url),
    ).toEqual(['https://a.example/e.mp3', 'https://a.example/b.png']))
  test('are never scripts', () =>
    expect(normalize({ enclosures: [{ url: 'javascript:alert(1)', type: null, length: null }] }).media).toEqual([]))
})

describe('the language', () => {
  test.each<[string, Partial<Entry>, Partial<NormalizeContext>, string | null]>([
    ['is the tab’s first', { language: 'fr' }, { source: { ...context.source, language: 'en' } }, 'en'],
    ['is the entry’s', { language: 'FR_ca' }, {}, 'fr'],
    ['is the feed’s', {}, { document: { ...context.document, language: 'zh-TW' } }, 'zh'],
    ['is not what is no language', { language: 'und' }, { document: { ...context.document, language: 'eng' } }, 'en'],
    ['is a country’s by custom', { language: 'jp' }, {}, 'ja'],
    ['is told by the script', { title: plain('東京で会議が開かれた') }, {}, 'ja'],
    ['is detected when nothing says it', {}, { detectLanguage: () => 'nl' }, 'nl'],
    ['is null when nothing tells', {}, {}, null],
  ])('%s', (_fact, entry, more, expected) => expect(normalize(entry, more).language).toBe(expected))
})

describe('the final category', () => {
  const chinese = { source: { ...context.source, language: 'zh', category: '財經' } }
  test('is given to Chinese articles, beside the source’s own', () =>
    expect(normalize({ title: plain('央行宣布升息') }, chinese)).toMatchObject({
      rssCategory: '財經',
      finalCategory: '產經',
    }))
  test('is null in other languages', () =>
    expect(normalize({}, { source: { ...context.source, language: 'en' } }).finalCategory).toBeNull())
})

describe('the source’s name', () => {
  test('is the configured one', () =>
    expect(normalize({}, { source: { ...context.source, name: '中央通訊社' } }).sourceName).toBe('中央通訊社'))
  test('is the feed’s title', () => expect(normalize({}).sourceName).toBe('A & B News'))
  test('is the host', () =>
    expect(
      normalize({}, { feedUrl: 'https://www.a.example/rss', document: { ...context.document, title: null } })
        .sourceName,
    ).toBe('a.example'))
})

describe('the publisher', () => {
  const source = { title: ' Another Paper ', link: null, id: null, updated: null }
  test.each<[string, Partial<Entry>, string | null]>([
    ['is the source element', { source }, 'Another Paper'],
    [
      'is an agency as author',
      { authors: [{ name: 'The Associated Press', email: null, url: null }] },
      'Associated Press',
    ],
    ['is an agency in the dateline', texts({ content: html('<p>LONDON (Reuters) - Shares rose.</p>') }), 'Reuters'],
    ['is an agency in a Chinese dateline', texts({ content: html('（中央社記者王小明台北14日電）') }), 'CNA'],
    ['is an agency nobody knows', texts({ content: html('<p>Kiel (xyz) – Der Hafen ist zu.</p>') }), 'xyz'],
    ['is no party', texts({ content: html('<p>Meier (CDU) – der Minister – schweigt.</p>') }), null],
    ['is not the source itself', texts({ content: html('<p>Oslo (abn) – Boats.</p>') }), null],
    ['is nobody’s aside', texts({ content: html('The plan (approved) - at last - passed.') }), null],
    ['is null otherwise', {}, null],
  ])('%s', (_fact, entry, expected) => expect(normalize(entry).publisher).toBe(expected))
})

describe('counts and flags', () => {
  test('count words and minutes', () =>
    expect(normalize(texts({ content: plain('word '.repeat(500)) }))).toMatchObject({
      wordCount: 500,
      readingMinutes: 3,
    }))
  test.each([
    ['a short text that breaks off', 'It began when…', true],
    ['a short text with three dots', 'It began when...', true],
    ['a short text with dots in brackets', 'It began when [...]', true],
    ['a teaser with WordPress’s tail', 'It began when […]\n\nThe post It began appeared first on A Site.', true],
    ['a teaser with an invitation', 'It began when…\nRead more', true],
    ['a short text that ends', 'It began then.', false],
    ['a long text that breaks off', `${'word '.repeat(120)}…`, false],
    ['a text with dots inside', 'Well… it began then.', false],
  ])('partial content is told of %s', (_fact, text, expected) =>
    expect(normalize(texts({ content: plain(text) })).partialContent).toBe(expected),
  )
})

describe('the content hash', () => {
  const hash = (text: string, title = 'A title') =>
    normalize({ title: plain(title), ...texts({ content: plain(text) }) }).contentHash
  test.each([
    ['an update time', 'Updated 10:05. The plan passed.', 'Updated 11:20. The plan passed.'],
    [
      'an update time with its date and zone',
      'The plan passed.\nLast updated: Sat, 14 Nov 2026 10:05 GMT',
      'The plan passed.\nLast updated: Sat, 14 Nov 2026 18:30 GMT',
    ],
    [
      'a Japanese update time',
      '法案が可決された。最終更新 2026年11月14日 10:05',
      '法案が可決された。最終更新 2026年11月14日 11:45',
    ],
    ['a relative update time', 'Updated 5 minutes ago The plan passed.', 'Updated 10 minutes ago The plan passed.'],
    ['case, white space and punctuation', 'The plan — passed!', 'the  plan\npassed'],
  ])('ignores %s', (_fact, one, other) => expect(hash(one)).toBe(hash(other)))
  test.each([
    ['a word', 'The plan passed.', 'The plan failed.'],
    ['a time that is content', 'The meeting is at 10:05.', 'The meeting is at 11:05.'],
    ['a number after an update', 'Updated figures show 5 dead.', 'Updated figures show 6 dead.'],
  ])('sees a change of %s', (_fact, one, other) => expect(hash(one)).not.toBe(hash(other)))
  test('sees a change of title', () => expect(hash('x', 'One')).not.toBe(hash('x', 'Two')))
})

test('the same entry and context give the same article', () => {
  const entry = {
    ...emptyEntry,
    title: html('A'),
    link: 'https://a.example/x',
    ...texts({ content: html('<p>B</p>') }),
  }
  expect(normalizeEntry(entry, context)).toEqual(normalizeEntry(structuredClone(entry), context))
})
