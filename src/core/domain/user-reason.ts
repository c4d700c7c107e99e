import { type Said, say } from './reason-texts.ts'

/* What a reader is refused, by codes with their values. The English sentences are made here; the page has its own words for each. */

/** Why a server gave no answer that could be read. */
export type AnswerFailure =
  | 'timeout'
  | 'noServer'
  | 'connection'
  | 'tls'
  | 'http'
  | 'document'
  | 'redirects'
  | 'forbiddenAddress'
  | 'badUrl'

/** Why a delivery in doubt cannot be sent again. */
export type LeftReason = 'recipientGone' | 'searchGone' | 'digestGone' | 'alertOld'

export type UserReason =
  | { readonly code: 'readerExists'; readonly name: string }
  | { readonly code: 'readerGone' }
  | { readonly code: 'firstReaderStays'; readonly name: string }
  | { readonly code: 'badName'; readonly name: string; readonly most: number }
  | { readonly code: 'badPassword'; readonly least: number; readonly most: number; readonly length: number }
  | { readonly code: 'notInPack' }
  | { readonly code: 'tooManyRules'; readonly most: number }
  | { readonly code: 'tooManyFollowed'; readonly most: number }
  | { readonly code: 'tooManyTabs'; readonly most: number }
  | { readonly code: 'tooManySearches'; readonly most: number }
  | { readonly code: 'tabOfSettings' }
  | { readonly code: 'tabHasShared' }
  | { readonly code: 'noTab'; readonly tab: string }
  | { readonly code: 'noChannel'; readonly channel: string }
  | { readonly code: 'cannotSendAgain'; readonly left: LeftReason }
  | { readonly code: 'settledMeanwhile' }
  | { readonly code: 'notInDoubt' }
  | {
      readonly code: 'nothingRead'
      readonly failure: AnswerFailure
      readonly status: number | null
      readonly detail: string
    }
  | { readonly code: 'noFeedFound'; readonly tried: number }
  | { readonly code: 'ownSource' }
  | { readonly code: 'sourceOfSettings' }
  | { readonly code: 'sourceOfAll' }
  | { readonly code: 'cutPassword' }
  | { readonly code: 'noWebAddress' }
  | { readonly code: 'crawlSource' }
  | { readonly code: 'goneForGood' }
  | { readonly code: 'importRunning' }
  | { readonly code: 'fileTooLarge'; readonly name: string; readonly megabytes: number }
  | { readonly code: 'notOpml'; readonly name: string }
  | {
      readonly code: 'tooManyOutlines'
      readonly name: string
      readonly line: number
      readonly column: number
      readonly most: number
    }
  | {
      readonly code: 'tooDeep'
      readonly name: string
      readonly line: number
      readonly column: number
      readonly most: number
    }
  | { readonly code: 'notStarred' }
  | { readonly code: 'tooManyStarred'; readonly most: number }
  | { readonly code: 'notJson' }
  | { readonly code: 'storyTooOld'; readonly article: number; readonly days: number }
  | { readonly code: 'aloneInStory'; readonly article: number }
  | { readonly code: 'oneArticle'; readonly article: number }
  | { readonly code: 'onlyAdministrator'; readonly what: 'stories' | 'decisions' }
  | { readonly code: 'searchMinus'; readonly field: string; readonly fields: string }
  | { readonly code: 'searchNoValue'; readonly field: string }
  | { readonly code: 'searchEmpty' }
  | { readonly code: 'searchOr' }
  | { readonly code: 'searchNoWord'; readonly field: string; readonly value: string }
  | { readonly code: 'searchTooLong'; readonly most: number; readonly length: number }
  | { readonly code: 'searchCut'; readonly word: string }
  | { readonly code: 'searchQuote'; readonly phrase: string }
  | { readonly code: 'searchTooMany'; readonly most: number; readonly parts: number }
  | { readonly code: 'searchNoField'; readonly name: string; readonly fields: string }
  | { readonly code: 'searchDate'; readonly field: string; readonly value: string }
  | { readonly code: 'searchTab'; readonly tab: string; readonly tabs: string; readonly place: string }
  | { readonly code: 'searchNoTabs'; readonly tab: string; readonly place: string }

export const LEFT_WORDS: Readonly<Record<LeftReason, string>> = {
  recipientGone: 'the settings name no such recipient any more',
  searchGone: 'the search is not kept',
  digestGone: 'the digest is not kept',
  alertOld: 'word of breaking news is old by now',
}

/** How to write a password that an address ends at. */
export const CUT_PASSWORD = 'has a password with a bare / or # or ?: write these as %2F, %23 and %3F'

const SHARED = { stories: 'Stories are', decisions: 'What is decided about articles is' }

const WORDS: Said<UserReason> = {
  readerExists: ({ name }) => `there is a reader called "${name}" already; choose another name`,
  readerGone: () => 'this reader is not here any more',
  firstReaderStays: ({ name }) => `${name} is the first reader and stays; others can be removed`,
  badName: ({ name, most }) =>
    `"${name}" cannot be a reader's name: use up to ${most} letters, digits and . _ @ + -, beginning with a letter or digit`,
  badPassword: ({ least, most, length }) => `a password must have ${least} to ${most} characters, this has ${length}`,
  notInPack: () => 'an address is in no pack: add it as a subscription instead',
  tooManyRules: ({ most }) => `you have ${most} rules: remove one first`,
  tooManyFollowed: ({ most }) => `you follow ${most} stories: let one go first`,
  tooManyTabs: ({ most }) => `there are ${most} tabs of yours: remove one first`,
  tooManySearches: ({ most }) => `you keep ${most} searches: remove one first`,
  tabOfSettings: () => 'this tab is of the settings file: change it there',
  tabHasShared: () => 'sources of all readers are in this tab: file them elsewhere first',
  noTab: ({ tab }) => `there is no tab "${tab}": add it first`,
  noChannel: ({ channel }) => `nothing can be delivered to you by ${channel}: see \`channels\``,
  cannotSendAgain: ({ left }) => `it cannot be sent again: ${LEFT_WORDS[left]}`,
  settledMeanwhile: () => 'it was settled meanwhile',
  notInDoubt: () => 'this delivery is not in doubt',
  nothingRead: ({ detail }) => `nothing could be read there: ${detail}`,
  noFeedFound: ({ tried }) => `no feed was found there, at ${tried} addresses; give the address of the feed itself`,
  ownSource: () => 'this source is yours alone: remove it to stop following it',
  sourceOfSettings: () => 'this source is of the settings file, for all readers: hide it, or remove it from the file',
  sourceOfAll: () => 'all readers have this source: hide it instead',
  cutPassword: () => `the address ${CUT_PASSWORD}`,
  noWebAddress: () => 'this is no web address: it must begin with http:// or https://',
  crawlSource: () => 'this source is read from crawls: there is nothing to poll',
  goneForGood: () => 'the publisher says that this feed is gone for good: add it again to revive it',
  importRunning: () => 'another import of yours is running: wait until it has ended',
  fileTooLarge: ({ name, megabytes }) => `${name}: is larger than ${megabytes} MB; split it`,
  notOpml: ({ name }) => `${name}: is not OPML; export the subscriptions as OPML and try again`,
  tooManyOutlines: ({ name, line, column, most }) =>
    `${name}:${line}:${column} has more than ${most.toLocaleString('en')} outlines; split it`,
  tooDeep: ({ name, line, column, most }) =>
    `${name}:${line}:${column} nests outlines more than ${most} deep; flatten it`,
  notStarred: () => 'starred.json: is not an export of starred articles; it must be an object with a list "items"',
  tooManyStarred: ({ most }) => `starred.json: has more than ${most.toLocaleString('en')} items; split it`,
  notJson: () => 'starred.json: is not JSON; export the starred articles again',
  storyTooOld: ({ article, days }) =>
    `article ${article} was published more than ${days} days ago: stories that old stay as they are`,
  aloneInStory: ({ article }) => `article ${article} is alone in its story: there is nothing to split`,
  oneArticle: ({ article }) => `${article} is one article: name two`,
  onlyAdministrator: ({ what }) => `${SHARED[what]} shared by all readers: only an administrator may do this`,
  searchMinus: ({ field, fields }) => `search: -${field}: is not possible; only words and ${fields} are`,
  searchNoValue: ({ field }) => `search: ${field}: needs a value`,
  searchEmpty: () => 'search: name at least one word to look for',
  searchOr: () => 'search: OR stands between two words to look for',
  searchNoWord: ({ field, value }) => `search: ${field}: needs a word, got "${value}"`,
  searchTooLong: ({ most, length }) => `search: at most ${most} characters, got ${length}`,
  searchCut: ({ word }) => `search: nothing stands behind "${word}"`,
  searchQuote: ({ phrase }) => `search: the quote before "${phrase}" is not closed`,
  searchTooMany: ({ most, parts }) => `search: at most ${most} words and filters, got ${parts}`,
  searchNoField: ({ name, fields }) =>
    `search: there is no field "${name}", only ${fields}; quote the word to look for it`,
  searchDate: ({ field, value }) =>
    `search: ${field}: must be a day such as 2026-11-15, an instant or 24h, 7d, 2w ago, got "${value}"`,
  searchTab: ({ place, tabs, tab }) => `${place} must be one of ${tabs}, got "${tab}"`,
  searchNoTabs: ({ place, tab }) => `${place} "${tab}": there are no tabs; \`feeds.yaml\` and \`feeds add\` make them`,
}

/** What is refused, in one English sentence. */
export const userWords = (reason: UserReason): string => say(WORDS, reason)
