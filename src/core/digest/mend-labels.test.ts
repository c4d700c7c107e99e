import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aDigestArticle, aDigestItem } from '../../../tests/support/a-digest.ts'
import { words } from '../text/words.ts'
import { mendLabels } from './mend-labels.ts'

const LONGEST = 60

const item = (label: string, title: string, sourceName = 'The Quay Observer') =>
  aDigestItem(label, aDigestArticle(title, sourceName))

test('a label that says nothing becomes the headline, a used one the headline with its source, cut to the length of labels', () => {
  const title = 'Harbour pilots of the northern coast vote to end their strike at dawn'
  const { items, mended } = mendLabels([item('the', title), item('12', title), item('of', title)], LONGEST)
  expect(mended).toBe(3)
  expect(items.map(({ label }) => label)).toEqual([
    'Harbour pilots of the northern coast vote to end their…',
    'Harbour pilots of the northern coast… (The Quay Observer)',
    'Harbour pilots of the northern coast vote to end their… (2)',
  ])
})

test('labels are never empty, never longer than allowed, and all different', () => {
  const word = fc.constantFrom(
    'storm',
    'the',
    '12',
    '地震',
    'の',
    '',
    '…',
    'Ada Bright',
    'aux Jahrhunderthochwasserschutzprogramm',
  )
  const text = fc.array(word, { maxLength: 8 }).map((list) => list.join(' '))
  const items = fc.array(fc.tuple(text, text, text), { maxLength: 12 })
  fc.assert(
    fc.property(items, (given) => {
      const made = mendLabels(
        given.map(([label, title, source]) => item(label.slice(0, LONGEST), title, source || 'S')),
        LONGEST,
      )
      const labels = made.items.map(({ label }) => label)
      for (const label of labels) expect(label.trim()).not.toBe('')
      for (const label of labels) expect(Array.from(label).length).toBeLessThanOrEqual(LONGEST)
      expect(new Set(labels.map((label) => words(label).join(' ') || label)).size).toBe(labels.length)
    }),
    { numRuns: 300, seed: 18 },
  )
})
