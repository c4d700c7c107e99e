import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchQuery } from './search-query.ts'
import { snippet } from './snippet.ts'

const terms = (line: string) => searchQuery(line, { now: 0, zone: 'UTC' }).clauses.map((clause) => clause.term)
const shown = (text: string, line: string, length = 80) =>
  snippet(text, terms(line), length)
    ?.map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('') ?? null

const LONG = `${'Some words that nobody asked for. '.repeat(10)}Then the Bank raised the interest rate, and ${'more words followed. '.repeat(10)}`

test.each([
  ['marks a word', 'The bank waits', 'bank', 'The [bank] waits'],
  ['marks a phrase as one', 'The Interest  Rate rose', '"interest rate"', 'The [Interest Rate] rose'],
  ['marks Chinese', '今天台積電宣布', '台積電', '今天[台積電]宣布'],
  ['marks one character', '大地震災害', '震', '大地[震]災害'],
  ['marks the same in another case and accent', 'Zürich und ZURICH', 'zurich', '[Zürich] und [ZURICH]'],
  ['marks several terms', 'rate of the bank', 'bank rate', '[rate] of the [bank]'],
  ['is null when nothing stands there', 'The bank waits', 'bridge', null],
])('snippet %s', (_fact, text, line, expected) => expect(shown(text, line)).toBe(expected))

test('snippet cuts between words around what was looked for', () => {
  expect(shown(LONG, '"interest rate" bank', 90)).toBe(
    '…words that nobody asked for. Then the [Bank] raised the [interest rate], and more words…',
  )
})

test('a snippet is a stretch of the text, and always shows a hit', () => {
  const word = fc.constantFrom('bank', 'rate', '地震', '選挙', 'x', 'Zürich', '🌏', '。')
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), fc.integer({ min: 50, max: 120 }), (words, length) => {
      const text = words.join(' ')
      const pieces = snippet(text, terms('bank 震 zurich'), length)
      const found = words.some((one) => ['bank', '地震', 'Zürich'].includes(one))
      expect(pieces !== null).toBe(found)
      if (pieces === null) return
      expect(pieces.some((piece) => piece.hit)).toBe(true)
      const plain = pieces
        .map((piece) => piece.text)
        .join('')
        .replace(/^…/, '')
        .replace(/…$/, '')
      expect(text).toContain(plain)
    }),
    { seed: 3, numRuns: 300 },
  )
})
