import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countWords } from './count-words.ts'

describe('countWords', () => {
  test.each([
    ['counts runs of letters', 'One two, three.', 3],
    ['counts a contraction and a compound once', "Don't re-elect 1,000.5 people", 4],
    ['counts accented letters', 'Élan vital à côté', 4],
    ['counts Cyrillic', 'Это новости дня', 3],
    ['counts Korean by its blanks', '정부는 오늘 발표했다', 3],
    ['segments Chinese', '北京今天天气很好', 4],
    ['segments Japanese', '東京で会議が開かれた', 7],
    ['segments Thai', 'วันนี้อากาศดี', 3],
    ['counts Latin words among Chinese', '我爱 OpenAI 和 GPT', 5],
    ['is none for nothing', ' … — ', 0],
  ])('%s', (_fact, text, expected) =>
    expect(Math.abs(countWords(text) - expected)).toBeLessThanOrEqual(/[一-龠]|[ก-๛]/.test(text) ? 1 : 0),
  )

  test('counts the words ICU finds in a run, whatever is in it', () => {
    const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })
    const run = fc.string({
      unit: fc.constantFrom(...'政府新経済対策発表今天天气很好をのでカタวันนี้อากาศ'),
      minLength: 1,
      maxLength: 50,
    })
    fc.assert(
      fc.property(run, (text) => {
        expect(countWords(text)).toBe([...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length)
      }),
      { numRuns: 200, seed: 8 },
    )
  })

  test('counts a long text in proportion', () => {
    const sentence = '政府は十四日、新しい経済対策を発表した。'
    const one = countWords(sentence)
    expect(countWords(sentence.repeat(500))).toBeCloseTo(one * 500, -2)
  })

  test('agrees with splitting at blanks on plain words', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-zé0-9]{1,8}$/), { maxLength: 30 }), (words) => {
        expect(countWords(words.join(' '))).toBe(words.length)
      }),
      { numRuns: 200, seed: 7 },
    )
  })
})
