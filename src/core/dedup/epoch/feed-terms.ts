import { type PrintTerms, TERM_FLAGS } from '../../domain/print.ts'
import { boilerplateOf } from '../boilerplate.ts'

/** Terms that more than this share of a feed's texts contain are the feed's, not the article's. */
const FEED_SHARE = 0.7

/** The terms of each feed's boilerplate, from the terms of its texts: an invitation to subscribe makes a third of a short report. */
export function feedTermsOf(
  texts: ReadonlyMap<number, readonly Uint32Array[]>,
): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, ReadonlySet<number>>()
  for (const [feed, lists] of texts) {
    const terms = boilerplateOf(lists, FEED_SHARE)
    if (terms.size > 0) found.set(feed, terms)
  }
  return found
}

/** Whether a term with such flags counts for nothing: the feed's boilerplate has it, and the article's title has not. */
export function isFeedTerm(id: number, flags: number, feedTerms: ReadonlySet<number>): boolean {
  return (flags & TERM_FLAGS.inTitle) === 0 && feedTerms.has(id)
}

/** Drops the terms of the feed's boilerplate. */
export function withoutFeedTerms(terms: PrintTerms, feedTerms: ReadonlySet<number>): PrintTerms {
  if (feedTerms.size === 0) return terms
  const { ids, counts, flags } = terms
  let at = 0
  while (at < ids.length && !isFeedTerm(ids[at]!, flags[at]!, feedTerms)) at++
  if (at === ids.length) return terms
  // Copies to be closed up: arrays that are made by a function for each element take many times as long.
  const kept = { ids: ids.slice(), counts: counts.slice(), flags: flags.slice() }
  let { bodyTerms } = terms
  let size = at
  for (; at < ids.length; at++) {
    if (isFeedTerm(ids[at]!, flags[at]!, feedTerms)) {
      bodyTerms -= counts[at]!
      continue
    }
    kept.ids[size] = ids[at]!
    kept.counts[size] = counts[at]!
    kept.flags[size++] = flags[at]!
  }
  return {
    ids: kept.ids.subarray(0, size),
    counts: kept.counts.subarray(0, size),
    flags: kept.flags.subarray(0, size),
    bodyTerms: Math.max(0, bodyTerms),
  }
}
