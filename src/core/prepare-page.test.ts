import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { volume } from '../../tests/support/volume.ts'
import type { PageRequest, ReadPage } from './domain/full-text.ts'
import { preparePage } from './prepare-page.ts'
import { sanitizeHtml } from './text/sanitize-html.ts'

const URL_ = 'https://gazette.example/2026/11/harbour'
const fixture = (name: string) => readFileSync(new URL(`../../tests/fixtures/pages/${name}`, import.meta.url))

function pageOf(body: Uint8Array | string, more: Partial<PageRequest> = {}): ReadPage {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const feed = { title: 'Harbour stays closed after storm', wordCount: 20 }
  return preparePage({ body: bytes, contentType: 'text/html', url: URL_, asked: URL_, feed, ...more })
}

function articleIn(name: string, more: Partial<PageRequest> = {}) {
  const read = pageOf(fixture(name), more)
  if (read.kind === 'refused') throw new Error(read.message)
  return read
}

describe('the article comes out', () => {
  test('of a news page, without navigation, related links and footer, with absolute addresses', () => {
    const { title, html, text, wordCount } = articleIn('news.html')
    expect(title).toBe('Harbour stays closed after storm')
    expect(text).toContain('tore away two of the four moorings')
    expect(text).toContain('is to be published before it')
    for (const rest of ['Sport', 'Another headline', 'Imprint', 'newsletter', 'tracker'])
      expect(text).not.toContain(rest)
    expect(html).toContain('src="https://gazette.example/2026/11/img/harbour.jpg"')
    expect(html).toContain('href="https://gazette.example/2026/11/report.html"')
    expect(wordCount).toBeGreaterThan(200)
  })

  test('of a blog without an article element, without its comments', () => {
    const { text } = articleIn('blog.html')
    expect(text).toContain('one of the two channels first')
    expect(text).not.toContain('First! I never liked')
  })

  test('of a page in Chinese, whose words are counted', () => {
    const { text, wordCount } = articleIn('zh.html')
    expect(text).toContain('東港週一連續第三天關閉')
    expect(text).toContain('並希望在週末以前完成')
    expect(wordCount).toBeGreaterThan(100)
  })

  test('of a page in Shift_JIS that the server calls UTF-8', () => {
    const { text } = articleIn('ja-shift-jis.html', { contentType: 'text/html; charset=utf-8' })
    expect(text).toContain('潜水士が東側の防波堤に')
    expect(text).toContain('波の高さは一メートルを下回ると予想している')
  })

  test('of a page without a type, as many servers send it', () =>
    expect(articleIn('news.html', { contentType: null }).wordCount).toBeGreaterThan(200))
})

describe('what is not the article is refused, with the reason', () => {
  test.each([
    ['a paywall', 'paywall.html', 'paywall'],
    ['a paywall that only the metadata tell of', 'paywall-metadata.html', 'paywall'],
    ['a paywall in Japanese', 'paywall-ja.html', 'paywall'],
    ['a consent page', 'consent.html', 'consent'],
    ['a list of links', 'link-list.html', 'mostlyLinks'],
    ['a page whose text is loaded by script', 'no-article.html', 'noArticle'],
  ])('%s', (_fact, name, problem) => expect(pageOf(fixture(name))).toMatchObject({ kind: 'refused', problem }))

  test('a page with less text than the feed has', () =>
    expect(pageOf(fixture('news.html'), { feed: { title: 'Harbour', wordCount: 800 } })).toMatchObject({
      problem: 'notMore',
      message: 'the page has no more text than the feed',
    }))
  test('the front page that a deleted article redirects to', () =>
    expect(pageOf(fixture('news.html'), { url: 'https://gazette.example/en/' })).toMatchObject({
      problem: 'frontPage',
    }))
  test('an address of its own for consent', () =>
    expect(pageOf(fixture('news.html'), { url: 'https://consent.gazette.example/x' })).toMatchObject({
      problem: 'consent',
    }))
  test('a document that is no page', () =>
    expect(pageOf('%PDF-1.7', { contentType: 'application/pdf' })).toEqual({
      kind: 'refused',
      problem: 'notAPage',
      message: 'the address leads to no web page (application/pdf)',
    }))
  test.each([
    ['nothing', ''],
    ['plain words', 'Not found'],
    ['a caption', '<html><body><p>The dock on Monday, seen from the north, with two boats.</p></body></html>'],
  ])('%s', (_fact, body) => expect(pageOf(body).kind).toBe('refused'))

  test('a long article about paywalls and cookies is an article', () => {
    const words = 'Publishers say “subscribe to continue reading” and we use cookies, accept all, legitimate interest. '
    const body = `<html><body><article>${`<p>${words.repeat(6)}</p>`.repeat(8)}</article></body></html>`
    expect(pageOf(body).kind).toBe('article')
  })
})

describe('hostile pages', () => {
  test('nothing that runs, loads or counts comes through, and the text does', () => {
    const { html, text } = articleIn('hostile.html')
    expect(text).toContain('tore away two of the four moorings')
    expect(html).not.toMatch(/<(?:script|iframe|object|embed|form|input|button|svg|math|style|template|base|meta)\b/i)
    expect(html).not.toMatch(/\son\w+\s*=|javascript:|data:text|style=|count\.example/i)
    // What was made safe once stays as it is.
    expect(sanitizeHtml(html).html).toBe(html)
  })

  test.each([
    ['deep nesting', `<html><body>${'<div>'.repeat(100_000)}`],
    ['very many elements', `<html><body><article>${'<p>a, b, c</p>'.repeat(30_000)}`],
  ])('%s is refused', (_fact, body) => expect(pageOf(body)).toMatchObject({ problem: 'tooComplex' }))

  test('a name that asks for a shell is text (known failure: Liferea ran a command of the feed)', () => {
    const url = 'https://gazette.example/$(touch%20x);`id`|sh'
    expect(articleIn('news.html', { url, asked: url }).wordCount).toBeGreaterThan(200)
  })

  test('any bytes give an answer', () => {
    const part = fc.constantFrom(
      '<html>',
      '<p>',
      '</p>',
      '<article>',
      '<table><tr>',
      '<base href="',
      '">',
      '<!--',
      '<svg>',
      '\0',
      '&#x0;',
      'words, words ',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 20 })), { maxLength: 60 }), (parts) => {
        expect(['article', 'refused']).toContain(pageOf(parts.join('')).kind)
      }),
      { numRuns: volume(70, 5_000), seed: 11 },
    )
  })
})
