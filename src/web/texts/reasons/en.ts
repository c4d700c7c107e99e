import type { AdviceCode } from '../../../http/contract/advice.ts'
import type { DeliveryReason } from '../../../http/contract/deliveries.ts'
import type { FeedNote, PollAnswer, StateReason, VisitReason } from '../../../http/contract/feed-reasons.ts'
import type { FindingReason } from '../../../http/contract/finding-reasons.ts'
import type { ScoreReason } from '../../../http/contract/score-reasons.ts'
import type { AnswerFailure, UserReason } from '../../../http/contract/user-reasons.ts'
import type { Said } from '../../reason-texts.ts'
import { counted } from '../counted.ts'

const whole = (n: number): string => n.toLocaleString('en-GB')
const entries = (n: number): string => `${whole(n)} ${n === 1 ? 'entry' : 'entries'}`

/** "45 min", "2 h", "1 h 30 min", "3 days". */
function span(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  if (minutes >= 2880) return `${Math.round(minutes / 1440)} days`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`
}

const average = (n: number | null): string => (n === null ? '' : ` (${n} new articles each time)`)

const HINTS = {
  ttl: 'its ttl',
  syndication: 'its update period',
  cache_control: 'its Cache-Control header',
  expires: 'its Expires header',
  skip_hours: 'its skipHours',
  skip_days: 'its skipDays',
}

const LEFT = {
  recipientGone: 'the settings name no such recipient any more',
  searchGone: 'the search is not kept',
  digestGone: 'the digest is not kept',
  alertOld: 'the news is old by now',
}

const FAILURES: Readonly<Record<AnswerFailure, (status: number | null) => string>> = {
  timeout: () => 'the server did not answer in time',
  noServer: () => 'there is no server of that name',
  connection: () => 'the server cannot be reached',
  tls: () => 'there is no safe connection to the server',
  http: (status) => `the server answered ${status}`,
  document: () => 'what the server sent cannot be read',
  redirects: () => 'the server leads from one address to the next',
  forbiddenAddress: () => 'the address leads into a private network',
  badUrl: () => 'the address is not valid',
}

const TIER_FROM = { source: 'by the settings', registry: 'by the list of known sources', default: 'by default' }

/** What the server tells by codes, in English: parts of sentences, which follow a colon or a comma. */
export const reasonsInEnglish = {
  state: {
    gone: () => 'the publisher says it is gone (410)',
    pollsFailed: ({ polls }) => `the last ${polls} visits failed`,
    documentsFailed: ({ documents }) => `the last ${documents} documents could not be read`,
    shareFailed: ({ failed, polls, days }) => `${failed} of ${polls} visits failed in ${days} days`,
    timedOut: ({ timeouts, polls }) => `${timeouts} of the last ${polls} visits took too long`,
    flooding: ({ leftOut, articlesPerDay, megabytesPerDay }) =>
      `it brings more than ${whole(articlesPerDay)} articles or ${megabytesPerDay} MB a day, so ${entries(leftOut)} ${leftOut === 1 ? 'was' : 'were'} left out; remove it, or raise fetch.max_articles_per_feed_per_day or fetch.max_stored_per_feed_per_day`,
    notPolled: () => 'it was not visited yet',
    notAnswered: () => 'it has not answered yet',
    quiet: ({ days }) => `it answers, but nothing new for ${counted(days, 'day', 'days')}`,
    moved: () => 'it moved to another address for good, and is read there',
    answers: () => 'it answers',
    overdue: () => 'it was due, but has not been asked yet',
  } satisfies Said<StateReason>,
  notes: {
    malformed: (note) => `${entries(note.entries)} without title and text in ${note.days} days, skipped`,
    cutOff: (note) =>
      `${entries(note.entries)} of the last document not stored: only its newest ${whole(note.kept)} are`,
  } satisfies Said<FeedNote>,
  visit: {
    crawl: () => 'it is read from crawls, never visited',
    asked: () => 'a reader asked for it',
    first: () => 'it was not visited yet',
    dead: () => 'the publisher says it is gone for good (410): add it again to revive it',
    digest: () => 'a digest is due shortly afterwards and is to have its newest articles',
    turnedOver: () => 'everything in it was new at the last visit, so others may have come and gone in between',
    dormant: () => 'nothing new for two weeks or more, so once a day will do',
    kind: ({ minutes }) => `feeds of its kind start at every ${span(minutes)}`,
    adaptive: ({ minutes, newPerPoll }) => `experience suggests every ${span(minutes)}${average(newPerPoll)}`,
    predicted: ({ minutes, newPerPoll }) =>
      `it keeps a rhythm, and the next article is expected within ${span(minutes)}${average(newPerPoll)}`,
    retryAfter: ({ minutes }) => `its server asked us to stay away for ${span(minutes)}`,
    slowDown: ({ minutes }) => `its server asked us to slow down, so the interval is now ${span(minutes)}`,
    failures: ({ polls, minutes }) =>
      `${polls === 1 ? 'the last visit' : `the last ${polls} visits`} failed, so we wait ${span(minutes)}`,
    hint: ({ by, minutes }) => `${by === null ? 'the publisher' : HINTS[by]} asks for ${span(minutes)} between visits`,
    skipHours: ({ minutes }) => `the publisher asks not to be read at these hours, so we wait ${span(minutes)}`,
    skipDays: ({ minutes }) => `the publisher asks not to be read on this day, so we wait ${span(minutes)}`,
    soon: () => 'It is visited within seconds.',
    justPolled: ({ minutes, againAfter }) =>
      `it was visited ${minutes} min ago: ask again ${againAfter} min after that`,
  } satisfies Said<PollAnswer | VisitReason>,
  score: {
    authority: ({ tier, tierFrom, answered }) =>
      `a source of tier ${tier} of 5, 1 the best (${TIER_FROM[tierFrom]}); ${answered} % of the visits to its feed were answered`,
    recency: ({ hours, halvesEvery, dateUncertain }) =>
      `${counted(hours, 'hour', 'hours')} old; ${halvesEvery === null ? 'age does not count' : `it halves every ${counted(halvesEvery, 'hour', 'hours')}`}${dateUncertain ? '; less because its date is uncertain' : ''}`,
    corroboration: ({ newsrooms, tiers }) =>
      newsrooms === 1
        ? 'one newsroom tells the story so far'
        : `${newsrooms} newsrooms tell the story themselves, of ${counted(tiers, 'tier', 'tiers')}`,
    relevance: ({ likeness }) =>
      likeness === null
        ? 'neutral, since you have no interests yet'
        : `it resembles your interests by ${likeness}, where 1 is most`,
    depth: ({ words, hasData, hasList, hasReference, isPartial }) => {
      const has = [hasData && 'data', hasList && 'a list', hasReference && 'references'].filter(Boolean)
      return `${whole(words)} ${words === 1 ? 'word' : 'words'}${has.length === 0 ? '' : ` with ${has.join(', ')}`}${isPartial ? '; the feed gives only the beginning, so it counts for less' : ''}`
    },
  } satisfies Said<ScoreReason>,
  /** Why a server gave no answer. */
  failures: FAILURES,
  /** Advice about a feed; `because` is why it is in its state. */
  advice: {
    gone: (because: string) => `${because}: nothing more will come`,
    otherAddress: () => 'a web page comes in its place, which names another feed',
    neverAnswered: (because: string) => `${because}, and it has never answered: the address may be wrong`,
    failing: (because: string) => because,
    slow: (because: string) => because,
    tooMuch: (because: string) => because,
    quiet: (because: string) => because,
  } satisfies Readonly<Record<AdviceCode, (because: string) => string>>,
  /** What is wrong with the server. */
  finding: {
    oldNode: ({ version }) => `Node ${version} is too old.`,
    clockBehind: ({ at }) => `The clock is wrong: it says ${at}.`,
    clockAhead: ({ at }) => `The clock was ahead, or is behind: a feed was visited at ${at}.`,
    deliveriesInDoubt: ({ deliveries }) => `${counted(deliveries, 'delivery', 'deliveries')} may have arrived or not.`,
    diskLow: ({ gigabytes }) => `The disk is nearly full: ${gigabytes} GB are free.`,
    secretsMissing: ({ channels }) => `A password or token cannot be read: ${channels.join(', ')}.`,
  } satisfies Said<FindingReason>,
  cure: {
    oldNode: ({ least }) => `Install Node ${least} or newer.`,
    clockBehind: () => 'Set the clock, or let it follow a time server.',
    clockAhead: () =>
      'If the clock is right now, nothing: feeds are visited in time, and what was read then keeps its dates.',
    deliveriesInDoubt: () => 'Ask the reader whether it came.',
    diskLow: () => 'Make room where the database file is.',
    secretsMissing: () => 'Set it where digests are sent from, or correct “delivery” in the settings.',
  } satisfies Said<FindingReason>,
  delivery: {
    sent: () => 'sent',
    sending: () => 'is being sent',
    failed: () => 'could not be sent',
    abandoned: () => 'did not arrive, and is not sent again',
    inDoubt: () => 'may have arrived or not; it is not sent again by itself',
  } satisfies Said<DeliveryReason>,
  /** What the server refuses, in whole sentences. */
  user: {
    readerExists: ({ name }) => `There is a reader called “${name}” already. Choose another name.`,
    readerGone: () => 'This reader is not here any more.',
    firstReaderStays: ({ name }) => `${name} is the first reader and stays.`,
    badName: ({ name, most }) =>
      `“${name}” cannot be a name: use up to ${most} letters, digits and . _ @ + -, beginning with a letter or digit.`,
    badPassword: ({ least, most }) => `A password has ${least} to ${whole(most)} characters.`,
    notInPack: () => 'One of the addresses is in no pack. Add it as a feed instead.',
    tooManyRules: ({ most }) => `You have ${most} rules. Remove one first.`,
    tooManyFollowed: ({ most }) => `You follow ${most} stories. Let one go first.`,
    tooManyTabs: ({ most }) => `You have ${most} tabs. Remove one first.`,
    tooManySearches: ({ most }) => `You keep ${most} searches. Remove one first.`,
    tabOfSettings: () => 'This tab is of the settings file. Change it there.',
    tabHasShared: () => 'Feeds of all readers are in this tab. Move them elsewhere first.',
    noTab: ({ tab }) => `There is no tab “${tab}”. Add it first.`,
    noChannel: ({ channel }) => `Nothing can be sent to you by ${channel}.`,
    cannotSendAgain: ({ left }) => `It cannot be sent again: ${LEFT[left]}.`,
    settledMeanwhile: () => 'Somebody has settled it meanwhile.',
    notInDoubt: () => 'It is not in doubt any more.',
    nothingRead: ({ failure, status }) => `Nothing could be read there: ${FAILURES[failure](status)}.`,
    noFeedFound: ({ tried }) =>
      `No feed was found there, at ${counted(tried, 'address', 'addresses')}. Give the address of the feed itself.`,
    ownSource: () => 'This feed is yours alone. Remove it to stop following it.',
    sourceOfSettings: () => 'This feed is of the settings file, for all readers. Hide it, or remove it from the file.',
    sourceOfAll: () => 'All readers have this feed. Hide it instead.',
    cutPassword: () => 'The password in the address has a bare / or # or ?: write these as %2F, %23 and %3F.',
    noWebAddress: () => 'This is no web address. It must begin with http:// or https://.',
    crawlSource: () => 'This feed is read from crawls: there is nothing to visit.',
    goneForGood: () => 'The publisher says that this feed is gone for good. Add it again to revive it.',
    importRunning: () => 'Another import of yours is running. Wait until it has ended.',
    fileTooLarge: ({ megabytes }) => `The file is larger than ${megabytes} MB. Split it.`,
    notOpml: () => 'The file is not OPML. Export the feeds as OPML and try again.',
    tooManyOutlines: ({ most }) => `The file has more than ${whole(most)} lines of feeds. Split it.`,
    tooDeep: ({ line, most }) => `Line ${line}: folders are nested more than ${most} deep. Flatten them.`,
    notStarred: () => 'The file is no export of starred articles.',
    tooManyStarred: ({ most }) => `The file has more than ${whole(most)} articles. Split it.`,
    notJson: () => 'The file is not JSON. Export the starred articles again.',
    storyTooOld: ({ days }) => `Articles older than ${days} days stay in their story as they are.`,
    aloneInStory: () => 'The article is alone in its story: there is nothing to take it out of.',
    oneArticle: () => 'That is one and the same article.',
    onlyAdministrator: () => 'All readers share this: only an administrator may do it.',
    searchMinus: ({ field, fields }) => `-${field}: is not possible; only words and ${fields} can be left out.`,
    searchNoValue: ({ field }) => `${field}: needs a value.`,
    searchEmpty: () => 'Name at least one word to look for.',
    searchOr: () => 'OR stands between two words to look for.',
    searchNoWord: ({ field, value }) => `${field}: needs a word, not “${value}”.`,
    searchTooLong: ({ most, length }) => `A search has at most ${whole(most)} characters; this has ${whole(length)}.`,
    searchCut: ({ word }) => `Nothing stands behind “${word}”.`,
    searchQuote: ({ phrase }) => `The quotation mark before “${phrase}” is not closed.`,
    searchTooMany: ({ most, parts }) => `A search has at most ${most} words and filters; this has ${parts}.`,
    searchNoField: ({ name, fields }) =>
      `There is no field “${name}”, only ${fields}. Put the word in quotation marks to look for it.`,
    searchDate: ({ field, value }) =>
      `${field}: must be a day such as 2026-11-15, or 24h, 7d, 2w for a time ago, not “${value}”.`,
    searchTab: ({ tab, tabs }) => `There is no tab “${tab}”, only ${tabs}.`,
    searchNoTabs: ({ tab }) => `There is no tab “${tab}”: you have none.`,
  } satisfies Said<UserReason>,
  /** After a reason for a visit. */
  clamped: '; the publisher asked for more than we believe',
}

/** Each language has all of them. */
export type Reasons = typeof reasonsInEnglish
