import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scan } from './scan.ts'

function eventsOf(text: string): string[] {
  const events: string[] = []
  scan(text, {
    open({ name, count, names, starts, ends, selfClosing }) {
      const attributes = names.slice(0, count).map((one, at) => ` ${one}=${text.slice(starts[at], ends[at])}`)
      events.push(`<${name}${attributes.join('')}${selfClosing ? '/' : ''}>`)
    },
    leaf(tag, { start, end, isCdata }) {
      this.open(tag)
      if (end > start || isCdata) isCdata ? this.cdata(start, end) : this.text(start, end)
      this.close(tag.name, end, end)
    },
    close: (name) => events.push(`</${name}>`),
    text: (start, end) => events.push(text.slice(start, end)),
    cdata: (start, end) => events.push(`[${text.slice(start, end)}]`),
    flaw: (code, offset) => events.push(`!${code}@${offset}`),
  })
  return events
}

describe('scan', () => {
  test.each([
    ['tells tags and text in order', '<a>x<b/>y</a>', ['<a>', 'x', '<b/>', 'y', '</a>']],
    ['reads both kinds of quotes', `<a b="1'" c='2"'>`, [`<a b=1' c=2">`]],
    ['lets a > stand in a quoted value', '<a b="x>y">z', ['<a b=x>y>', 'z']],
    ['allows space where XML does', '<a  b = "c" ></a >', ['<a b=c>', '</a>']],
    ['hands out CDATA unread', '<![CDATA[<b>&]]>', ['[<b>&]']],
    [
      'steps over comments, instructions and DTDs',
      '<?x y?><!-- <a> --><!DOCTYPE a [<!ENTITY b "]>c">]><a/>',
      ['c">]>', '<a/>'],
    ],
    [
      'takes a < that opens nothing as text',
      '2 <3 a < b <c d</e>',
      ['!bare-less-than@2', '!bare-less-than@7', '!bare-less-than@11', '2 <3 a < b <c d', '</e>'],
    ],
    ['reads values without quotes', '<a b=c d>', ['!attribute-unquoted@0', '<a b=c d=>']],
    ['ends an unclosed quote with its own tag', '<a b="c>x</a><d e="f">', ['<a b=c>', 'x', '</a>', '<d e=f>']],
    ['says where a document breaks off', 'x<a b="c', ['!unterminated@1', 'x']],
    ['keeps what a broken CDATA held', '<a><![CDATA[half', ['<a>', '!unterminated@3', '[half]']],
    ['takes an unclosed comment as text', '<a/><!-- half', ['<a/>', '!bare-less-than@4', '<!-- half']],
  ])('%s', (_fact, text, expected) => expect(eventsOf(text)).toEqual(expected))

  test('keeps only so many attributes of one tag', () => {
    const many = Array.from({ length: 500 }, (_, n) => `a${n}="${n}"`).join(' ')
    expect(eventsOf(`<x ${many}/>`)[0]?.split(' ')).toHaveLength(65)
  })

  test('never fails, and tells each stretch once and in order', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '</',
      '/>',
      '<a',
      ' b="',
      "'",
      '"',
      '=',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '<?',
      '?>',
      '<!DOCTYPE [',
      ']',
      'x',
      ' ',
      '&',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        let last = 0
        const forward = (start: number, end: number) => {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThanOrEqual(start)
          expect(end).toBeLessThanOrEqual(text.length)
          last = end
        }
        scan(text, {
          open: ({ start, end }) => forward(start, end),
          leaf(tag, { start, end, closeEnd }) {
            forward(tag.start, tag.end)
            forward(start, end)
            forward(end, closeEnd)
          },
          close: (_name, start, end) => forward(start, end),
          text: forward,
          cdata: forward,
          flaw() {},
        })
      }),
      { numRuns: 1000, seed: 1 },
    )
  })

  test('reads back a document written by the rules', () => {
    const name = fc.constantFrom('a', 'b:c', 'item', 'Ünï')
    const words = fc.string({ unit: fc.constantFrom('x', ' ', '>', '"', "'", 'é'), minLength: 1, maxLength: 8 })
    const part = fc.oneof(
      words.map((text) => [text, text] as const),
      fc
        .tuple(
          name,
          words.map((value) => value.replaceAll('"', '')),
        )
        .map(([tag, value]) => [`<${tag} q="${value}">`, `<${tag} q=${value}>`] as const),
      name.map((tag) => [`</${tag}>`, `</${tag}>`] as const),
      words.map((text) => [`<![CDATA[${text}<]]>`, `[${text}<]`] as const),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const told = eventsOf(parts.map(([written]) => written).join(''))
        expect(told.join('')).toBe(parts.map(([, meant]) => meant).join(''))
      }),
      { numRuns: 500, seed: 2 },
    )
  })
})
