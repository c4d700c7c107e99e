import { expect, test } from 'vitest'
import type { NextPoll } from '../domain/poll-plan.ts'
import { explainNextPoll } from './explain-next-poll.ts'
import { visitWords } from './feed-reason-words.ts'

const next: NextPoll = {
  at: 1,
  reason: 'kind',
  waitMs: 1_800_000,
  jitterMs: 0,
  intervalMs: 1_800_000,
  minimumMs: 0,
  minimumBy: null,
  clamped: false,
  newPerPoll: null,
  failuresInARow: 0,
}

test.each<[Partial<NextPoll>, string]>([
  [{}, 'feeds of its kind start at every 30 min'],
  [
    { reason: 'adaptive', intervalMs: 5_400_000, newPerPoll: 0.42 },
    'experience suggests every 1 h 30 min (0.4 new articles per poll)',
  ],
  [{ reason: 'ttl', minimumBy: 'ttl', minimumMs: 7_200_000 }, 'its ttl asks for 2 h between polls'],
  [
    { reason: 'ttl', minimumBy: 'ttl', minimumMs: 86_400_000, clamped: true },
    'its ttl asks for 24 h between polls; the publisher asked for more than we believe',
  ],
  [{ reason: 'failure_backoff', failuresInARow: 3, waitMs: 7_200_000 }, 'the last 3 polls failed, so we wait 2 h'],
  [
    { reason: 'retry_after', waitMs: 604_900_000, jitterMs: 100_000 },
    'the server asked us to stay away for 7 days (Retry-After)',
  ],
])('the reason of %j, in words', (part, sentence) =>
  expect(visitWords(explainNextPoll({ ...next, ...part }))).toBe(sentence),
)
