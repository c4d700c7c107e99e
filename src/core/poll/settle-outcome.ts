import type { NotAFeed, ParsedFeed } from '../domain/feed-document.ts'
import type { Failed, Fetched, Outcome } from '../domain/outcome.ts'
import { failed } from './read-reply.ts'

/** The document that came with an outcome, for the parser. */
export function documentOf(outcome: Outcome): Fetched | null {
  if (outcome.kind === 'fetched') return outcome
  return outcome.kind === 'moved' && outcome.target.kind === 'fetched' ? outcome.target : null
}

/** The outcome once its document has been read: only now is it known whether it is a feed, and so whether it moved. */
export function settleOutcome(
  outcome: Outcome,
  document: Pick<ParsedFeed, 'kind' | 'complete'> | Pick<NotAFeed, 'kind' | 'looksLike'>,
): Outcome {
  const fetched = documentOf(outcome)
  if (fetched === null) return outcome
  if (document.kind === 'notAFeed') return notAFeed(fetched, document.looksLike)
  if (document.complete) return outcome
  return withoutValidators(outcome)
}

function notAFeed(fetched: Fetched, looksLike: string): Failed {
  if (looksLike === 'html')
    return { ...failed('html', `a web page came in place of a feed from ${fetched.url}`), page: fetched }
  if (looksLike === 'empty') return failed('noBody', 'the document is empty')
  return failed('unparsable', 'the document could not be read as a feed')
}

/** A document that broke off must be sent again whole, even if the server believes we have it. */
function withoutValidators(outcome: Outcome): Outcome {
  if (outcome.kind === 'fetched') return { ...outcome, validators: null }
  if (outcome.kind !== 'moved' || outcome.target.kind !== 'fetched') return outcome
  return { ...outcome, target: { ...outcome.target, validators: null } }
}
