import type { NewRevision } from '../domain/admission.ts'

/** The fields by which two versions of an article are compared. */
export interface Version {
  readonly feed: number
  /** Its source's position in feeds.yaml. */
  readonly position: number
  readonly contentHash: string
  readonly wordCount: number
}

/**
 * What a further version does to the current one; null for nothing. A change by the article's own feed is an update; of two
 * feeds' versions the one with more words is kept, then that of the earlier source, whatever the order of arrival.
 */
export function compareVersions(newcomer: Version, old: Version, seenBefore: boolean): NewRevision['kind'] | null {
  const changed = newcomer.contentHash !== old.contentHash
  if (newcomer.feed === old.feed && seenBefore) return changed ? 'updates' : null
  const isBetter = newcomer.wordCount - old.wordCount || old.position - newcomer.position
  if (isBetter > 0) return changed ? 'outdoes' : 'rehomes'
  // The shorter version is kept once, not each time its feed changes it.
  return changed && !seenBefore ? 'stays' : null
}
