import { expect, test } from 'vitest'
import { sentencesText } from './summary-sentences.ts'

test.each([
  ['with a blank where there are spaces', ['The bridge opened.', 'Nobody came.'], 'The bridge opened. Nobody came.'],
  ['without one where there are none', ['橋開了。', '沒有人來。'], '橋開了。沒有人來。'],
  ['with nothing after the last', ['橋開了。'], '橋開了。'],
  ['as nothing when there are none', [], ''],
])('sentences are set in a row %s', (_fact, texts, expected) =>
  expect(sentencesText(texts.map((text) => ({ text, article: 'a' })))).toBe(expected),
)
