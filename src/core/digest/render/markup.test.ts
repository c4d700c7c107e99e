import fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { html, joined, markupText, nothing, type Value } from './markup.ts'

const text = (value: Value) => markupText(html`<p title="${value}">${value}</p>`)

describe('html', () => {
  test('takes values for text, wherever they stand', () => {
    expect(text('"><b>&')).toBe('<p title="&quot;&gt;&lt;b&gt;&amp;">&quot;&gt;&lt;b&gt;&amp;</p>')
  })

  test('takes markup only from itself, one or many, and nothing for null', () => {
    expect(markupText(html`<p>${html`<b>${'<'}</b>`}${[html`<i>1</i>`, nothing, html`<i>2</i>`]}${null}${3}</p>`)).toBe(
      '<p><b>&lt;</b><i>1</i><i>2</i>3</p>',
    )
    expect(markupText(joined([html`a`, html`b`], html`, `))).toBe('a, b')
  })

  test('an object that came from JSON is not markup', () => {
    const forged = JSON.parse('{"markup":"<b>","Symbol(markup)":"<b>"}') as Value
    expect(markupText(html`<p>${forged}</p>`)).not.toContain('<b>')
  })

  test.each([
    ['a script', 'javascript:x', '#'],
    ['a page', 'https://a.example/?a&b', 'https://a.example/?a&amp;b'],
    ['an anchor', '#story-1', '#story-1'],
  ])('an address in href: %s', (_fact, url, expected) => {
    expect(markupText(html`<a href="${url}">x</a>`)).toBe(`<a href="${expected}">x</a>`)
  })

  test.each([
    ['without quotes', () => html`<p title=${'x'}>`],
    ['as the name of an attribute', () => html`<p ${'x'}="">`],
    ['in a handler', () => html`<p onclick="${'x'}">`],
    ['in a style', () => html`<p style="color: ${'x'}">`],
    ['as markup inside a tag', () => html`<p title="${html`x`}">`],
  ])('refuses a value %s', (_fact, template) => expect(template).toThrow())

  test('whatever a text is, a parser finds it again and nothing else', () => {
    const texts = fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '-', '!', '/', 'a', ';', '#', '=') })
    fc.assert(
      fc.property(texts, (value) => {
        const [node, ...more] = parseDocument(text(value)).children as unknown as {
          attribs: Record<string, string>
          children: { data: string }[]
        }[]
        expect(more).toEqual([])
        expect(node!.attribs).toEqual({ title: value })
        expect(node!.children.map((child) => child.data).join('')).toBe(value)
      }),
      { seed: 9, numRuns: 300 },
    )
  })
})
