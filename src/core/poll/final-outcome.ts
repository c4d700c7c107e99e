import type { NotAFeed, ParsedFeed } from '../domain/feed-document.ts'
import type { Failed, Fetched, Outcome } from '../domain/outcome.ts'
import { failed } from './read-reply.ts'

/** The document of an outcome, to be parsed. */
export function documentOf(outcome: Outcome): Fetched | null {
  if (outcome.kind === 'fetched') return outcome
  return outcome.kind === 'moved' && outcome.target.kind === 'fetched' ? outcome.target : null
}

/** The outcome after parsing: only now is it known whether the document is a feed, and so whether the feed moved. */
export function finalOutcome(
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

/**
 * Removes the validators: a document that broke off must be sent again whole, even if the server believes that we have
 * it.
 */
function withoutValidators(outcome: Outcome): Outcome {
  if (outcome.kind === 'fetched') return { ...outcome, validators: null }
  if (outcome.kind !== 'moved' || outcome.target.kind !== 'fetched') return outcome
  return { ...outcome, target: { ...outcome.target, validators: null } }
}
