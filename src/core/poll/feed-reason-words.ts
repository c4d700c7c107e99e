import type { FeedNote, PollAnswer, StateReason, VisitCause, VisitReason } from '../domain/feed-reason.ts'
import type { HintName } from '../domain/poll-plan.ts'
import { type Said, say } from '../domain/reason-texts.ts'

/* The English sentences of why a feed is as it is. */

const whole = (n: number): string => n.toLocaleString('en')
const entriesWord = (n: number): string => `${whole(n)} ${n === 1 ? 'entry' : 'entries'}`

const STATES: Said<StateReason> = {
  gone: () => 'the publisher says it is gone (410)',
  pollsFailed: ({ polls }) => `the last ${polls} polls failed`,
  documentsFailed: ({ documents }) => `the last ${documents} documents could not be read`,
  shareFailed: ({ failed, polls, days }) => `${failed} of ${polls} polls failed in ${days} days`,
  timedOut: ({ timeouts, polls }) => `${timeouts} of the last ${polls} polls timed out`,
  flooding: ({ leftOut, articlesPerDay, megabytesPerDay }) => {
    const limits = `${whole(articlesPerDay)} articles or ${megabytesPerDay} MB a day`
    const entries = `${entriesWord(leftOut)} ${leftOut === 1 ? 'was' : 'were'}`
    return `it brings more than ${limits}, so ${entries} left out; remove it, or raise fetch.max_articles_per_feed_per_day or fetch.max_stored_per_feed_per_day`
  },
  notPolled: () => 'it has not been polled yet',
  notAnswered: () => 'it has not answered yet',
  quiet: ({ days }) => `it answers, but nothing new for ${days} days`,
  moved: () => 'it moved to another address for good, and is read there',
  answers: () => 'it answers',
  overdue: () => 'was due, but has not been asked yet',
}

/** Why a feed is in its state, in one sentence. */
export const stateWords = (reason: StateReason): string => say(STATES, reason)

const NOTES: Said<FeedNote> = {
  malformed: ({ entries, days }) => `${entriesWord(entries)} without title and text in ${days} days, skipped`,
  cutOff: ({ entries, kept }) =>
    `${entriesWord(entries)} of the last document not stored: only its newest ${whole(kept)} are`,
}

export const noteWords = (note: FeedNote): string => say(NOTES, note)

const HINTS: Readonly<Record<HintName, string>> = {
  ttl: 'its ttl',
  syndication: 'its update period',
  cache_control: 'its Cache-Control header',
  expires: 'its Expires header',
  skip_hours: 'its skipHours',
  skip_days: 'its skipDays',
}

const VISITS: Said<VisitCause> = {
  crawl: () => 'it is read from crawls, never polled',
  asked: () => 'a reader asked for it',
  first: () => 'it has not been polled yet',
  dead: () => 'the publisher says it is gone for good (410): add it again to revive it',
  digest: () => 'a digest is due shortly afterwards and is to have its newest articles',
  turnedOver: () => 'every entry was new at the last poll, so others may have come and gone in between',
  dormant: () => 'nothing new for two weeks or more, so once a day will do',
  kind: ({ minutes }) => `feeds of its kind start at every ${span(minutes)}`,
  adaptive: ({ minutes, newPerPoll }) => `experience suggests every ${span(minutes)}${average(newPerPoll)}`,
  predicted: ({ minutes, newPerPoll }) =>
    `it keeps a rhythm, and the next article is expected within ${span(minutes)}${average(newPerPoll)}`,
  retryAfter: ({ minutes }) => `the server asked us to stay away for ${span(minutes)} (Retry-After)`,
  slowDown: ({ minutes }) => `the server asked us to slow down, so the interval is now ${span(minutes)}`,
  failures: ({ polls, minutes }) =>
    polls === 1
      ? `the last poll failed, so we wait ${span(minutes)}`
      : `the last ${polls} polls failed, so we wait ${span(minutes)}`,
  hint: ({ by, minutes }) => `${by === null ? 'the publisher' : HINTS[by]} asks for ${span(minutes)} between polls`,
  skipHours: ({ minutes }) => `the publisher asks not to be read at these hours, so we wait ${span(minutes)}`,
  skipDays: ({ minutes }) => `the publisher asks not to be read on this day, so we wait ${span(minutes)}`,
}

/** Why the next poll is when it is, in one sentence. */
export function visitWords(reason: VisitReason): string {
  const because = say<VisitCause>(VISITS, reason)
  return reason.clamped ? `${because}; the publisher asked for more than we believe` : because
}

const ANSWERS: Said<PollAnswer> = {
  soon: () => 'it is polled within seconds',
  justPolled: ({ minutes, againAfter }) => `it was polled ${minutes} min ago: ask again ${againAfter} min after that`,
}

export const pollAnswerWords = (answer: PollAnswer): string => say(ANSWERS, answer)

function average(newPerPoll: number | null): string {
  return newPerPoll === null ? '' : ` (${newPerPoll.toFixed(1)} new articles per poll)`
}

/** "45 min", "2 h", "1 h 30 min", "3 days". */
function span(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  if (minutes >= 2880) return `${Math.round(minutes / 1440)} days`
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}
