import type { FailureKind } from '../domain/outcome.ts'
import type { AnswerFailure } from '../domain/user-reason.ts'

const FAILURES: Readonly<Record<FailureKind, AnswerFailure>> = {
  connectTimeout: 'timeout',
  headersTimeout: 'timeout',
  totalTimeout: 'timeout',
  dns: 'noServer',
  refused: 'connection',
  unreachable: 'connection',
  reset: 'connection',
  aborted: 'connection',
  tls: 'tls',
  tooManyRedirects: 'redirects',
  redirectLoop: 'redirects',
  badRedirect: 'redirects',
  forbiddenAddress: 'forbiddenAddress',
  badUrl: 'badUrl',
  protocol: 'document',
  headersTooLarge: 'document',
  tooLarge: 'document',
  bomb: 'document',
  badEncoding: 'document',
  http: 'http',
  noBody: 'document',
  unaskedNotModified: 'document',
  html: 'document',
  unparsable: 'document',
}

/** The failures that a reader can tell apart. */
export const answerFailure = (failure: FailureKind): AnswerFailure => FAILURES[failure]
