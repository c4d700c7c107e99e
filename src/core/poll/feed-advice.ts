import type { StateReason } from '../domain/feed-reason.ts'
import type { FeedHealth } from '../domain/health.ts'
import type { PollHistory } from '../domain/poll-plan.ts'
import { quietMs } from './next-poll.ts'
import type { PollPolicy } from './poll-policy.ts'

/** What somebody who follows a feed can do about it. `leave`: follow it no longer. */
export type AdvisedAct = 'poll' | 'leave' | 'useAddress' | 'none'

/** A finding about a feed that somebody should know of, and what to do. */
export interface FeedAdvice {
  readonly code: 'gone' | 'otherAddress' | 'neverAnswered' | 'failing' | 'slow' | 'tooMuch' | 'quiet'
  /** Why the feed is in its state. */
  readonly reason: StateReason
  readonly words: string
  readonly act: AdvisedAct
  /** The address to use instead. */
  readonly url: string | null
}

/** The one list of advice about feeds, for `doctor` and for the page; null for a feed that needs nothing. */
export function feedAdvice(
  { state, reason, because }: Pick<FeedHealth, 'state' | 'reason' | 'because'>,
  history: PollHistory,
  policy: PollPolicy,
): FeedAdvice | null {
  const advice = (code: FeedAdvice['code'], words: string, act: AdvisedAct, url: string | null = null) => {
    return { code, reason, words, act, url }
  }
  const { namedFeedUrl, lastSuccessAt, failuresInARow } = history
  if (state === 'dead') return advice('gone', `${because}: nothing more will come`, 'leave')
  if (failuresInARow > 0 && namedFeedUrl !== null)
    return advice('otherAddress', 'a web page comes in its place, which names another feed', 'useAddress', namedFeedUrl)
  if (state === 'unhealthy' && lastSuccessAt === null)
    return advice('neverAnswered', `${because}, and it has never answered: the address may be wrong`, 'leave')
  if (state === 'unhealthy') return advice('failing', because, 'poll')
  if (state === 'slow') return advice('slow', because, 'none')
  if (state === 'flooding') return advice('tooMuch', because, 'leave')
  // Between polls that bring nothing a feed is quiet long before anybody should be asked about it.
  return state === 'dormant' && quietMs(history) >= policy.askAfterMs ? advice('quiet', because, 'leave') : null
}
