import { describe, expect, test } from 'vitest'
import { type PrepareBounds, prepare, prepareInFull } from './prepare.ts'
import { unpackHashes } from './text/raw-hash.ts'

const NOW = Date.UTC(2026, 10, 15)
const item = (n: number, more = '') =>
  `<item><title>Story ${n}</title><link>https://a.example/${n}</link><guid isPermaLink="false">g${n}</guid>${more}</item>`
const rss = (...items: string[]) =>
  `<rss version="2.0"><channel><title>The &lt;b&gt;Post&lt;/b&gt;</title>${items.join('')}</channel></rss>`

interface Given {
  readonly known?: Uint8Array
  readonly language?: string | null
  readonly bounds?: Partial<PrepareBounds>
}

function request(xml: string, given: Given = {}) {
  const { known = new Uint8Array(), language = 'en', bounds = {} } = given
  return {
    fetched: {
      body: new TextEncoder().encode(xml),
      contentType: 'text/xml',
      headers: {},
      url: 'https://a.example/rss',
    },
    feed: 1,
    source: { url: 'https://a.example/rss', tab: 'en_news', category: null, name: null, language },
    known,
    now: NOW,
    layered: false,
    bounds: { entries: 1000, fresh: null, ...bounds },
  }
}

function feed(xml: string, given: Parameters<typeof request>[1] = {}) {
  const prepared = prepare(request(xml, given), null)
  if (prepared.kind !== 'feed') throw new Error('no feed')
  return prepared
}

describe('prepare', () => {
  test('gives articles in the order of the document', () => {
    const { entries, title } = feed(rss(item(1), item(2)))
    expect(entries.map((entry) => entry.article.title)).toEqual(['Story 1', 'Story 2'])
    expect(title).toBe('The Post')
  })

  test('leaves out what the last document had, and what changed in it stays in', () => {
    const first = feed(rss(item(1), item(2)))
    const second = feed(rss(item(1), item(2, '<description>more</description>'), item(3)), { known: first.rawHashes })
    expect(second.entries.map((entry) => entry.article.title)).toEqual(['Story 2', 'Story 3'])
    expect(second.entryCount).toBe(3)
  })

  const backlogOf = (xml: string) => feed(xml, { bounds: { fresh: 20 } }).entries.map(({ article }) => article.backlog)

  test('takes entries without a date in a first document for backlog, but the first of one without any dates', () => {
    const day = '<pubDate>2026-11-14</pubDate>'
    expect(backlogOf(rss(item(1), item(2, day), item(3), item(4, day)))).toEqual([true, false, true, false])
    expect(backlogOf(rss(...[1, 2, 3, 4, 5].map((n) => item(n))))).toEqual([false, false, false, true, true])
  })

  const dated = (n: number, day: number) => item(n, `<pubDate>2026-11-0${day}</pubDate>`)
  const titles = ({ entries }: { entries: readonly { article: { title: string } }[] }) =>
    entries.map((entry) => entry.article.title)

  test('keeps the newest of a document beyond all bounds, wherever they stand, and does not call the rest known', () => {
    const read = feed(rss(dated(1, 1), dated(2, 9), dated(3, 5)), { bounds: { entries: 2 } })
    expect(titles(read)).toEqual(['Story 2', 'Story 3'])
    expect(read.cutOff).toBe(1)
    expect(unpackHashes(read.rawHashes).size).toBe(2)
  })

  test('what lies beyond the newest of a first document is backlog, and is stored all the same', () => {
    const read = feed(rss(dated(1, 1), dated(2, 9), dated(3, 5)), { bounds: { fresh: 2 } })
    expect(read.entries.map(({ article }) => [article.title, article.backlog])).toEqual([
      ['Story 1', true],
      ['Story 2', false],
      ['Story 3', false],
    ])
    expect(feed(rss(dated(1, 1), dated(2, 9))).entries.some(({ article }) => article.backlog)).toBe(false)
  })

  test('an article whose language only the detector tells has the final category of that language', () => {
    const plain = '<item><title>Ni hao</title><link>https://a.example/1</link></item>'
    const prepared = prepare(
      {
        ...request(rss(plain), { language: null }),
        source: { ...request('').source, language: null, category: '財經' },
      },
      () => 'zh',
    )
    expect(prepared).toMatchObject({ entries: [{ article: { language: 'zh', finalCategory: '產經' } }] })
  })

  test('tells entries with one guid apart by their addresses', () => {
    const same = (n: number) =>
      `<item><title>Story ${n}</title><link>https://a.example/${n}</link><guid>same</guid></item>`
    const { entries } = feed(rss(same(1), same(2)))
    expect(new Set(entries.map((entry) => entry.guidKey)).size).toBe(2)
  })

  describe('entries that share one address', () => {
    const post = (n: number, link: string, guid = `<guid isPermaLink="false">g${n}</guid>`) =>
      `<item><title>Post ${n}</title><link>${link}</link>${guid}</item>`
    const keysOf = (xml: string, given = {}) => feed(xml, given).entries.map(({ article }) => article.key)

    test.each([
      ['a podcast that links to its front page', () => 'https://a.example/show/'],
      ['a diary that links to anchors of one page', (n: number) => `https://a.example/2004/12#day${n}`],
    ])('are articles of their own: %s', (_, link) => {
      expect(new Set(keysOf(rss(...[1, 2, 3].map((n) => post(n, link(n)))))).size).toBe(3)
    })

    test('are told apart by their headlines where they have no guid', () => {
      const { entries } = feed(rss(post(1, 'https://a.example/', ''), post(2, 'https://a.example/', '')))
      expect(new Set(entries.map(({ article }) => article.key)).size).toBe(2)
      expect(new Set(entries.map(({ guidKey }) => guidKey)).size).toBe(2)
    })

    test('lead to their place on the page', () => {
      const { entries } = feed(rss(post(1, 'https://a.example/d/#one'), post(2, 'https://a.example/d/#two')))
      expect(entries.map(({ article }) => article.url)).toEqual(['https://a.example/d#one', 'https://a.example/d#two'])
    })

    test('one new episode is told from those that are known already', () => {
      const old = rss(post(1, 'https://a.example/show'), post(2, 'https://a.example/show'))
      const { rawHashes, entries } = feed(old)
      const later = rss(post(3, 'https://a.example/show'), old.slice(old.indexOf('<item>')))
      const newest = feed(later, { known: rawHashes }).entries
      expect(newest.map(({ article }) => article.title)).toEqual(['Post 3'])
      expect(newest[0]!.article.urlKey).toBeNull()
      expect(entries.map(({ article }) => article.key)).not.toContain(newest[0]!.article.key)
    })

    test.each([
      ['one guid twice: one article', rss(post(1, 'https://a.example/1'), post(1, 'https://a.example/1'))],
      [
        'one headline twice: one article given again',
        rss(post(1, 'https://a.example/1'), post(1, 'https://a.example/1', '<guid>other</guid>')),
      ],
    ])('%s', (_, xml) => expect(new Set(keysOf(xml)).size).toBe(1))
  })

  test('counts entries with neither title nor body', () => {
    expect(feed(rss('<item><link>https://a.example/</link></item>', item(1)))).toMatchObject({
      malformed: 1,
      entryCount: 2,
    })
  })

  test('leaves the entry for next time in which a document broke off', () => {
    const cut = rss(item(1), item(2)).replace(/<\/guid><\/item><\/channel>.*/, '')
    expect(feed(cut)).toMatchObject({ complete: false, entries: [{ article: { title: 'Story 1' } }] })
  })

  test('says what came instead of a feed', () => {
    expect(prepare(request('<html><body>Sorry</body></html>'), null)).toMatchObject({
      kind: 'notAFeed',
      looksLike: 'html',
    })
  })

  test('detects a language only when nobody says it', async () => {
    const german = item(
      1,
      '<description>Die Brücke wurde nach einer Woche wieder für den Verkehr geöffnet.</description>',
    )
    const prepared = await prepareInFull(request(rss(german), { language: null }))
    expect(prepared.kind === 'feed' && prepared.entries[0]!.article.language).toBe('de')
  })

  test('takes the print of an article in the language that was detected', async () => {
    const text = 'Die Brücken wurden nach zwei Wochen wieder für den gesamten Verkehr geöffnet.'
    const document = rss(item(1, `<description>${text}</description>`))
    const detected = await prepareInFull(request(document, { language: null }))
    const told = prepare(request(document, { language: 'de' }), null)
    expect(detected.kind === 'feed' && detected.entries).toEqual(told.kind === 'feed' && told.entries)
  })
})
