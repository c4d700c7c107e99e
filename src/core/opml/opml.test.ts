import fc from 'fast-check'
import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { volume } from '../../../tests/support/volume.ts'
import type { OpmlSource } from './opml-source.ts'
import { readOpml } from './read-opml.ts'
import { writeOpml } from './write-opml.ts'

const opml = (body: string) => `<?xml version="1.0"?>\n<opml version="1.0"><head/><body>\n${body}\n</body></opml>`
const read = (body: string) => readOpml(opml(body), 'subs.opml')
const feed = (more = '') => `<outline text="A" xmlUrl="https://a.example/rss"${more}/>`

test.each([
  ['a feed', feed(), { url: 'https://a.example/rss', name: 'A', tab: null, category: null, kind: null }],
  ['the title before the text', feed(' title="The A"'), { name: 'The A' }],
  [
    'an address in place of a name as none',
    '<outline text="https://a.example/rss" title="https://a.example/rss" xmlUrl="https://a.example/rss"/>',
    { name: null },
  ],
  ['the text where the title is the address', feed(' title="https://a.example/rss"'), { name: 'A' }],
  ['the top folder as the tab', `<outline text="News">${feed()}</outline>`, { tab: 'News', category: null }],
  [
    'the next folder as the category',
    `<outline text="N"><outline text="World">${feed()}</outline></outline>`,
    { tab: 'N', category: 'World' },
  ],
  [
    'deeper folders joined',
    `<outline text="N"><outline text="W"><outline text="E">${feed()}</outline></outline></outline>`,
    { tab: 'N', category: 'W / E' },
  ],
  [
    'folders without a name as none',
    `<outline text="N"><outline text=" ">${feed()}</outline></outline>`,
    { tab: 'N', category: null },
  ],
  ['a path where there are no folders', feed(' category="/News/World,/Other"'), { tab: 'News', category: 'World' }],
  ['attributes in any case', '<OUTLINE TEXT="A" XMLURL="https://a.example/rss"/>', { name: 'A' }],
  [
    'references once',
    '<outline text="Q&amp;amp;A &eacute; &#x4e2d;" xmlUrl="https://a.example/?a=1&b=2"/>',
    { name: 'Q&amp;A é 中', url: 'https://a.example/?a=1&b=2' },
  ],
  ['the old scheme', '<outline text="A" xmlUrl="feed://a.example/rss"/>', { url: 'https://a.example/rss' }],
  [
    'url where xmlUrl is meant',
    '<outline type="rss" text="A" url="https://a.example/rss"/>',
    { url: 'https://a.example/rss' },
  ],
  [
    'a feed inside a feed that was not closed',
    `<outline text="N"><outline text="X" xmlUrl="https://x.example/"><outline text="A" xmlUrl="https://a.example/rss"></outline></outline></outline>`,
    { tab: 'N', category: null },
  ],
  [
    'our own attributes',
    feed(
      ' copytaster:tier="T2" copytaster:kind="blog" copytaster:owner="O" copytaster:max-items="7" copytaster:language="zh-TW"',
    ),
    { tier: 'T2', kind: 'blog', owner: 'O', maxItems: 7, language: 'zh-TW' },
  ],
  [
    'nonsense in our own attributes as nothing',
    feed(' copytaster:tier="T9" copytaster:kind="x" copytaster:max-items="-1" copytaster:language="?"'),
    { tier: null, kind: null, maxItems: null, language: null },
  ],
])('readOpml reads %s', (_fact, body, expected) => expect(read(body).sources.at(-1)).toMatchObject(expected))

describe('a document that is not whole', () => {
  test('gives what is whole and says where it broke', () => {
    const cut = opml(`${feed()}\n<outline text="B" xmlUrl="https://b.exa`).split('\n').slice(0, 4).join('\n')
    const { sources, broken } = readOpml(cut, 'subs.opml')
    expect(sources.map((source) => source.name)).toEqual(['A'])
    expect(broken).toEqual({ line: 4, column: 19 })
  })
  test('is told from one that is', () => expect(read(feed()).broken).toBeNull())
  test('a folder that is never closed is noticed where its parent ends', () => {
    expect(read(`<outline text="N">\n${feed()}\n`).broken).toEqual({ line: 6, column: 1 })
  })
  test('an address that is none is skipped and named', () => {
    expect(read(`${feed()}\n<outline text="B" xmlUrl="mailto:b"/>`)).toMatchObject({
      sources: [{ name: 'A' }],
      skipped: [{ line: 4, reason: 'xmlUrl must be an http or https address, got "mailto:b"' }],
    })
  })
  test('something else is refused', () => {
    expect(() => readOpml('<rss version="2.0"/>', 'x.xml')).toThrow(
      'x.xml: is not OPML; export the subscriptions as OPML and try again',
    )
  })
})

describe('limits', () => {
  test('depth', () => {
    expect(() => read('<outline text="a">'.repeat(100))).toThrow(
      'subs.opml:3:1117 nests outlines more than 64 deep; flatten it',
    )
  })
  test('count', () =>
    expect(() => read('<outline/>'.repeat(100_001))).toThrow('has more than 100,000 outlines; split it'))
  test('entities of the document are never expanded', () => {
    const bomb = `<!DOCTYPE opml [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "&a;&a;&a;&a;">]>`
    const { sources } = readOpml(bomb + opml('<outline text="&b;" xmlUrl="https://a.example/"/>'), 'x')
    expect(sources[0]!.name).toBe('&b;')
  })
})

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.replace(/[\p{Cc}\p{Cs}\s\ufffe\uffff]+/gu, ' ').trim())
  .filter((text) => text !== '')
const category = fc.oneof(
  name,
  fc.array(name, { minLength: 1, maxLength: 3 }).map((steps) => steps.join(' / ')),
)
const source: fc.Arbitrary<OpmlSource> = fc.record({
  url: fc.webUrl({ withQueryParameters: true }),
  tab: fc.option(fc.oneof(fc.constantFrom('zh_news', 'en_news'), name)),
  category: fc.option(category.map((text) => text.replace(/\s+/gu, ' ').trim())),
  name: fc.option(name),
  tier: fc.constantFrom('T1', 'T5', null),
  kind: fc.constantFrom('breaking', 'major', null),
  owner: fc.option(name),
  language: fc.constantFrom('zh', 'en-GB', null),
  maxItems: fc.constantFrom(1, 20, null),
})

test('what is written is valid, and read back the same', () => {
  fc.assert(
    fc.property(fc.array(source, { maxLength: 12 }), fc.option(name), (sources, feedTitle) => {
      const text = writeOpml({
        sources: sources.map((one) => ({ ...one, feedTitle })),
        tabNames: new Map([['zh_news', '中文新聞']]),
        madeAt: 0,
      })
      expect(XMLValidator.validate(text)).toBe(true)
      const { sources: back, skipped, broken } = readOpml(text, 'x')
      const sorted = (list: readonly OpmlSource[]) =>
        list.map((one) => JSON.stringify(one, Object.keys(one).sort())).sort()
      expect(sorted(back)).toEqual(sorted(sources))
      expect([skipped, broken]).toEqual([[], null])
    }),
    { seed: 5, numRuns: volume(50, 5_000) },
  )
})

test('any text is read or refused, never more', () => {
  const piece = fc.constantFrom(
    '<opml>',
    '<outline ',
    'text="',
    '"',
    '>',
    '/>',
    '</outline>',
    '</opml>',
    'xmlUrl="https://a.example/',
    '&amp;',
    '&',
    '<![CDATA[',
    '<!--',
    'x',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      for (const { url } of readOutcome(text)) expect(url).toMatch(/^https:/)
    }),
    { seed: 6, numRuns: volume(100, 5_000) },
  )
})

/** `<opml>` may still be inside a comment or an attribute. */
function readOutcome(text: string): readonly OpmlSource[] {
  try {
    return readOpml(text, 'x').sources
  } catch (error) {
    expect((error as Error).message).toContain('is not OPML')
    return []
  }
}
