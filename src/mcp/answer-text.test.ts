import { expect, test } from 'vitest'
import { answerText } from './answer-text.ts'

test('an answer is its values in lines, marks at the start of theirs, what is unknown left out', () => {
  const untrusted = '<<<untrusted-1\nTitle: Storm\nuntrusted-1>>>'
  const answer = {
    notice: 'What the marks mean.',
    at: '2026-11-14T12:00:00.000Z',
    score: null,
    items: [
      { section: 'top', lead: { id: 7, read: false, untrusted } },
      { section: 'also', lead: { id: 8, untrusted } },
    ],
    languages: ['de', 'en'],
    others: [],
    more: { leftOut: 3, next: 'Call today with from 2.' },
  }
  expect(answerText(answer)).toBe(`What the marks mean.

at: 2026-11-14T12:00:00.000Z
items:
1. section: top
   id: 7
${untrusted}
2. section: also
   id: 8
${untrusted}
languages: de, en
leftOut: 3 · next: Call today with from 2.`)
})
