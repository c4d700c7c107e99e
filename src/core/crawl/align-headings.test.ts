import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alignHeadings } from './align-headings.ts'

const h2 = (text: string) => ({ level: 2, text })
const plain = (text: string) => ({ text, level: 0, exact: true })

describe('alignHeadings', () => {
  test.each([
    ['one line', ['Foo bar'], 'Foo bar', 'Foo bar', true],
    ['two lines with the blank kept', ['Foo', 'bar'], 'Foo bar', 'Foo bar', true],
    ['two lines with the blank lost', ['Foo', 'bar'], 'Foobar', 'Foo bar', false],
    ['a comma on its own line', ['Foo', ', bar'], 'Foo, bar', 'Foo, bar', true],
    ['quotes on their own lines', ['Foo', '“bar”', 'baz'], 'Foo“bar”baz', 'Foo “bar” baz', false],
    ['characters that take no blank', ['中國', '經濟'], '中國經濟', '中國經濟', true],
    ['blanks inside one line', ['Foo bar'], 'Foo  bar ', 'Foo bar', true],
    ['a line with blanks the heading lacks', ['Foo bar'], 'Foobar', 'Foo bar', false],
  ])('finds a heading on %s', (_fact, lines, heading, text, exact) => {
    expect(alignHeadings(lines, [h2(heading)])).toEqual([{ text, level: 2, exact }])
  })

  test('prefers the longer of two headings that begin alike', () => {
    expect(alignHeadings(['Foo', 'bar'], [h2('Foo'), h2('Foo bar')])).toEqual([
      { text: 'Foo bar', level: 2, exact: true },
    ])
  })

  test('finds the same heading at every place it stands', () => {
    expect(alignHeadings(['Foo', 'x', 'Foo'], [h2('Foo')]).map((line) => line.level)).toEqual([2, 0, 2])
  })

  test('leaves a line that only begins like a heading', () => {
    expect(alignHeadings(['Foo', 'other'], [h2('Foo bar')])).toEqual([plain('Foo'), plain('other')])
  })

  test('a heading of two levels is a headline', () => {
    expect(alignHeadings(['Foo'], [{ level: 3, text: 'Foo' }, h2('Foo')])[0]!.level).toBe(2)
  })

  test('five thousand headings that begin alike are told apart in one pass', () => {
    const headings = Array.from({ length: 5000 }, (_none, number) => h2(`${'a'.repeat(number + 1)}b`))
    const lines = Array.from({ length: 20_000 }, () => 'a')
    expect(alignHeadings([...lines, 'ab'], headings).filter((line) => line.level === 2)).toHaveLength(1)
  })

  test('no letter is lost or moved, whatever the headings', () => {
    const word = fc.constantFrom('Foo', 'bar', 'Foo bar', 'b', '中', '|', ', x')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.array(word, { maxLength: 5 }), (lines, texts) => {
        const squeezed = (parts: readonly string[]) => parts.join('').replace(/\s/g, '')
        expect(squeezed(alignHeadings(lines, texts.map(h2)).map((line) => line.text))).toBe(squeezed(lines))
      }),
      { numRuns: 200, seed: 21 },
    )
  })
})
