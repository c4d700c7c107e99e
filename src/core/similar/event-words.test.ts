import { describe, expect, test } from 'vitest'
import { occurrencesIn } from './event-words.ts'

describe('occurrencesIn', () => {
  test.each([
    ['Wildfire forces 1,200 from villages', 'en', 'fire'],
    ['Waldbrand in Zentralspanien', 'de', 'fire'],
    ['Las llamas cercan el pueblo', 'es', 'fire'],
    ['山火蔓延', 'zh', 'fire'],
    ['翔洋空服員今晚起罷工', 'zh', 'strike'],
    ['翔洋航空のスト回避', 'ja', 'strike'],
    ['Cabin crew to walk out: strike on Sunday', 'en', 'strike'],
    ['Grève des pilotes', 'fr', 'strike'],
    ['Mulher morre em incêndio', 'pt', 'fire'],
  ])('%s (%s) tells of: %s', (text, language, occurrence) => {
    expect(occurrencesIn(text, language)).toContain(occurrence)
  })

  test('looks for katakana words as a whole', () =>
    expect(occurrencesIn('学力テストの結果', 'ja').has('strike')).toBe(false))

  test('reads words in their own language only', () => {
    expect(occurrencesIn('Die Marke ist ein Brand', 'de').has('fire')).toBe(true)
    expect(occurrencesIn('A brand for the ages', 'en').has('fire')).toBe(false)
    expect(occurrencesIn('Tűz van', 'hu').size).toBe(0)
  })
})
