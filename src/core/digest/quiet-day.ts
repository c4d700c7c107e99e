import type { DigestItem } from '../domain/digest.ts'

/** A story counts from so many newsrooms on. */
const NEWSROOMS = 3
/** With fewer earlier digests nothing is usual yet. */
const LEAST_DIGESTS = 7
/** The share of earlier digests that must have more such stories. */
const SHARE = 0.8

/** The number of items that at least three newsrooms tell. */
export const corroboratedIn = (items: readonly Pick<DigestItem, 'related'>[]): number =>
  items.filter(({ related }) => related.newsrooms >= NEWSROOMS).length

/** Whether a digest has fewer corroborated stories than most of its kind had lately. */
export function isQuiet(corroborated: number, past: readonly number[]): boolean {
  if (past.length < LEAST_DIGESTS) return false
  return past.filter((count) => count > corroborated).length >= SHARE * past.length
}
