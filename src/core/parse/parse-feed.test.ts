import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { volume } from '../../../tests/support/volume.ts'
import type { ParsedFeed } from '../domain/feed-document.ts'
import { parseFeed } from './parse-feed.ts'

const fixtures = new URL('../../../tests/fixtures/feeds/', import.meta.url)
const fixture = (name: string) => readFileSync(new URL(name, fixtures))
const bytes = (text: string) => new TextEncoder().encode(text)

function feedIn(input: Uint8Array, url: string | null = null): ParsedFeed {
  const document = parseFeed(input, { url })
  if (document.kind !== 'feed') throw new Error(`not a feed but ${document.looksLike}`)
  return document
}

const rss = (item: string) =>
  feedIn(bytes(`<rss version="2.0"><channel><item>${item}</item></channel></rss>`)).entries[0]!

describe('a newsroom’s RSS 2.0', () => {
  const document = feedIn(fixture('rss2-newsroom.xml'), 'https://herald.example/feed.xml')
  const [ferry, whale] = document.entries

  test('says what it is', () => {
    expect(document).toMatchObject({ version: 'rss-2.0', recovered: 'strict', complete: true, warnings: [] })
    expect(document.encoding).toEqual({ name: 'utf-8', reason: 'declaration' })
  })

  test('describes its feed', () => {
    expect(document.feed).toMatchObject({
      title: { value: 'The Harbour Herald', type: 'text' },
      description: { value: 'News & weather from the quay' },
      link: 'https://herald.example/',
      selfLink: 'https://herald.example/feed.xml',
      hubs: ['https://hub.example/'],
      language: 'en-GB',
      authors: [{ name: 'Nora Quill', email: 'desk@herald.example' }],
      image: 'https://herald.example/logo.png',
    })
  })

  test('says when to come back', () => {
    expect(document.refresh).toEqual({
      ttlMinutes: 45,
      skipHours: [0, 3],
      skipDays: ['sunday'],
      updatePeriod: 'hourly',
      updateFrequency: 2,
      updateBase: null,
    })
  })

  test('gives an entry’s fields, each under its own name', () => {
    expect(ferry).toMatchObject({
      guid: { value: 'herald-1001', isPermalink: false },
      title: { value: 'Ferry runs again &amp; the tide is kind', type: 'html' },
      link: 'https://herald.example/ferry',
      authors: [{ name: 'Ada Pilot', email: null }],
      dates: { pubDate: 'Tue, 10 Nov 2026 08:00:00 GMT', published: null, updated: null, dcDate: null },
      texts: {
        encoded: { type: 'html', base: 'https://herald.example/feed.xml' },
        description: { value: 'The ferry is back.' },
        content: null,
        summary: null,
      },
      categories: [
        { term: 'Transport', scheme: 'https://herald.example/tags' },
        { term: 'Harbour', scheme: null },
      ],
      enclosures: [{ url: 'https://herald.example/ferry.mp3', type: 'audio/mpeg', length: null }],
      comments: 'https://herald.example/ferry#comments',
      commentsFeed: 'https://herald.example/ferry/comments.xml',
      commentCount: 7,
      complete: true,
    })
  })

  test('takes a permalink guid for a missing link', () => {
    expect(whale).toMatchObject({ link: 'https://herald.example/whale', guid: { isPermalink: true } })
    expect(whale?.texts.description?.value).toBe('<b>Whale</b> seen &#151; twice')
  })

  test('keeps each entry as it stood', () => {
    expect(whale?.raw.startsWith('<item>')).toBe(true)
    expect(whale?.raw.endsWith('</item>')).toBe(true)
    expect(whale?.raw).toContain('herald.example/whale')
  })
})

describe('Atom 1.0 with bases on every level', () => {
  const document = feedIn(fixture('atom1-bases.xml'), 'https://fetched.example/')
  const [first, second] = document.entries

  test('resolves from the nearest base', () => {
    expect(document.feed).toMatchObject({
      link: 'https://bases.example/',
      selfLink: 'https://bases.example/news/feed.atom',
      icon: 'https://bases.example/icon.png',
    })
    expect(first).toMatchObject({
      link: 'https://bases.example/news/2026/story.html',
      comments: 'https://bases.example/news/2026/talk',
      enclosures: [{ url: 'https://bases.example/news/2026/sound.ogg', length: 12 }],
      language: 'fr',
    })
  })

  test('carries the base of a text on the text', () => {
    expect(first?.texts.content).toMatchObject({
      value: '<p>One<br>two &amp; <em><a href="https://bases.example/news/2026/parts/deep/x">three</a></em></p>',
      base: 'https://bases.example/news/2026/parts/',
    })
  })

  test('obeys the type of a text', () => {
    expect(document.feed.title).toMatchObject({ value: '1 < 2 & <b> is literal', type: 'text' })
    expect(first?.title).toMatchObject({ value: 'Une <i>marée</i>', type: 'html' })
    expect(second?.texts.summary).toMatchObject({ value: 'Plain <text>', type: 'text' })
  })

  test('lends the feed’s authors to entries without any', () => {
    expect(first?.authors).toEqual([{ name: 'Feed Author', email: null, url: 'https://bases.example/people/1' }])
    expect(second?.authors[0]?.name).toBe('Own Author')
  })
})

test('Atom 0.3 gives its dates and escaped HTML', () => {
  const { version, feed, entries } = feedIn(fixture('atom03.xml'))
  expect(version).toBe('atom-0.3')
  expect(feed).toMatchObject({
    title: { value: 'Alt &amp; gut', type: 'html' },
    description: { value: 'Seit 2003' },
    language: 'de',
  })
  expect(entries[0]).toMatchObject({
    link: 'https://alt.example/1',
    dates: { published: '2026-11-10T08:00:00+01:00', updated: '2026-11-10T09:00:00+01:00' },
    texts: { content: { value: '<p>Hallo</p>', type: 'html' } },
  })
})

test('RDF gives the items that stand beside the channel', () => {
  const { version, feed, entries } = feedIn(fixture('rdf-items-outside.xml'))
  expect(version).toBe('rss-1.0')
  expect(feed).toMatchObject({
    title: { value: 'Triples' },
    link: 'https://rdf.example/',
    image: 'https://rdf.example/logo.gif',
  })
  expect(entries.map(({ link, guid }) => [link, guid?.value])).toEqual([
    ['https://rdf.example/1', 'https://rdf.example/1'],
    ['https://rdf.example/2', 'https://rdf.example/2'],
  ])
  expect(entries[0]).toMatchObject({ dates: { dcDate: '2026-11-10', pubDate: null }, categories: [{ term: 'graphs' }] })
})

test('prefixes are the publisher’s choice', () => {
  const [entry] = feedIn(fixture('odd-prefixes.xml')).entries
  expect(entry).toMatchObject({
    title: { value: 'Own title' },
    link: 'https://prefixes.example/1',
    authors: [{ name: 'Undeclared Person' }],
    media: { title: { value: 'Caption' } },
    texts: { encoded: { value: '<p>Whole</p>' } },
    itunes: { duration: '61' },
  })
})

test('podcast and media elements fill gaps and overwrite nothing', () => {
  const { feed, entries } = feedIn(fixture('podcast-media.xml'))
  expect(feed).toMatchObject({
    authors: [{ name: 'Waves FM' }],
    image: 'https://waves.example/cover.jpg',
    newLocation: 'https://waves.example/new.xml',
    itunes: { explicit: false },
  })
  expect(feed.categories.map(({ term }) => term)).toEqual(['News', 'Daily News'])
  expect(entries[0]).toMatchObject({
    title: { value: 'Own' },
    texts: { description: { value: 'Own text' }, summary: null },
    link: 'https://feedproxy.example/1',
    originalLink: 'https://waves.example/1',
    enclosures: [{ url: 'https://waves.example/1.mp3', length: 12_345 }],
    media: { contents: [{ width: 640, length: 99 }], thumbnails: [{ width: 64, height: null }] },
  })
  expect(entries[1]).toMatchObject({
    title: { value: 'Episode two' },
    texts: { summary: { value: 'About two' } },
    authors: [{ name: 'Guest' }],
    itunes: { duration: '1:02:03', episode: 2, season: null, explicit: true, keywords: ['sea', 'wind'] },
  })
})

test('JSON Feed, with its older habits', () => {
  const { version, feed, entries } = feedIn(fixture('feed.json'))
  expect(version).toBe('json-1.1')
  expect(feed).toMatchObject({
    title: { value: 'Jetty' },
    hubs: ['https://hub.example/'],
    authors: [{ name: 'Old Author' }],
  })
  expect(entries).toHaveLength(2)
  expect(entries[0]).toMatchObject({
    guid: { value: '7' },
    link: 'https://jetty.example/seven',
    title: { value: 'Zeven & <acht>', type: 'text' },
    authors: [{ name: 'New Author', url: 'https://jetty.example/new' }],
    categories: [{ term: 'zee' }, { term: 'wind' }],
    enclosures: [{ url: 'https://jetty.example/seven.mp3', type: 'audio/mpeg', length: 77 }],
    language: 'nl',
  })
  expect(entries[1]).toMatchObject({
    link: 'https://elsewhere.example/8',
    texts: { content: { value: 'a < b', type: 'text' } },
    authors: [{ name: 'Old Author' }],
    image: 'https://jetty.example/8.png',
    language: 'en',
  })
})

describe('documents that are broken', () => {
  test('keep every entry, and each flaw is told with its place', () => {
    const { entries, warnings, recovered, feed } = feedIn(fixture('broken-many-ways.xml'))
    expect(recovered).toBe('tolerant')
    expect(feed.title?.value).toBe('Fish & Chips &nosuch; 2 <3')
    expect(entries.map(({ title, link }) => [title?.value, link])).toEqual([
      ['One \u00a0& only', 'https://broken.example/?a=1&copy=2'],
      ['Never closed', 'https://broken.example/2'],
      ['Item never closed', null],
      ['Last', null],
    ])
    expect(entries[3]?.texts.description?.value).toBe('<p>Tags nobody <b>escaped<br>here</b></p>')
    const codes = new Set(warnings.map(({ code }) => code))
    for (const code of [
      'junk-before',
      'bare-ampersand',
      'undefined-entity',
      'bare-less-than',
      'attribute-unquoted',
      'unclosed-tag',
      'stray-end-tag',
    ])
      expect(codes).toContain(code)
    expect(warnings.find(({ code }) => code === 'bare-less-than')?.at).toMatchObject({ line: 5, column: 58 })
  })

  test('give whole entries before the break and say that the last is not', () => {
    const { entries, complete, recovered } = feedIn(fixture('truncated.xml'))
    expect(entries.map(({ title, complete: whole }) => [title?.value, whole])).toEqual([
      ['Whole', true],
      ['Half', false],
    ])
    expect(entries[1]?.texts.description?.value).toBe('<p>This text ends in the mid')
    expect({ complete, recovered }).toEqual({ complete: false, recovered: 'tolerant' })
  })

  test('with two roots give the entries of both', () => {
    const { feed, entries, warnings } = feedIn(fixture('two-roots.xml'))
    expect([feed.title?.value, ...entries.map(({ title }) => title?.value)]).toEqual(['First', 'One', 'Two'])
    expect(warnings.map(({ code }) => code)).toContain('second-root')
  })

  test('that define entities get none expanded', () => {
    expect(feedIn(fixture('entity-bomb.xml')).feed.title?.value).toBe('&c; &file; &')
  })

  test('lose characters that XML does not allow, and nothing else', () => {
    expect(rss('<title>a\u0001b\u000bc</title>').title?.value).toBe('abc')
  })
})

describe('parseFeed', () => {
  test.each([
    ['an empty reply', '', 'empty'],
    ['white space', ' \n ', 'empty'],
    ['a web page', '<!DOCTYPE html><html><head><title>x</title></head></html>', 'html'],
    ['a page with a feed tag of its own', '<html><feed>x</feed><channel/></html>', 'html'],
    ['other JSON', '{"a": 1}', 'json'],
    ['broken JSON', '{"version": "https://jsonfeed.org', 'json'],
    ['other XML', '<opml><body/></opml>', 'xml'],
    ['prose', 'Service unavailable', 'unknown'],
  ])('sees that %s is no feed', (_fact, text, looksLike) =>
    expect(parseFeed(bytes(text))).toMatchObject({ kind: 'notAFeed', looksLike }),
  )

  test('finds a feed in a page that a proxy wrapped around it', () => {
    expect(
      parseFeed(
        bytes('<html><body><rss version="2.0"><channel><item><title>x</title></item></channel></rss></body></html>'),
      ),
    ).toMatchObject({ kind: 'feed', entries: [{ title: { value: 'x' } }] })
  })

  test.each([
    ['its own address', {}, 'https://a.example/d/x'],
    ['Content-Location', { 'Content-Location': '/e/f' }, 'https://a.example/e/x'],
    [
      'its own address when Content-Location leads off the web',
      { 'content-location': 'javascript:x' },
      'https://a.example/d/x',
    ],
  ])('resolves from %s', (_fact, headers, link) => {
    const document = parseFeed(bytes('<rss><channel><item><link>x</link></item></channel></rss>'), {
      url: 'https://a.example/d/feed',
      headers,
    })
    expect(document).toMatchObject({ entries: [{ link }] })
  })

  test.each([
    [
      'an item title in CDATA',
      '<title><![CDATA[A & <b>B</b>]]></title>',
      { title: { value: 'A & <b>B</b>', type: 'html' } },
    ],
    ['a text in several pieces', '<title>a<![CDATA[b]]>&amp;c</title>', { title: { value: 'ab&c' } }],
    [
      'an item whose title is closed in another case',
      '<Title>a</title><LINK>https://a.example/</link>',
      { title: { value: 'a' }, link: 'https://a.example/' },
    ],
    [
      'an author with parts',
      '<author><name>N</name><email>n@a.example</email></author>',
      { authors: [{ name: 'N', email: 'n@a.example' }] },
    ],
    [
      'a creator before an author, whatever the order',
      '<author>jo@a.example</author><dc:creator>Dee Cee</dc:creator>',
      { authors: [{ name: 'Dee Cee', email: null, url: null }] },
    ],
    [
      'several creators',
      '<dc:creator>Dee Cee</dc:creator><dc:creator>Elle Dee</dc:creator>',
      { authors: [{ name: 'Dee Cee' }, { name: 'Elle Dee' }] },
    ],
    [
      'a creator written as markup',
      '<dc:creator><![CDATA[<a href="https://a.example/dee">Dee Cee</a>]]></dc:creator>',
      { authors: [{ name: 'Dee Cee', email: null }] },
    ],
    [
      'an address that is no permalink',
      '<guid isPermaLink="false">https://a.example/?p=7</guid>',
      { link: null, guid: { value: 'https://a.example/?p=7', isPermalink: false } },
    ],
    ['an author in unexpected markup', '<author><p>N</p></author>', { authors: [{ name: 'N' }] }],
    ['prose for a comments address', '<comments>none yet</comments>', { comments: null }],
    ['a guid that is only a number', '<guid>17</guid>', { guid: { value: '17', isPermalink: false }, link: null }],
    [
      'a guid beside another link',
      '<link>https://a.example/</link><guid>https://b.example/</guid>',
      { link: 'https://a.example/', guid: { isPermalink: false } },
    ],
    [
      'a source',
      '<source url="https://s.example/feed">S</source>',
      { source: { title: 'S', link: 'https://s.example/feed' } },
    ],
    [
      'a point on earth',
      '<georss:point>25.03 121.56</georss:point>',
      { point: { latitude: 25.03, longitude: 121.56 } },
    ],
    ['a point nowhere', '<georss:point>north</georss:point>', { point: null }],
    [
      'replies counted on their link',
      '<atom:link rel="replies" href="https://a.example/r" x:count="3"/>',
      { comments: 'https://a.example/r', commentCount: 3 },
    ],
    ['nothing at all', '', { title: null, link: null, guid: null, authors: [], categories: [] }],
  ])('reads %s', (_fact, item, expected) => expect(rss(item)).toMatchObject(expected))
})

describe('the page of a feed', () => {
  test.each([
    ['is the first link', '<link>https://a.example/</link><link>https://a.example/live</link>'],
    ['is the first that is an address', '<link/><link>home</link><link>https://a.example/</link>'],
    [
      'is never the address of the feed itself',
      '<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="self" href="https://a.example/rss"/><link>https://a.example/</link>',
    ],
  ])('%s', (_fact, links) => {
    const { feed } = feedIn(bytes(`<rss version="2.0"><channel>${links}<item/></channel></rss>`))
    expect(feed.link).toBe('https://a.example/')
  })
})

describe('who may have written what nobody signed', () => {
  const bylines = (channel: string) =>
    feedIn(bytes(`<rss version="2.0"><channel>${channel}<item/></channel></rss>`)).feed.bylines.map(({ name }) => name)
  test.each([
    ['the managing editor', '<managingEditor>ed@a.example (Ed)</managingEditor>', ['Ed']],
    [
      'the channel’s creator',
      '<managingEditor>ed@a.example (Ed)</managingEditor><dc:creator>Dee</dc:creator>',
      ['Dee'],
    ],
    ['nobody who only runs the server', '<webMaster>root@a.example (Root)</webMaster>', []],
    ['no publishing house', '<dc:publisher>House of A</dc:publisher>', []],
  ])('%s', (_fact, channel, expected) => expect(bylines(channel)).toEqual(expected))
})

describe('the picture of a feed', () => {
  const picture = (channel: string) =>
    feedIn(
      bytes(
        `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>${channel}<item/></channel></rss>`,
      ),
    ).feed.image
  test.each([
    ['is its media content', '<media:content medium="image" url="https://a.example/p.png"/>'],
    ['is so by its type', '<media:content type="image/png" url="https://a.example/p.png"/>'],
    ['is in a group', '<media:group><media:thumbnail url="https://a.example/p.png"/></media:group>'],
    [
      'is its own image first',
      '<media:thumbnail url="https://a.example/t.png"/><image><url>https://a.example/p.png</url></image>',
    ],
  ])('%s', (_fact, channel) => expect(picture(channel)).toBe('https://a.example/p.png'))
  test('is not a film', () =>
    expect(picture('<media:content medium="video" url="https://a.example/p.mp4"/>')).toBeNull())
})

test('an item of a JSON Feed whose id is its address has it as its link', () => {
  const { entries } = feedIn(
    bytes('{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"https://a.example/7"},{"id":"7"}]}'),
  )
  expect(entries.map(({ link }) => link)).toEqual(['https://a.example/7', null])
})

describe('hostile documents', () => {
  const head = '<rss version="2.0"><channel><item><title>kept</title></item>'
  test.each([
    ['elements nested 100,000 deep', head + '<a>'.repeat(100_000)],
    ['markup nested 100,000 deep in a field', `${head}<item><description>${'<b>'.repeat(100_000)}`],
    ['a tag that never ends', `${head}<${'a'.repeat(300_000)}`],
    ['a hundred thousand attributes', `${head}<x ${'a="b" '.repeat(100_000)}>`],
    ['quotes that never close', head + '<a b="'.repeat(50_000)],
    ['ampersands', `${head}<item><title>${'&'.repeat(300_000)}`],
    ['namespaces without end', head + Array.from({ length: 20_000 }, (_, n) => `<a xmlns:p${n}="u${n}">`).join('')],
    ['empty items', `${head}${'<item/>'.repeat(60_000)}`],
  ])('%s leave the entry before them readable', (_fact, text) => {
    const { entries, warnings } = feedIn(bytes(text))
    expect(entries[0]?.title?.value).toBe('kept')
    expect(entries.length).toBeLessThanOrEqual(50_000)
    expect(warnings.length).toBeLessThan(200)
  })

  test('names of objects are names like any other', () => {
    rss('<__proto__>x</__proto__><constructor a="b">y</constructor>')
    parseFeed(
      bytes(
        '{"version":"https://jsonfeed.org/version/1","__proto__":{"polluted":1},"items":[{"__proto__":{"polluted":1},"id":"1"}]}',
      ),
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('any damage', () => {
  const names = [
    'rss2-newsroom.xml',
    'atom1-bases.xml',
    'rdf-items-outside.xml',
    'podcast-media.xml',
    'broken-many-ways.xml',
    'feed.json',
  ]
  const originals = names.map((name) => new Uint8Array(fixture(name)))
  const original = fc.constantFrom(...originals)

  function damaged(input: Uint8Array): Uint8Array {
    const document = parseFeed(input, { url: 'https://a.example/' })
    expect(JSON.stringify(document).length).toBeLessThan(input.length * 30 + 10_000)
    return input
  }

  test('of flipped bytes is survived', () => {
    fc.assert(
      fc.property(original, fc.array(fc.tuple(fc.nat(3000), fc.nat(255)), { maxLength: 20 }), (input, flips) => {
        const copy = input.slice()
        for (const [at, byte] of flips) copy[at % copy.length] = byte
        damaged(copy)
      }),
      { numRuns: volume(150, 10_000), seed: 6 },
    )
  })

  test('of splicing is survived', () => {
    fc.assert(
      fc.property(original, original, fc.nat(3000), fc.nat(3000), (a, b, cut, from) => {
        damaged(new Uint8Array([...a.subarray(0, cut % a.length), ...b.subarray(from % b.length)]))
      }),
      { numRuns: volume(80, 10_000), seed: 7 },
    )
  })

  test('of truncation loses no entry that had ended', () => {
    const input = new Uint8Array(fixture('rss2-newsroom.xml'))
    const text = new TextDecoder().decode(input)
    fc.assert(
      fc.property(fc.nat(text.length), (cut) => {
        const kept = text.slice(0, cut)
        const document = parseFeed(bytes(kept))
        const whole = document.kind === 'feed' ? document.entries.filter(({ complete }) => complete).length : 0
        expect(whole).toBe(kept.split('</item>').length - 1)
      }),
      { numRuns: volume(100, 10_000), seed: 8 },
    )
  })
})
