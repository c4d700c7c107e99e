import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordDiff } from './word-diff.ts'

const side = (runs: ReturnType<typeof wordDiff>, left: 'removed' | 'added') =>
  runs
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('')

test.each([
  ['a figure that grew', '14 dead in flood', '19 dead in flood', '[-14 -][+19 +]dead in flood'],
  ['a word at the end', 'Bridge closed', 'Bridge closed again', 'Bridge [-closed-][+closed again+]'],
  ['nothing', 'the same', 'the same', 'the same'],
  ['everything', '', 'new', '[+new+]'],
  ['one character of a language without spaces', '死者14人', '死者19人', '死者[-14-][+19+]人'],
])('wordDiff shows %s', (_fact, before, after, expected) => {
  const shown = wordDiff(before, after).map(({ kind, text }) =>
    kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `[+${text}+]`,
  )
  expect(shown.join('')).toBe(expected)
})

const text = fc
  .array(fc.constantFrom('a ', 'b ', 'c', '\n', '地', '震', '12', ' — '), { maxLength: 30 })
  .map((words) => words.join(''))

test('both versions can be read off the runs', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const runs = wordDiff(before, after)
      expect(side(runs, 'added')).toBe(before)
      expect(side(runs, 'removed')).toBe(after)
    }),
  )
})

test('texts too long for the table still show both versions', () => {
  const long = (word: string) => Array.from({ length: 2_500 }, (_, n) => `${word}${n} `).join('')
  const runs = wordDiff(`same ${long('a')}end`, `same ${long('b')}end`)
  expect(runs.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same'])
})
