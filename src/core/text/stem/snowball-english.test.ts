import { expect, test } from 'vitest'
import { snowballEnglish } from './snowball-english.ts'

test.each([
  ['consistently', 'consist'],
  ['knightly', 'knight'],
  ['skies', 'sky'],
  ['news', 'news'],
  ['generally', 'general'],
  ['dying', 'die'],
  ["john's", 'john'],
  ['proceed', 'proceed'],
  ['yellow', 'yellow'],
])('snowballEnglish of %s is %s', (word, stem) => expect(snowballEnglish(word)).toBe(stem))
