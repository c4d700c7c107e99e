import { expect, test } from 'vitest'
import { porterStem } from './porter.ts'

test.each([
  ['caresses', 'caress'],
  ['ponies', 'poni'],
  ['feed', 'feed'],
  ['agreed', 'agre'],
  ['hopping', 'hop'],
  ['filing', 'file'],
  ['relational', 'relat'],
  ['adoption', 'adopt'],
  ['controlling', 'control'],
  ['s', ''],
])('porterStem of %s is %s', (word, stem) => expect(porterStem(word)).toBe(stem))
