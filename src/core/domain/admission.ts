import type { Article } from './article.ts'
import type { Disposition } from './disposition.ts'
import type { PollRecord } from './poll.ts'

/** What is already known of an entry: its feed gave it before, or another feed gave its address. */
export interface KnownEntry {
  readonly feed: number
  readonly guidKey: string
  readonly urlKey: string | null
  readonly rawHash: string
  readonly disposition: Disposition
  /** Null when it was not kept as an article, or retention removed it. */
  readonly article: number | null
}

/** As much of a stored article as a decision about a newcomer needs. */
export interface KnownArticle {
  readonly id: number
  readonly key: string
  readonly feed: number
  /** Its source's place in feeds.yaml. */
  readonly position: number
  readonly urlKey: string | null
  readonly contentHash: string
  readonly wordCount: number
  readonly published: number
  readonly revision: number
}

/** What the store knows of a poll's entries. */
export interface Known {
  readonly entries: readonly KnownEntry[]
  readonly articles: readonly KnownArticle[]
}

/** What comparison needs of an article, as stored: versioned bytes. */
export interface StoredPrint {
  readonly article: number
  readonly version: number
  readonly value: Uint8Array
}

export interface NewArticle {
  readonly article: Article
  readonly print: { readonly version: number; readonly value: Uint8Array } | null
}

/** Another version of a stored article. */
export interface NewRevision {
  /**
   * `updates`: its own feed changed it; the old version is kept and the article marked as updated.
   * `outdoes`: another feed says more; it takes the place of the stored one, which is kept.
   * `stays`: another feed says less; kept beside the stored one.
   * `rehomes`: the same words from a source that comes first; it takes the place, and there is nothing to keep.
   */
  readonly kind: 'updates' | 'outdoes' | 'stays' | 'rehomes'
  readonly articleId: number
  readonly article: Article
  readonly guidKey: string
  readonly print: NewArticle['print']
}

/** One entry of the poll and what became of it. `article` is an id, or the place in `articles` of a new one. */
export interface AdmittedEntry {
  readonly guidKey: string
  readonly urlKey: string | null
  readonly rawHash: string
  readonly disposition: Disposition
  readonly article: { readonly id: number } | { readonly added: number } | null
}

/** Everything one poll brings, written together or not at all. */
export interface Admitted {
  readonly record: PollRecord
  readonly articles: readonly NewArticle[]
  readonly revisions: readonly NewRevision[]
  readonly entries: readonly AdmittedEntry[]
}
