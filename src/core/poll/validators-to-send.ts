import type { Validators } from '../domain/feed.ts'
import type { PollHistory } from '../domain/poll-plan.ts'
import type { IssuedValidators } from '../domain/reply.ts'
import type { PollPolicy } from './poll-policy.ts'

/** The validators for the next request; null when there are none, or when it is time to request the whole document. */
export function validatorsToSend(
  { etag, lastModified }: Validators,
  { documentUrl, lastDocumentAt }: Pick<PollHistory, 'documentUrl' | 'lastDocumentAt'>,
  now: number,
  policy: PollPolicy,
): IssuedValidators | null {
  if (documentUrl === null || lastDocumentAt === null || (etag ?? lastModified) === null) return null
  // The absolute difference: a document dated by a clock that was ahead must not be trusted until that time.
  return Math.abs(now - lastDocumentAt) >= policy.trustNotModifiedMs ? null : { url: documentUrl, etag, lastModified }
}
