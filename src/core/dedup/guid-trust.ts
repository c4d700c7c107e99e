import type { Print } from '../domain/print.ts'
import { jaccardSorted } from '../similar/jaccard.ts'
import { wordTerms } from './titles.ts'

/** Above this share of colliding guids a feed's guids are ignored; FreshRSS uses the same share. */
const MOST_COLLIDING = 0.05
/** A single article with a new headline and a new address is no evidence of reuse. */
const LEAST_COLLISIONS = 2
/** Titles with a smaller Jaccard are of two articles. */
const OTHER_TITLE = 0.5

/**
 * True for a feed that gives one guid to several articles ("1" is always the newest): layer 1 would replace one article
 * by the next, so such a feed is compared by address instead.
 */
export function reusesGuids(articles: readonly Print[]): boolean {
  const byGuid = new Map<string, Print[]>()
  for (const article of articles) byGuid.set(article.guid, [...(byGuid.get(article.guid) ?? []), article])
  let collisions = 0
  for (const [first, ...others] of byGuid.values()) {
    collisions += others.filter((other) => isOther(first!, other)).length
  }
  return collisions >= LEAST_COLLISIONS && collisions > MOST_COLLIDING * articles.length
}

function isOther(a: Print, b: Print): boolean {
  if (a.urlKey === b.urlKey && a.urlKey !== null) return false
  return jaccardSorted(wordTerms(a.title), wordTerms(b.title)) < OTHER_TITLE
}
