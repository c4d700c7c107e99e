import { describe, expect, test } from 'vitest'
import { withoutDateline } from './dateline.ts'

describe('withoutDateline', () => {
  test.each([
    ['place, date, agency', 'TAIPEI, Nov 3 (Reuters) - The port reopened.', 'The port reopened.'],
    ['place and agency with a long dash', 'PARIS (AFP) — The port reopened.', 'The port reopened.'],
    [
      'a place in ordinary letters, with its agency',
      'Berlin (dpa/bb) – Der Hafen ist wieder offen.',
      'Der Hafen ist wieder offen.',
    ],
    ['a place in capitals alone', 'NEW YORK — The port reopened.', 'The port reopened.'],
    ['an agency alone', '(CNN) — The port reopened today.', 'The port reopened today.'],
    ['a Chinese agency in brackets', '（中央社記者王小明台北3日電）港口今天重新開放。', '港口今天重新開放。'],
    ['a Chinese reporter in other brackets', '〔記者李大同／基隆報導〕港口今天重新開放。', '港口今天重新開放。'],
    ['a Chinese reporter without brackets', '記者李大同／基隆報導 港口今天重新開放。', '港口今天重新開放。'],
    ['a Japanese place and agency', '【盛岡共同】港は3日に再開した。', '港は3日に再開した。'],
  ])('takes off %s', (_fact, sentence, rest) => expect(withoutDateline(sentence)).toBe(rest))

  test.each([
    ['a sentence with brackets in it', 'The World Health Organization (WHO) said cases fell.'],
    ['a sentence with a dash', 'Berlin – once divided – votes today.'],
    ['a sentence that opens with a quotation', '「港は開いた」と市長は述べた。'],
  ])('keeps %s', (_fact, sentence) => expect(withoutDateline(sentence)).toBe(sentence))
})
