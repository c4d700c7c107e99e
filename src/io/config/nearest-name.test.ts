import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

test.each([
  ['a letter too many', 'categorry', 'category'],
  ['a letter missing', 'ur', 'url'],
  ['two letters swapped', 'teir', 'tier'],
  ['another case', 'URL', 'url'],
  ['nothing near', 'colour_of_the_bicycle', null],
])('nearestName forgives %s', (_fact, given, expected) =>
  expect(nearestName(given, ['url', 'tier', 'category', 'source_name'])).toBe(expected),
)
