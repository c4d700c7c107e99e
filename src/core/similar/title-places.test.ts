import { expect, test } from 'vitest'
import { areDisjoint } from './are-disjoint.ts'
import { placesIn } from './title-places.ts'

test.each([
  ['two towns', 'Fire in Berlin', 'Fire in Paris', true],
  ['a country and its people are one place', 'Norway ferry aground', 'Norwegian ferry freed', false],
  ['two earthquakes in Chinese', '花蓮規模6.1地震', '台南規模4.7地震', true],
  ['both ways of writing', '台灣地震', '台湾地震', false],
  ['one names none', 'Ferry aground', 'Ferry aground in Norway', false],
])('%s', (_fact, a, b, expected) => expect(areDisjoint(placesIn(a), placesIn(b))).toBe(expected))
