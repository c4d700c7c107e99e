import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leadEnds } from './lead-ends.ts'

test.each([
  ['cuts behind a word', 'one two three', 2, 'one two'],
  ['keeps a text that is not longer', ' one two ', 2, ' one two '],
  ['counts four characters as a word where there are no spaces', '東京都で会議 がある', 2, '東京都で会議'],
  ['cuts a first piece that is too long', '東京都で会議が開かれた', 2, '東京都で会議が開'],
  ['counts an emoji as a word', '🚢 🚢 🚢', 2, '🚢 🚢'],
])('leadEnds %s', (_fact, text, words, expected) => expect(text.slice(0, leadEnds(text, [words])[0])).toBe(expected))

/** One number at a time, by regular expressions. */
function plainEnd(text: string, most: number): number {
  let [end, seen] = [0, 0]
  for (const { 0: piece, index } of text.matchAll(/\S+/gu)) {
    const unspaced =
      /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々〆\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
    seen += unspaced.test(piece) ? Math.ceil(piece.length / 4) : 1
    if (seen > most) return end === 0 ? most * 4 : end
    end = index + piece.length
  }
  return text.length
}

test('all numbers at once end where each does alone', () => {
  const unit = fc.constantFrom(...'ab 漢字ーไ한🚢𠮷\u3000\u00a0\n')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 80 }), (text) => {
      expect(leadEnds(text, [2, 3, 9])).toEqual([2, 3, 9].map((most) => plainEnd(text, most)))
    }),
    { numRuns: 500, seed: 9 },
  )
})
