import { z } from 'zod'
import { coded } from './reason-schema.ts'

const text = z.string()
const most = z.int()
const place = { name: text, line: z.int(), column: z.int(), most }

/** Why a server gave no answer that could be read. */
export const answerFailure = z.enum([
  'timeout',
  'noServer',
  'connection',
  'tls',
  'http',
  'document',
  'redirects',
  'forbiddenAddress',
  'badUrl',
])

export type AnswerFailure = z.output<typeof answerFailure>

/** What a reader is refused, and why. */
export const userReason = z
  .discriminatedUnion('code', [
    coded('readerExists', { name: text }),
    coded('readerGone'),
    coded('firstReaderStays', { name: text }),
    coded('badName', { name: text, most }),
    coded('badPassword', { least: z.int(), most, length: z.int() }),
    coded('notInPack'),
    coded('tooManyRules', { most }),
    coded('tooManyFollowed', { most }),
    coded('tooManyTabs', { most }),
    coded('tooManySearches', { most }),
    coded('tabOfSettings'),
    coded('tabHasShared'),
    coded('noTab', { tab: text }),
    coded('noChannel', { channel: text }),
    coded('cannotSendAgain', { left: z.enum(['recipientGone', 'searchGone', 'digestGone', 'alertOld']) }),
    coded('settledMeanwhile'),
    coded('notInDoubt'),
    coded('nothingRead', {
      failure: answerFailure,
      status: z.int().nullable(),
      detail: text,
    }),
    coded('noFeedFound', { tried: z.int() }),
    coded('ownSource'),
    coded('sourceOfSettings'),
    coded('sourceOfAll'),
    coded('cutPassword'),
    coded('noWebAddress'),
    coded('crawlSource'),
    coded('goneForGood'),
    coded('importRunning'),
    coded('fileTooLarge', { name: text, megabytes: z.number() }),
    coded('notOpml', { name: text }),
    coded('tooManyOutlines', place),
    coded('tooDeep', place),
    coded('notStarred'),
    coded('tooManyStarred', { most }),
    coded('notJson'),
    coded('storyTooOld', { article: z.int(), days: z.int() }),
    coded('aloneInStory', { article: z.int() }),
    coded('oneArticle', { article: z.int() }),
    coded('onlyAdministrator', { what: z.enum(['stories', 'decisions']) }),
    coded('searchMinus', { field: text, fields: text }),
    coded('searchNoValue', { field: text }),
    coded('searchEmpty'),
    coded('searchOr'),
    coded('searchNoWord', { field: text, value: text }),
    coded('searchTooLong', { most, length: z.int() }),
    coded('searchCut', { word: text }),
    coded('searchQuote', { phrase: text }),
    coded('searchTooMany', { most, parts: z.int() }),
    coded('searchNoField', { name: text, fields: text }),
    coded('searchDate', { field: text, value: text }),
    coded('searchTab', { tab: text, tabs: text, place: text }),
    coded('searchNoTabs', { tab: text, place: text }),
  ])
  .meta({ id: 'UserReason' })

export type UserReason = z.output<typeof userReason>
