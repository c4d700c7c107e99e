import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  aDigest,
  aDigestArticle,
  aDigestItem,
  aHostileDigest,
  anEmptyDigest,
  hostileTexts,
} from '../../../../tests/support/a-digest.ts'
import { digestSchema } from '../../../http/contract/digest-json.ts'
import type { Digest } from '../../domain/digest.ts'
import type { ParsedFeed } from '../../domain/feed-document.ts'
import type { Mail } from '../../domain/mail.ts'
import { parseFeed } from '../../parse/parse-feed.ts'
import { mailBytes, mostMailBytes } from './fit-mail.ts'
import { type DigestFormat, renderDigest } from './render-digest.ts'
import { digestFileName } from './render-file-name.ts'

const formats: readonly DigestFormat[] = ['md', 'html', 'email', 'json', 'atom', 'rss']
const languages = ['en', 'zh', 'ja'] as const
const ofSearch = aDigest({ search: { id: 7, name: hostileTexts.join(' '), query: 'x' } })
const digests = { rich: aDigest(), hostile: aHostileDigest(), empty: anEmptyDigest(), ofSearch }
const kinds = Object.keys(digests) as (keyof typeof digests)[]

const textOf = (rendered: string | Mail): string => (typeof rendered === 'string' ? rendered : JSON.stringify(rendered))

describe('every form', () => {
  test('names a digest of a search as its reader does', () => {
    const digest = aDigest({ search: { id: 7, name: 'Harbour watch', query: 'harbour' } })
    for (const format of ['md', 'html', 'email', 'atom', 'rss'] as const)
      expect(textOf(renderDigest(digest, format))).toContain('Harbour watch')
    expect(digestFileName(digest, 'md')).toMatch(/^\d{4}-\d\d-\d\d-search-7\.md$/)
  })

  test('gives each event of a topic a paragraph of its own', () => {
    const lead = aDigestArticle('Two things on the coast', 'Quay Radio')
    const told = ['The fire burns.', 'It is large.', 'A ferry ran aground.']
    const summary = told.map((text, at) => ({ text, article: lead.key, event: at < 2 ? 0 : 1 }))
    const digest = aDigest({ topStories: [aDigestItem('Coast', lead, { summary })] })
    const mail = renderDigest(digest, 'email') as Mail
    expect(renderDigest(digest, 'md')).toContain('The fire burns. It is large.\n\nA ferry ran aground.\n')
    expect(mail.text).toContain('The fire burns. It is large.\nA ferry ran aground.\n')
    for (const page of [renderDigest(digest, 'html'), mail.html, renderDigest(digest, 'atom')])
      expect(page).toMatch(/large\. ?(?:<|&lt;)\/p(?:>|&gt;)\s*(?:<|&lt;)p[^\n]*A ferry ran aground/u)
  })

  test('writes each topic that comes or goes on a line of its own, for labels hold commas', () => {
    const health = { ...aDigest().health, emerging: ['Norway: ferries, storm', 'Coast, harbour'] }
    const digest = aDigest({ health })
    const mail = renderDigest(digest, 'email') as Mail
    expect(renderDigest(digest, 'md')).toContain('- Norway: ferries, storm\n- Coast, harbour\n')
    expect(renderDigest(digest, 'html')).toContain(
      '<dd><bdi>Norway: ferries, storm</bdi></dd>\n<dd><bdi>Coast, harbour</bdi></dd>',
    )
    expect(mail.html).toContain('<br>Norway: ferries, storm<br>Coast, harbour</td>')
    expect(mail.text).toContain('- Norway: ferries, storm\n- Coast, harbour\n')
  })

  test.each(formats)('%s is the same bytes twice, from a digest that went through JSON', (format) => {
    for (const digest of Object.values(digests)) {
      const again = JSON.parse(JSON.stringify(digest)) as Digest
      expect(renderDigest(again, format)).toEqual(renderDigest(digest, format))
    }
  })

  test.each(['md', 'html', 'email', 'atom', 'rss'] as const)(
    '%s names every story with its source and address',
    (format) => {
      const text = textOf(renderDigest(aDigest(), format))
      for (const { lead } of aDigest().topStories) {
        expect(text).toContain(lead.title)
        expect(text).toContain(lead.sourceName)
        expect(text).toContain(lead.url)
      }
    },
  )

  test.each(formats)('%s of a day without news is made all the same', (format) => {
    for (const language of languages) expect(textOf(renderDigest(anEmptyDigest(), format, { language }))).not.toBe('')
  })

  test.each(['md', 'html', 'email', 'atom', 'rss'] as const)(
    '%s of a hostile digest has no control, override or half character',
    (format) => {
      const rendered = renderDigest(aHostileDigest(), format)
      const text = typeof rendered === 'string' ? rendered : rendered.subject + rendered.html + rendered.text
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u)
    },
  )
})

test.each(['md', 'html', 'email'] as const)(
  '%s says so when no feed was read, not that nothing was published',
  (format) => {
    const { health, ...digest } = anEmptyDigest()
    const unread = {
      ...digest,
      health: { ...health, polled: 0, successful: 0, errors: 0, successRate: null },
      notRead: [],
    }
    const text = textOf(renderDigest(unread, format))
    expect(text).toContain('No feed was read in this time.')
    expect(text).not.toMatch(/Every feed was read|Nothing was published/)
  },
)

describe('Markdown', () => {
  const links = (text: string) => [...text.matchAll(/(?<!\\)\]\(([^)]*)\)/g)].map(([, url]) => url!)

  test('reads well as it stands', () => {
    expect(renderDigest(aDigest(), 'md').split('\n').slice(0, 28)).toMatchInlineSnapshot(`
      [
        "# Morning Brief — Sunday, 15 November 2026",
        "",
        "14 Nov 07:00 – 15 Nov 07:00 · times in Asia/Taipei (UTC+08:00)  ",
        "312 articles · 84 duplicates removed · 2 minutes to read",
        "",
        "T1 to T5: standing of a source, T1 the best · score: importance from 0 to 100 · newsrooms: outlets that report a story themselves, reprints apart",
        "",
        "## In this digest",
        "",
        "1. Harbour bridge closure",
        "2. 晶圓廠擴建",
        "3. 北海線の新型車両",
        "4. Grain treaty talks",
        "5. Comet over the southern sky",
        "- Noteworthy (4)",
        "- Also Mentioned (4)",
        "- 中文新聞 (3)",
        "- English (2)",
        "- 日本語 (1)",
        "",
        "## Top Stories",
        "",
        "### 1. Harbour bridge closure — [EMERGING] 1 → 9 articles",
        "",
        "**[Harbour bridge closed after inspectors find cracked hanger](https://8854a9.example/b47b68f1)**  ",
        "The Example Courier · T1 · 04:00 · score 91 · 3 newsrooms, 17 reprints",
        "",
        "The harbour bridge was closed to all traffic on Saturday after a routine inspection found a crack in one of its 84 hangers. Engineers expect the replacement to take nine days. Ferry crossings have been doubled, and the first boat now leaves at 05:10. ([Port Gazette](https://359b27.example/1a8bc27d)) Hauliers put the cost of the detour at 1.2 million a day. ([Freight Week](https://b1f743.example/8fb7fedb))",
      ]
    `)
  })

  test('has only links to pages, whatever the feeds say', () => {
    const found = links(renderDigest(aHostileDigest(), 'md'))
    expect(found.length).toBeGreaterThan(5)
    expect(found.filter((url) => !/^https?:\/\/[^\s<>"]+$/.test(url))).toEqual([])
  })

  test('has only the headings of its context, and nothing that opens a block', () => {
    const lines = renderDigest(aHostileDigest(), 'md').split('\n')
    const opens = lines.filter((line) => /^(\s*)(#|>|```|~~~|={3}|\||<)/.test(line))
    expect(opens.filter((line) => !/^(#{1,3} |> \*\*)/.test(line))).toEqual([])
    expect(lines.filter((line) => /^#/.test(line) && !/^#{1,3} \S/.test(line))).toEqual([])
  })
})

describe('the page', () => {
  const page = (digest: Digest, language: (typeof languages)[number] = 'en') =>
    renderDigest(digest, 'html', { language })

  test.each(kinds)('of a %s digest has an aim for every anchor, and no name twice', (kind) => {
    const text = page(digests[kind])
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
    const aims = [...text.matchAll(/(?:href="#|for="|aria-labelledby=")([^"]*)"/g)].map(([, aim]) => aim!)
    expect(new Set(ids).size).toBe(ids.length)
    expect(aims.filter((aim) => !ids.includes(aim))).toEqual([])
    expect(aims.length).toBeGreaterThan(0)
  })

  test('loads nothing and runs nothing', () => {
    const text = page(aDigest())
    expect(text).not.toMatch(/<(script|link|img|iframe|object|form)\b| src=|url\(|@import|javascript:/)
    expect(text).toMatch(
      /content="default-src (?:'|&#39;)none(?:'|&#39;); style-src (?:'|&#39;)sha256-[\w+/]{43}=(?:'|&#39;); img-src data:/,
    )
    expect(text).not.toContain('unsafe-inline')
    expect(text).not.toMatch(/<[^>]* style=/)
  })

  test('says each item in its own language, and the context in the reader’s', () => {
    expect(page(aDigest(), 'zh')).toContain('<html lang="zh-Hant">')
    expect(page(aDigest(), 'zh')).toContain('早報')
    expect(page(aDigest(), 'en')).toContain('<h3 lang="zh-Hant" dir="auto">')
    expect(page(aDigest(), 'en')).toContain('<h3 lang="ja" dir="auto">')
  })

  test('no heading says its language only to what is inside it: lines are broken by the language of the heading', () => {
    expect(page(aDigest(), 'en')).toMatch(/<h4 lang="en" dir="auto">/)
    expect(page(aDigest(), 'en')).not.toMatch(/<h\d[^>]*><span lang/)
  })

  test('links a sentence from another article to that article', () => {
    const other = aDigest().topStories[0]!.others[0]!
    expect(page(aDigest())).toContain(
      `leaves at 05:10.<sup><a href="${other.url}" aria-label="1 Port Gazette">1</a></sup>`,
    )
  })

  test('says what is no report, what one newsroom tells, and the day of a sentence that says "today"', () => {
    const [first, ...rest] = aDigest().topStories
    const alone = {
      ...first!,
      lead: { ...first!.lead, kind: 'opinion' as const },
      related: { ...first!.related, newsrooms: 1, reprints: 0 },
      leadScore: first!.score - 9,
      summary: [{ text: 'The bridge closed today.', article: first!.lead.key, published: Date.UTC(2026, 10, 12, 9) }],
    }
    const digest = aDigest({ version: 2, topStories: [alone, ...rest] })
    for (const format of ['html', 'md'] as const) {
      const text = renderDigest(digest, format)
      expect(text).toContain('one newsroom so far')
      expect(text).toContain('Opinion')
      expect(text).toContain(`score ${first!.score - 9}, highest of the story ${first!.score}`)
      expect(text.replaceAll('\\', '')).toContain('The bridge closed today. (12 Nov)')
    }
    expect(JSON.parse(renderDigest(digest, 'json')).topStories[0].summary[0].text).toBe('The bridge closed today.')
  })

  test('the health report is one line when all is well, and names no feed twice when not', () => {
    const { health } = aDigest()
    const well = { ...health, errors: 0, successful: 40, polled: 40, unhealthy: [], dead: [] }
    const calm = renderDigest(aDigest({ health: well, notRead: [] }), 'md')
    expect(calm).toContain('## Feed Health Report\n\nAll 40 polls successful · ')
    expect(calm).toContain('Every feed was read.')
    const feed = { name: 'Port Gazette', url: 'https://p.example/rss', because: 'no answer' }
    const troubled = renderDigest(aDigest({ health: { ...health, unhealthy: [feed] }, notRead: [feed] }), 'md')
    expect(troubled.split('no answer')).toHaveLength(2)
    expect(troubled).toContain('The feeds named in the report above.')
  })

  test('a mail tells an article of a tab that stands above in one line, which still counts', () => {
    const { topStories, tabs } = aDigest()
    const repeated = { ...tabs[0]!.items[0]!, article: topStories[0]!.lead, summary: topStories[0]!.summary }
    const tab = { ...tabs[0]!, limit: 1, items: [repeated] }
    const { html, text } = renderDigest(aDigest({ tabs: [tab] }), 'email')
    const { title } = topStories[0]!.lead
    const sentence = topStories[0]!.summary[0]!.text
    for (const part of [html, text]) {
      expect(part.split(title).length - 1).toBe(2)
      expect(part.split(sentence).length - 1).toBe(1)
      expect(part).not.toContain('1 of 1')
    }
    expect(text).toContain(`${title} (above)`)
  })

  test('says at its head what was corrected, and in a story that newsrooms differ', () => {
    const [first, ...rest] = aDigest().topStories
    const differing = [
      { kind: 'dead' as const, value: '1500', sourceName: 'A', published: aDigest().at - 3_600_000 },
      { kind: 'dead' as const, value: '1700', sourceName: 'B', published: aDigest().at - 7_200_000 },
    ]
    const carried = { type: 'morning' as const, at: aDigest().at - 86_400_000 }
    const digest = aDigest({
      version: 2,
      corrections: [{ what: 'figure', figure: 'dead', was: '16', now: '19', carried, article: first!.lead }],
      topStories: [{ ...first!, differing }, ...rest],
    })
    const { html, text } = renderDigest(digest, 'email')
    for (const one of [renderDigest(digest, 'html'), renderDigest(digest, 'md').replaceAll('\\', ''), html, text]) {
      expect(one).toContain(
        'Correction: at 14 Nov 07:00 we carried 16 dead (The Example Courier); The Example Courier now says 19 dead.',
      )
      expect(one).toContain('Newsrooms differ: 1,500 dead (A, 06:00) · 1,700 dead (B, 05:00)')
    }
  })

  test('says when the best lead only by rank, when a tab is short, and what is old', () => {
    const text = page(aDigest({ byRank: true }))
    expect(text).toContain('fewer than three stories reached 70')
    expect(text).toContain('1 of 5: the last seven days have nothing else that the digest before did not show.')
    expect(text).toContain('from 12 Nov')
  })
})

describe('JSON', () => {
  test.each(kinds)('of a %s digest is as its schema says', (kind) => {
    expect(digestSchema.safeParse(JSON.parse(renderDigest(digests[kind], 'json'))).error).toBeUndefined()
  })

  test('the schema refuses what is not a digest', () => {
    const json = JSON.parse(renderDigest(aDigest(), 'json'))
    expect(digestSchema.safeParse({ ...json, at: 5 }).success).toBe(false)
    expect(digestSchema.safeParse({ ...json, more: 1 }).success).toBe(false)
  })

  test('the schema and the type are in step', () => {
    // Does not compile when they go apart.
    const inStep: Same<z.output<typeof digestSchema>, Written<Digest>> = true
    expect(inStep).toBe(true)
  })

  test('has no address that runs, and cannot end a script element', () => {
    const text = renderDigest(aHostileDigest(), 'json')
    expect(text).not.toMatch(/"url": "(?!https?:)/)
    expect(text).not.toContain('<')
  })
})

/** Instants become text and addresses may become null; all else is the same, field by field. */
type Written<T, Name = ''> = Name extends 'at' | 'from' | 'to' | 'published' | 'since'
  ? string | Extract<T, undefined>
  : Name extends 'url'
    ? string | null
    : T extends readonly (infer One)[]
      ? Written<One>[]
      : T extends object
        ? { -readonly [Key in keyof T]: Written<T[Key], Key> }
        : T

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never

describe.each(['atom', 'rss'] as const)('%s', (format) => {
  const read = (digest: Digest) => {
    const document = renderDigest(digest, format, { selfUrl: 'https://a.example/feed', pageUrl: 'https://a.example/' })
    const feed = parseFeed(new TextEncoder().encode(document))
    return { document, feed: feed as ParsedFeed }
  }

  test.each(kinds)('of a %s digest is well-formed', (kind) => {
    expect(XMLValidator.validate(read(digests[kind]).document)).toBe(true)
  })

  test('is read by our own parser, entry by entry', () => {
    const { feed } = read(aDigest())
    expect(feed.entries.map(({ title }) => title?.value)).toEqual([
      ...aDigest().topStories.map(({ lead }) => lead.title),
      ...aDigest().noteworthy.flatMap(({ items }) => items.map(({ lead }) => lead.title)),
      ...aDigest().alsoMentioned.map(({ lead }) => lead.title),
    ])
    expect(new Set(feed.entries.map(({ guid }) => guid?.value)).size).toBe(feed.entries.length)
  })

  test('names no page that could run', () => {
    const document = renderDigest(aDigest(), format, { selfUrl: 'javascript:x', pageUrl: 'data:text/html,x' })
    expect(document).not.toMatch(/javascript:|data:/)
  })

  test('a story keeps its name from digest to digest', () => {
    const [today] = read(aDigest()).feed.entries
    const [item] = aDigest().topStories
    const later = aDigest({
      at: aDigest().at + 86_400_000,
      topStories: [{ ...item!, lead: aDigestArticle('Bridge open', 'B') }],
    })
    expect(read(later).feed.entries[0]!.guid).toEqual(today!.guid)
  })
})

describe('the mail', () => {
  test('has subject, date, a name made from the delivery, and a way out', () => {
    const options = {
      deliveryKey: 'k',
      domain: 'a.example',
      unsubscribe: ['https://a.example/out', 'mailto:out@a.example'],
    }
    const { subject, headers } = renderDigest(aDigest(), 'email', { mail: options })
    expect(subject).toBe('Morning Brief, 15 Nov: Harbour bridge closed after inspectors find cracked hanger')
    expect(headers).toEqual({
      'Message-ID': expect.stringMatching(/^<[0-9a-f]{32}@a\.example>$/),
      Date: 'Sun, 15 Nov 2026 07:00:00 +0800',
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': '<https://a.example/out>, <mailto:out@a.example>',
    })
    const other = renderDigest(aDigest(), 'email', { mail: { ...options, deliveryKey: 'l' } })
    expect(other.headers['Message-ID']).not.toBe(headers['Message-ID'])
  })

  test('has no line end in any header', () => {
    const mail = {
      deliveryKey: 'a\r\nb',
      domain: 'a\r\nBcc: b',
      unsubscribe: ['https://a.example/\r\nBcc: x', 'javascript:x'],
    }
    const { subject, headers } = renderDigest(aHostileDigest(), 'email', { mail })
    expect([subject, ...Object.values(headers)].filter((value) => /[\r\n]/.test(value))).toEqual([])
    expect(headers['List-Unsubscribe']).toBe('<https://a.example/Bcc:%20x>')
  })

  test('is built of tables, with styles on the elements and an aim for every anchor', () => {
    const { html } = renderDigest(aDigest(), 'email')
    expect(html).not.toMatch(/<(style|script|link|img|input|svg)\b| class=/)
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    const aims = [...html.matchAll(/href="#([^"]*)"/g)].map(([, aim]) => aim)
    expect(aims.length).toBeGreaterThan(8)
    expect(aims.filter((aim) => !ids.includes(aim))).toEqual([])
  })

  const many = (count: number, text: string) =>
    Array.from({ length: count }, (_, i) =>
      aDigestItem(`${text} ${i}`, aDigestArticle(`${text} ${i}`, text), {
        summary: [{ text: text.repeat(4), article: 'x' }],
      }),
    )

  test('too long a mail leaves out the least important, says so and where the rest is', () => {
    const digest = aDigest({
      alsoMentioned: many(300, 'Also'),
      noteworthy: [{ category: 'C', items: many(20, 'Note') }],
    })
    const { html, text } = renderDigest(digest, 'email', { pageUrl: 'https://a.example/2026-11-15' })
    expect(mailBytes(html, text)).toBeLessThanOrEqual(mostMailBytes)
    expect(mailBytes(html, text)).toBeGreaterThan(mostMailBytes * 0.97)
    expect(html).toMatch(/\d+ items left out here to keep the mail short\. <a href="https:\/\/a\.example\/2026-11-15"/)
    expect(text).toMatch(/\d+ items left out/)
    expect(html).toContain('Note 19')
    expect(html).toContain('Also 0')
    expect(html).not.toContain('Also 299')
  })

  test('is under 100 kB whatever is in it', () => {
    const long = '長'.repeat(5_000)
    const digest = aDigest({
      topStories: many(40, long),
      noteworthy: Array.from({ length: 50 }, () => ({ category: long, items: many(3, long) })),
      notRead: Array.from({ length: 500 }, () => ({ name: long, url: `https://a.example/${long}`, because: long })),
      tabs: Array.from({ length: 300 }, () => ({ id: 't', name: long, language: null, limit: 3, items: [] })),
    })
    const { html, text, subject } = renderDigest(digest, 'email')
    expect(mailBytes(html, text)).toBeLessThanOrEqual(mostMailBytes)
    expect(subject.length).toBeLessThanOrEqual(120)
  })
})

test.each([
  ['html', '2026-11-15-morning.html'],
  ['email', '2026-11-15-morning.eml'],
  ['atom', '2026-11-15-morning.atom'],
] as const)('the file of a digest is named after the reader’s day: %s', (format, name) => {
  expect(digestFileName(aDigest(), format)).toBe(name)
})
