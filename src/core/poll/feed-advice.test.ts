import { expect, test } from 'vitest'
import type { FeedHealth } from '../domain/health.ts'
import type { PollHistory } from '../domain/poll-plan.ts'
import { feedAdvice } from './feed-advice.ts'
import { newHistory } from './new-history.ts'
import { defaultPollPolicy as policy } from './poll-policy.ts'

const DAY = 86_400_000
const advised = (state: FeedHealth['state'], history: Partial<PollHistory> = {}) => {
  const found = feedAdvice(
    { state, reason: { code: 'gone' }, because: 'why' },
    { ...newHistory('major', policy), ...history },
    policy,
  )
  return found && [found.code, found.act, found.url]
}
const quiet = (days: number) => ({ lastNewAt: 0, lastSuccessAt: days * DAY, lastPolledAt: days * DAY })

test.each<[string, ReturnType<typeof advised>, ReturnType<typeof advised>]>([
  ['a feed that is gone is left', advised('dead'), ['gone', 'leave', null]],
  ['one that fails is polled again', advised('unhealthy', { lastSuccessAt: 1 }), ['failing', 'poll', null]],
  ['one that never answered is left', advised('unhealthy'), ['neverAnswered', 'leave', null]],
  ['about one that is slow nothing can be done', advised('slow'), ['slow', 'none', null]],
  ['one that brings too much is left', advised('flooding'), ['tooMuch', 'leave', null]],
  ['one that is quiet for a fortnight needs nothing', advised('dormant', quiet(20)), null],
  ['one that is quiet for months is asked about', advised('dormant', quiet(120)), ['quiet', 'leave', null]],
  ['one that answers needs nothing', advised('healthy'), null],
  ['one that moved is read at its new address', advised('moved'), null],
  [
    'a page that names another feed leads to it before anything else',
    advised('new', { failuresInARow: 1, namedFeedUrl: 'https://a.example/feed' }),
    ['otherAddress', 'useAddress', 'https://a.example/feed'],
  ],
])('%s', (_, found, expected) => expect(found).toEqual(expected))
