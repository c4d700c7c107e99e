import type { FailureClass, FailureKind, Outcome } from '../domain/outcome.ts'

const classes: Readonly<Record<FailureKind, FailureClass>> = {
  connectTimeout: 'timeout',
  headersTimeout: 'timeout',
  totalTimeout: 'timeout',
  dns: 'connection',
  refused: 'connection',
  unreachable: 'connection',
  reset: 'connection',
  tls: 'connection',
  protocol: 'connection',
  headersTooLarge: 'refused',
  tooLarge: 'refused',
  bomb: 'refused',
  badEncoding: 'document',
  tooManyRedirects: 'http',
  redirectLoop: 'http',
  badRedirect: 'http',
  forbiddenAddress: 'refused',
  badUrl: 'refused',
  aborted: 'refused',
  http: 'http',
  noBody: 'document',
  unaskedNotModified: 'http',
  html: 'document',
  unparsable: 'document',
}

/** The failure class of an outcome; null for a success. 410 counts as a server's answer, like 404. */
export function classifyFailure(outcome: Outcome): FailureClass | null {
  if (outcome.kind === 'failed') return classes[outcome.failure]
  if (outcome.kind === 'slowDown') return 'slowDown'
  return outcome.kind === 'gone' ? 'http' : null
}
