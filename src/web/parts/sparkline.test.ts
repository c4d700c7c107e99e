import { expect, test } from 'vitest'
import { barsPath } from './sparkline.tsx'

test.each([
  ['are as high as their values in proportion', [5, 10], 'M2 20v-10M6 20v-20'],
  ['are left out for nothing', [0, 1], 'M6 20v-20'],
  ['can be seen however small', [1, 1000], 'M2 20v-2M6 20v-20'],
  ['are none for days without anything', [0, 0], ''],
])('bars %s', (_fact, values, expected) => expect(barsPath(values, 4, 20)).toBe(expected))
