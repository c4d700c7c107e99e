import fc from 'fast-check'
import { expect, test } from 'vitest'
import { epochZero } from './epoch/epoch.ts'
import { weighedIn } from './judge-pair.ts'
import { columnsOf, createPairComparison } from './pair-comparison.ts'
import { printOf } from './print/print.ts'

const weigh = (title: string, text: string) =>
  weighedIn(
    printOf({
      key: title,
      feed: 1,
      guid: title,
      url: null,
      urlKey: null,
      sourceName: null,
      publisher: null,
      language: 'en',
      title,
      text,
      published: null,
      firstSeen: 0,
      contentHash: title,
      wordCount: 0,
    }),
    epochZero(),
  )

function undatedOf(a: readonly [string, string], b: readonly [string, string]) {
  const comparison = createPairComparison()
  comparison.begin(weigh(...a))
  return comparison.compareUndated(columnsOf(weigh(...b)))
}

const fire = ['Fire closes the Quellbach tunnel', 'The tunnel at Quellbach was closed after a fire.'] as const

test.each([
  [
    'a name that the text has counts for nothing',
    ['Tunnel closed after fire', 'In the tunnel at Quellbach a lorry burnt.'],
    false,
  ],
  ['a name in one title alone counts', ['Fire closes the Vossloch tunnel', 'The tunnel at Quellbach is open.'], true],
  ['a number is no name', ['Fire of 1200 degrees in the Quellbach tunnel', 'It burnt.'], false],
] as const)('%s', (_fact, other, expected) => {
  expect(undatedOf(fire, other).otherNames > 0).toBe(expected)
})

test('terms that both have are counted once', () => {
  expect(undatedOf(fire, fire)).toEqual({ terms: weigh(...fire).ids.length, otherNames: 0 })
  expect(undatedOf(fire, ['Nothing alike', 'Here is something else.']).terms).toBe(0)
})

test('what is counted of two articles does not depend on their order', () => {
  const word = fc.constantFrom('Quellbach', 'Vossloch', 'tunnel', 'fire', 'closes', 'the', 'Rembach', '1200')
  const text = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(' '))
  const article = fc.tuple(text, text)
  fc.assert(
    fc.property(article, article, (a, b) => {
      expect(undatedOf(a, b)).toEqual(undatedOf(b, a))
    }),
    { seed: 5, numRuns: 200 },
  )
})
