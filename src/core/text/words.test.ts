import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bigrams, foldText, isUnspaced, scriptOf, words } from './words.ts'

describe('foldText', () => {
  test.each([
    ['lowers and takes accents off', 'Élan Über São', 'elan uber sao'],
    ['joins width forms', 'ＮＡＴＯ　２０２６', 'nato 2026'],
    ['spells out letters that have no accent to take off', 'Łódź Straße Køge', 'lodz strasse koge'],
    ['keeps the voicing marks of kana', 'ガソリンが', 'ガソリンが'],
    ['knows one apostrophe', 'it’s', "it's"],
  ])('%s', (_fact, text, expected) => expect(foldText(text)).toBe(expected))

  test('folding twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => foldText(foldText(text)) === foldText(text)),
      { numRuns: 200, seed: 6 },
    )
  })
})

describe('words', () => {
  test.each([
    ['drops possessives and joins contractions', "Trump's plan doesn't work", ['trump', 'plan', 'doesnt', 'work']],
    ['tells the country from the pronoun', 'US tells us', ['usa', 'tells', 'us']],
    ['joins dotted capitals', 'U.S. and U.N. talk', ['usa', 'and', 'un', 'talk']],
    ['cannot tell in a headline all in capitals', 'GIVE US HOPE', ['give', 'us', 'hope']],
    ['keeps numbers whole with their separators', '1,495,709 in v1.24.0', ['1,495,709', 'in', 'v', '1.24.0']],
    ['keeps a run without spaces whole', '地震が発生 Tokyo', ['地震が発生', 'tokyo']],
    ['parts hyphens', 'anti-war', ['anti', 'war']],
  ])('%s', (_fact, text, expected) => expect(words(text)).toEqual(expected))

  test('are those that one regular expression finds', () => {
    const unspaced =
      '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー々〆\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}'
    const number = '\\p{N}+(?:[.,:]\\p{N}+)*(?:(?:st|nd|rd|th|-?(?:k|m|mn|bn|tn|b))(?!\\p{L}))?'
    const letters = `(?:(?![${unspaced}])[\\p{L}\\p{M}])+(?:'(?![${unspaced}])\\p{L}+)*`
    const token = new RegExp(`[${unspaced}]+|${number}|${letters}`, 'gu')
    const unit = fc.constantFrom(...`abkmstnrdh'’.,:-09½٣é\u0308ж漢〇がーไ한🚢𠮷𝒜 `, '\ud800')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        const found = foldText(text).match(token) ?? []
        expect(words(text)).toEqual(found.map((word) => word.replace(/'s$/, '').replaceAll("'", '')))
      }),
      { numRuns: 1000, seed: 6 },
    )
  })

  test('are the same whether or not a foreign letter takes the longer way', () => {
    const text = fc.string({ unit: fc.constantFrom(..."abkmXYUS.,:-'0123 $\n"), maxLength: 40 })
    fc.assert(
      fc.property(text, (ascii) => {
        expect([...words(ascii), 'ж']).toEqual(words(`${ascii} ж`))
      }),
      { numRuns: 500, seed: 6 },
    )
  })

  test('are found the same when joined by spaces again', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/)), (list) => {
        expect(words(list.join(' '))).toEqual(list)
      }),
      { numRuns: 100, seed: 6 },
    )
  })
})

test.each([
  ['地震', ['地震']],
  ['大地震', ['大地', '地震']],
  ['震', ['震']],
])('bigrams of %s', (run, expected) => expect(bigrams(run)).toEqual(expected))

test.each([
  ['latin', 'Rust 1.84 released'],
  ['cyrillic', 'В Москве скончался митрополит'],
  ['zh', 'iPhone新品發布會'],
  ['ja', 'トヨタが新型車を発表'],
  ['ko', '삼성전자 실적 발표'],
  ['other', '123'],
])('scriptOf tells %s', (script, text) => expect(scriptOf(text)).toBe(script))

test('isUnspaced knows the scripts without spaces', () => {
  expect(['漢字', 'カナ', 'ไทย'].map(isUnspaced)).toEqual([true, true, true])
  expect(['word', 'слово', '한국', '12'].map(isUnspaced)).toEqual([false, false, false, false])
})
