import { describe, expect, test } from 'vitest'
import { TITLE_POLICY } from '../similar/policies.ts'
import { compareTitles } from '../similar/title-rule.ts'
import { epochZero } from './epoch/epoch.ts'
import { printOf } from './print/print.ts'
import { titlePrintOf } from './titles.ts'

function titlePrint(title: string, language: string | null) {
  const unknown = { url: null, urlKey: null, sourceName: null, publisher: null, text: null, published: null }
  const rest = { key: title, guid: title, feed: 0, firstSeen: 0, contentHash: title, wordCount: 0 }
  return titlePrintOf(printOf({ ...unknown, ...rest, title, language }), epochZero(), TITLE_POLICY.weightPower)
}

const compare = (a: string, b: string, language: string | null = 'en') =>
  compareTitles(titlePrint(a, language), titlePrint(b, language), TITLE_POLICY)

describe('the title rule on the failures of the literal measures', () => {
  test('keeps two versions apart', () => expect(compare('Rust 1.84', 'Rust 1.83').relation).toBeNull())

  test.each([
    ['two releases', 'Node.js 23.7.0 (Current)', 'Node.js 23.8.0 (Current)'],
    ['two weeks', 'Weekly Update - Apr 17th, 2015', 'Weekly Update - Apr 24th, 2015'],
  ])('keeps %s apart by their numbers', (_fact, a, b) => {
    expect(compare(a, b)).toMatchObject({ relation: null, veto: 'numbers' })
  })

  test.each([
    ['a version with an idle zero', 'Go 1.24', 'Go 1.24.0'],
    ['a number and its word', 'Third storm hits coast', '3rd storm hits coast'],
    ['a scaled amount', 'Firm buys rival for $2bn', 'Firm buys rival for 2 billion'],
    ['another publisher', 'Ministers agree budget deal - Reuters', 'Ministers agree budget deal'],
  ])('calls %s the same', (_fact, a, b) => expect(compare(a, b).relation).toBe('same'))

  test.each([
    ['a second round of the same release', '1.47.0 pre-release testing', '1.47.0 second pre-release testing'],
    ['opposite news', 'FAA continues ban on US flights to Tel Aviv', 'FAA lifts ban on U.S. flights to Tel Aviv'],
    [
      'another market',
      'World stocks fall before Greek debt deal deadline',
      'Asia stocks fall ahead of Greek debt deal deadline',
    ],
    ['another actor', 'Afghan legislators approve new election law', 'Afghan president approves new electon law'],
    ['a negation', 'Security releases do not require an update', 'Security releases require an update'],
  ])('does not drop %s', (_fact, a, b) => expect(compare(a, b).relation).not.toBe('same'))

  test('says that one word decided', () => {
    const found = compare('FAA continues ban on US flights to Tel Aviv', 'FAA lifts ban on U.S. flights to Tel Aviv')
    expect(found).toMatchObject({ relation: null, veto: 'decisive-word' })
  })

  test('does not link two events that Jaro–Winkler calls one', () => {
    const found = compare(
      'Trump threatens to fire Fauci in rift with disease expert',
      "Trump's first State of the Union: Can a divisive president flip the script?",
    )
    expect(found.relation).toBeNull()
  })

  test('sees through synonyms part of the way', () => {
    const a = 'Turkish police fight protesters, clear square'
    const b = 'Clashes continue between police and protesters in Turkey'
    expect(compare(a, b).value).toBeGreaterThan(0.5)
  })

  test('has a link below the drop, because a drop hides an article', () => {
    expect(TITLE_POLICY.link).toBeLessThan(TITLE_POLICY.same)
    expect(compare('Two hurt as bus hits shop in Leeds', 'Bus crashes into Leeds shop, two injured').relation).toBe(
      'linked',
    )
  })
})

describe('the title rule without spaces', () => {
  test('links Chinese titles by characters, whatever their numbers say', () => {
    const found = compare('台北發生5.2級地震 多棟大樓搖晃', '台北地震規模5.3 大樓搖晃居民驚逃', 'zh')
    expect(found).toMatchObject({ relation: 'linked', measure: 'letters' })
  })

  test('does not drop them when the numbers differ', () => {
    const found = compare('台北發生5.2級地震多棟大樓搖晃', '台北發生5.3級地震多棟大樓搖晃', 'zh')
    expect(found).toMatchObject({ relation: 'linked', veto: 'numbers' })
  })

  test('keeps a report and its refutation apart', () => {
    expect(compare('某市明天起全面停水', '某市明天停水?官方辟谣', 'zh').relation).toBeNull()
  })

  test('calls equal Japanese titles the same', () => {
    expect(compare('【速報】東京で震度5の地震', '東京で震度5の地震', 'ja').relation).toBe('same')
  })
})

test('the rule does not care which title comes first', () => {
  const titles = [
    'Two hurt as bus hits shop',
    'Bus hits shop, 2 injured',
    'Markets rise on budget',
    'Markets fall on budget',
  ]
  for (const a of titles) for (const b of titles) expect(compare(a, b)).toEqual(compare(b, a))
})
