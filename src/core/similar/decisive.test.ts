import { expect, test } from 'vitest'
import { wordsDecide } from './decisive.ts'

function decide(a: string, b: string): boolean {
  const [first, second] = [new Set(a.split(' ')), new Set(b.split(' '))]
  const only = (own: ReadonlySet<string>, other: ReadonlySet<string>) => [...own].filter((word) => !other.has(word))
  return wordsDecide({ a: first, b: second, onlyA: only(first, second), onlyB: only(second, first) })
}

test.each([
  ['opposites, whichever stands first', 'shares rise again', 'shares fall again', true],
  ['opposites of any two words of their sides', 'mayor freed', 'mayor jailed', true],
  ['a word that has two opposites, by the one', 'patient released', 'patient admitted', true],
  ['a word that has two opposites, by the other', 'suspect released', 'suspect arrested', true],
  ['no two words of one side', 'shares rise', 'shares surge', false],
  ['no opposite that the other title has too', 'shares rise then fall', 'shares fall', false],
  ['no word of another pair', 'shares rise', 'shop closes', false],
  ['another day on each side', 'talks on monday', 'talks on friday', true],
  ['no day on one side alone', 'talks on monday', 'talks', false],
])('words decide: %s', (_fact, a, b, decided) => {
  expect(decide(a, b)).toBe(decided)
  expect(decide(b, a)).toBe(decided)
})
