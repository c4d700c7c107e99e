import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { depthSignals } from './depth-signals.ts'
import { hasData } from './has-data.ts'

describe('hasData', () => {
  test.each([
    ['a percentage', 'Turnout rose to 61.4% in the city.'],
    ['a percentage in words', 'Turnout rose by 3 percent.'],
    ['a full-width percentage', '投票率は６１％だった。'],
    ['a percentage of Chinese', '通過率達百分之八十。'],
    ['an amount with a currency sign', 'The bridge cost $40 to cross.'],
    ['a currency behind', 'Der Umbau kostet 12 Millionen Euro.'],
    ['yen', '総額は300億円になる。'],
    ['Taiwan dollars', '票價調整為30元。'],
    ['a scaled number', 'Some 4 million people live there.'],
    ['a measure', 'The tunnel is 12 km long.'],
    ['kilograms of Chinese', '捕獲一條重達80公斤的魚。'],
    ['three plain numbers', 'It had 14 rooms, 3 floors and 212 windows.'],
  ])('finds %s', (_fact, text) => expect(hasData(text)).toBe(true))

  test.each([
    ['no number', 'The bridge was closed for a week.'],
    ['two numbers', 'It had 14 rooms and 3 floors.'],
    ['dates and hours', 'On March 3, 2024, at 10:30 and again on 4 May 2025 at 7 pm, and in 1998.'],
    ['ISO dates', '2024-03-03, 2024-03-04, 2024-03-05'],
    ['dates of Japanese', '3月4日午前10時30分、2025年に続き5月6日にも行われた。'],
    ['names with digits', 'The B52s met R2D2 and C3PO.'],
    ['numbers of an address', 'See https://a.example/1/2/3 for more.'],
  ])('does not take %s for data', (_fact, text) => expect(hasData(text)).toBe(false))
})

describe('depthSignals', () => {
  const url = 'https://news.a.example/1'
  const of = (body: string | null, text: string | null = null) => depthSignals({ url, body, text })

  test.each([
    ['three items of a list', '<ul><li>a</li><li>b</li><li>c</li></ul>', true],
    ['two items', '<ol><li>a</li><li>b</li></ol>', false],
    ['three lists of one item', '<ul><li>a</li></ul><ul><li>b</li></ul><ul><li>c</li></ul>', false],
    ['items around a nested list', '<ul><li>a<ul><li>x</li></ul></li><li>b</li><li>c</li></ul>', true],
    ['a table of three rows', '<table><tr><td>a</td></tr><tr><td>b</td></tr><tr><td>c</td></tr></table>', true],
    ['a table used as a frame', '<table><tr><td>a</td></tr></table>', false],
  ])('hasList: %s', (_fact, body, expected) => expect(of(body).hasList).toBe(expected))

  test.each([
    ['dashes', 'What changed:\n- one\n- two\n- three', true],
    ['numbers', '1. one\n2. two\n3. three', true],
    ['two lines', '- one\n- two\nand that is all', false],
  ])('hasList of plain text: %s', (_fact, text, expected) => expect(of(null, text).hasList).toBe(expected))

  test.each([
    ['another domain', '<p><a href="https://b.test/report">the report</a></p>', true],
    ['the same domain by another name', '<p><a href="https://www.a.example/x">more</a></p>', false],
    ['a share button', '<a href="https://www.facebook.com/sharer/sharer.php?u=x">share</a>', false],
    ['a mail address', '<a href="mailto:desk@b.test">write</a>', false],
    ['no link', '<p>words</p>', false],
  ])('hasReference: a link to %s', (_fact, body, expected) => expect(of(body).hasReference).toBe(expected))

  test('hasReference: an address in plain text', () =>
    expect(of(null, 'Read https://b.test/report for more').hasReference).toBe(true))

  test('survives any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.option(fc.string({ maxLength: 200 })), (text, body) => {
        expect(Object.values(of(body, text)).every((value) => typeof value === 'boolean')).toBe(true)
      }),
      { numRuns: 200, seed: 8 },
    )
  })
})
