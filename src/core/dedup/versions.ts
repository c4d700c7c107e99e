import type { NewRevision } from '../domain/admission.ts'

/** As much of a version of an article as another is weighed against. */
export interface Version {
  readonly feed: number
  /** Its source's place in feeds.yaml. */
  readonly position: number
  readonly contentHash: string
  readonly wordCount: number
}

/**
 * What a further version is to the one that stands; null when there is nothing to do about it. What its own feed changed
 * is an update; of two feeds' versions the one with more words stands, then that of the earlier source, whoever came first.
 */
export function compareVersions(newcomer: Version, old: Version, seenBefore: boolean): NewRevision['kind'] | null {
  const changed = newcomer.contentHash !== old.contentHash
  if (newcomer.feed === old.feed && seenBefore) return changed ? 'updates' : null
  const isBetter = newcomer.wordCount - old.wordCount || old.position - newcomer.position
  if (isBetter > 0) return changed ? 'outdoes' : 'rehomes'
  // The poorer version is worth keeping once, not each time its feed touches it.
  return changed && !seenBefore ? 'stays' : null
}
