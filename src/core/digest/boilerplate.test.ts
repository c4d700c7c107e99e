import { describe, expect, test } from 'vitest'
import { isBoilerplate, withoutDateline } from './boilerplate.ts'

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

describe('isBoilerplate', () => {
  test.each([
    'Read more: our live blog.',
    'Continue reading...',
    'Sign up for our morning newsletter.',
    'The post Harbour reopens appeared first on Harbour News.',
    'Der Beitrag Hafen offen erschien zuerst auf Hafenblatt.',
    'L’article Le port rouvre est apparu en premier sur Le Quai.',
    'Reporting by Ann Lee; editing by Bo Diaz.',
    'Photo: Harbour News',
    'By Ann Lee and Bo Diaz',
    'Von Anna Kern',
    '© 2026 Harbour News. All rights reserved.',
    'Lesen Sie auch: Der Hafen im Überblick.',
    'À lire aussi : le port en chiffres.',
    '延伸閱讀：港口重開始末。',
    '▲港口今早重開。',
    '記者李大同／基隆報導',
    '続きを読む',
    '写真：港湾局',
    'Last updated: 4 May 2026 07:10',
  ])('%s', (line) => expect(isBoilerplate(line)).toBe(true))

  test.each([
    'The port reopened on Monday after three weeks.',
    'Subscribers fell by a tenth in the quarter, the operator said.',
    'She said the photo showed the ship at anchor.',
    'The report was published by the ministry in May.',
    '港口今天重新開放，三艘船進港。',
    '記者會上市長說，港口已經重新開放。',
    '港は3日に再開し、3隻が入った。',
  ])('not: %s', (line) => expect(isBoilerplate(line)).toBe(false))
})
