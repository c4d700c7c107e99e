import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

describe('excerpt', () => {
  test.each([
    ['is the text when it fits', 'One two', 10, 'One two'],
    ['cuts at a word', 'One two three', 10, 'One two…'],
    ['keeps a word that just fits', 'One two three', 8, 'One two…'],
    ['drops a comma at the end', 'One, two three', 7, 'One…'],
    ['collapses white space', 'One\n\n two', 10, 'One two'],
    ['cuts Chinese by segment', '北京今天天气很好我们去公园散步', 8, '北京今天天气…'],
    ['cuts a word without end', 'x'.repeat(200), 100, `${'x'.repeat(99)}…`],
  ])('%s', (_fact, text, limit, expected) => expect(excerpt(text, limit)).toBe(expected))

  test('keeps within the limit and tears no character', () => {
    const unit = fc.constantFrom('a', 'word ', '語', '。', '👩‍👩‍👧', 'e\u0301', '𠮷', 'ก', ' ', '\n', '🇫🇷')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 120 }), fc.integer({ min: 20, max: 60 }), (text, limit) => {
        const short = excerpt(text, limit)
        expect(short.length).toBeLessThanOrEqual(limit)
        const kept = short.endsWith('…') ? short.slice(0, -1) : short
        const whole = text.replace(/\s+/g, ' ').trim()
        const ends = new Set([
          0,
          ...[...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(whole)].map(
            (s) => s.index + s.segment.length,
          ),
        ])
        expect(whole.startsWith(kept)).toBe(true)
        expect(ends.has(kept.length)).toBe(true)
      }),
      { numRuns: 500, seed: 7 },
    )
  })
})

test('a text cut behind 〆 breaks between segments, as behind any other character of a script without blanks', () => {
  expect(excerpt('abc 本日の締切は午後五時の〆切です', 17)).toBe('abc 本日の締切は午後五時の〆…')
})
