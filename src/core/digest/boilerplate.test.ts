import { describe, expect, test } from 'vitest'
import { isBoilerplate } from './boilerplate.ts'

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
