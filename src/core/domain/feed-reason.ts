import type { HintName } from './poll-plan.ts'

/* Why a feed is as it is, by codes with their values. English for programs and the command line is made from them in
   core/poll/feed-reason-words.ts; the page has its own words for each. */

/** Why a feed is in its state. */
export type StateReason =
  | { readonly code: 'gone' }
  | { readonly code: 'pollsFailed'; readonly polls: number }
  | { readonly code: 'documentsFailed'; readonly documents: number }
  | { readonly code: 'shareFailed'; readonly failed: number; readonly polls: number; readonly days: number }
  | { readonly code: 'timedOut'; readonly timeouts: number; readonly polls: number }
  | {
      readonly code: 'flooding'
      readonly leftOut: number
      readonly articlesPerDay: number
      readonly megabytesPerDay: number
    }
  | { readonly code: 'notPolled' }
  | { readonly code: 'notAnswered' }
  | { readonly code: 'quiet'; readonly days: number }
  | { readonly code: 'moved' }
  | { readonly code: 'answers' }
  /** It was due, and nobody has asked it. */
  | { readonly code: 'overdue' }

/** What else is worth knowing of a feed. */
export type FeedNote =
  | { readonly code: 'malformed'; readonly entries: number; readonly days: number }
  | { readonly code: 'cutOff'; readonly entries: number; readonly kept: number }

/** Why the next poll of a feed is when it is. */
export type VisitReason = VisitCause & {
  /** The publisher asked for more than our limit. */
  readonly clamped: boolean
}

export type VisitCause =
  | { readonly code: 'crawl' }
  | { readonly code: 'asked' }
  | { readonly code: 'first' }
  | { readonly code: 'dead' }
  | { readonly code: 'digest' }
  | { readonly code: 'turnedOver' }
  | { readonly code: 'dormant' }
  | { readonly code: 'kind'; readonly minutes: number }
  | { readonly code: 'adaptive'; readonly minutes: number; readonly newPerPoll: number | null }
  | { readonly code: 'predicted'; readonly minutes: number; readonly newPerPoll: number | null }
  | { readonly code: 'retryAfter'; readonly minutes: number }
  | { readonly code: 'slowDown'; readonly minutes: number }
  | { readonly code: 'failures'; readonly polls: number; readonly minutes: number }
  | { readonly code: 'hint'; readonly by: HintName | null; readonly minutes: number }
  | { readonly code: 'skipHours'; readonly minutes: number }
  | { readonly code: 'skipDays'; readonly minutes: number }

/** What became of the wish for a poll now, where no reason of the schedule stands against it. */
export type PollAnswer =
  | { readonly code: 'soon' }
  | { readonly code: 'justPolled'; readonly minutes: number; readonly againAfter: number }
