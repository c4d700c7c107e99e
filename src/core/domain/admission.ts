import type { Article } from './article.ts'
import type { Disposition } from './disposition.ts'
import type { Match } from './match.ts'
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

/** What comparison needs of an article: versioned bytes. */
export interface PrintBytes {
  readonly version: number
  readonly value: Uint8Array
}

/** A print as stored. Each change of any print has a higher number than all before it: windows catch up by them. */
export interface StoredPrint extends PrintBytes {
  readonly article: number
  readonly change: number
}

export interface NewArticle {
  readonly article: Article
  readonly print: PrintBytes | null
  /** Key of the article whose story it joins for the time being; null for a story of its own. */
  readonly beside: string | null
}

/** A stored article, one added by this very poll, or one known only by its key. */
export type ArticlePlace = { readonly id: number } | { readonly added: number } | { readonly key: string }

/** A finding to be kept: articles are named by their keys, also one that was not stored for it. */
export interface NewMatch extends Match {
  readonly article: string
  /** Number of the statistics it was found by. */
  readonly epoch: number
}

/** An article that gives way to another one whole: its entries go over to that. */
export interface ReplacedArticle {
  readonly key: string
  readonly by: ArticlePlace
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
  readonly of: Exclude<ArticlePlace, { readonly added: number }>
  readonly article: Article
  readonly guidKey: string
  readonly print: NewArticle['print']
}

/** One entry of the poll and what became of it; null for one whose article is not there any more. */
export interface AdmittedEntry {
  readonly guidKey: string
  readonly urlKey: string | null
  readonly rawHash: string
  readonly disposition: Disposition
  readonly article: ArticlePlace | null
}

/** Everything one poll brings, written together or not at all. */
export interface Admitted {
  readonly record: PollRecord
  readonly articles: readonly NewArticle[]
  readonly revisions: readonly NewRevision[]
  readonly entries: readonly AdmittedEntry[]
  readonly matches: readonly NewMatch[]
  readonly replaced: readonly ReplacedArticle[]
}
