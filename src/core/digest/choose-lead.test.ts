import { expect, test } from 'vitest'
import { aWindowArticle, SEVEN } from '../../../tests/support/a-digest-input.ts'
import { leadCandidates } from './choose-lead.ts'
import type { WindowArticle } from './digest-input.ts'

const HOUR_MS = 3_600_000
const POLICY = { reportWords: 50, withinMs: 6 * HOUR_MS }

const article = (key: string, hours: number, title: string, with_: Partial<WindowArticle> = {}) =>
  aWindowArticle(key, { title, published: SEVEN - hours * HOUR_MS, wordCount: 200, ...with_ })

test.each([
  [
    'the newest toll, not the article nearest to the centroid',
    [article('old', 8, 'Ferry toll rises to 14 dead'), article('new', 7, 'Ferry toll reaches 17 dead')],
    'old',
    'new',
  ],
  [
    'a correction downwards',
    [article('high', 8, 'Ferry toll at 17 dead'), article('low', 7, 'Coast guard lowers toll to 15 dead')],
    'high',
    'low',
  ],
  [
    'a full report by a better source before a newer note',
    [
      article('report', 3, 'Moon lander goes silent', { tier: 'T1' }),
      article('note', 1, 'Lander silent', { wordCount: 8, tier: 'T3' }),
    ],
    'note',
    'report',
  ],
  [
    'a report before a live page',
    [
      article('live', 1, 'Election live: first results', { tier: 'T1' }),
      article('report', 2, 'Opposition ahead in exit poll', { tier: 'T2' }),
    ],
    'live',
    'report',
  ],
  [
    'the later state of things when half a day lies between two reports',
    [article('silent', 9, 'Moon lander goes silent'), article('back', 1, 'Lander phones home')],
    'silent',
    'back',
  ],
  [
    'a note with the newest state where the last report is half a day old',
    [article('silent', 9, 'Moon lander goes silent'), article('note', 1, 'Lander phones home', { wordCount: 6 })],
    'silent',
    'note',
  ],
  [
    'the nearest to the centroid among equals',
    [article('a', 2, 'Bank cuts rate'), article('b', 1, 'Rate cut surprises')],
    'a',
    'a',
  ],
])('%s leads', (_, members, nearest, expected) =>
  expect(leadCandidates(members, nearest, POLICY)[0]!.key).toBe(expected),
)
