import { describe, expect, test } from 'vitest'
import { epochZero } from './epoch/epoch.ts'
import { contentMatch } from './layer4-content.ts'
import { policyOf } from './policies.ts'
import { printOf } from './print/print.ts'

/** A text of made-up sentences of fourteen words; another seed gives other words. */
function textOf(sentences: number, seed = 0): string {
  const word = (value: number) => Array.from(String(1000 + value), (digit) => 'bcdfghklmn'[Number(digit)]).join('a')
  const sentence = (at: number) =>
    Array.from({ length: 14 }, (_, k) => word(seed * 1000 + ((at * 31 + k * 7) % 97) + k * at))
  return Array.from({ length: sentences }, (_, at) => `${sentence(at).join(' ')}.`).join(' ')
}

function printOfText(key: string, text: string) {
  const unknown = { url: null, urlKey: null, sourceName: null, publisher: null, language: null, published: null }
  return printOf({
    ...unknown,
    key,
    guid: key,
    feed: 0,
    title: key,
    text,
    firstSeen: 0,
    contentHash: key,
    wordCount: 0,
  })
}

const rules = { policy: policyOf('calibrated'), epoch: epochZero() }
const relation = (a: string, b: string) =>
  contentMatch(printOfText('a', a), printOfText('b', b), rules)?.relation ?? null

describe('contentMatch', () => {
  test('finds a body that gained one sentence', () => {
    expect(relation(textOf(20), `${textOf(20)} And then the minister answered one more question at length.`)).toBe(
      'same',
    )
  })

  test('finds a body that lost its last tenth', () => {
    const whole = textOf(20)
    expect(relation(whole, whole.slice(0, Math.floor(whole.length * 0.9)))).toBe('same')
  })

  test('finds a short body that gained a seventh', () => {
    expect(relation(textOf(6), `${textOf(6)} ${textOf(1, 5)}`)).toBe('same')
  })

  test('keeps different texts apart', () => expect(relation(textOf(12), textOf(12, 3))).toBeNull())

  test('says nothing of a body under 40 words', () => expect(relation(textOf(2), textOf(2))).toBeNull())

  test('reads texts without spaces by characters', () => {
    const text =
      '昨日午後東京都心で大規模な停電が発生し交通機関に影響が出た復旧作業は深夜まで続く見通しだと電力会社は発表した'.repeat(
        2,
      )
    expect(relation(text, `${text}以上`)).toBe('same')
  })
})
