import type { Article } from './article.ts'
import type { Disposition } from './disposition.ts'
import type { Match } from './match.ts'
import type { PollRecord } from './poll.ts'

/** A known entry: its feed had it before, or another feed has its address. */
export interface KnownEntry {
  readonly feed: number
  readonly guidKey: string
  readonly urlKey: string | null
  readonly rawHash: string
  readonly disposition: Disposition
  /** Null when it was not kept as an article, or retention removed it. */
  readonly article: number | null
}

/** The fields of a stored article that a decision about a new one needs. */
export interface KnownArticle {
  readonly id: number
  readonly key: string
  readonly feed: number
  /** Its source's position in feeds.yaml. */
  readonly position: number
  readonly urlKey: string | null
  readonly contentHash: string
  readonly wordCount: number
  readonly published: number
  readonly revision: number
}

/** What is stored about a poll's entries. */
export interface Known {
  readonly entries: readonly KnownEntry[]
  readonly articles: readonly KnownArticle[]
}

/** A print: what comparison needs of an article, as versioned bytes. */
export interface PrintBytes {
  readonly version: number
  readonly value: Uint8Array
}

/** A stored print. Every change of a print gets a higher number than all before; caches catch up by it. */
export interface StoredPrint extends PrintBytes {
  readonly article: number
  readonly change: number
  /** 0, or the private feed whose articles alone it may be compared with. */
  readonly scope: number
}

export interface NewArticle {
  readonly article: Article
  readonly print: PrintBytes | null
  /** Key of the article whose story it joins until stories are refined; null for a story of its own. */
  readonly beside: string | null
}

/** A reference to an article: stored, added by this poll, or known only by its key. */
export type ArticleRef = { readonly id: number } | { readonly added: number } | { readonly key: string }

/** A match to be stored: articles are referred to by key, even one that was not stored because of it. */
export interface NewMatch extends Match {
  readonly article: string
  /** Number of the term statistics used. */
  readonly epoch: number
}

/** An article replaced by another: its entries then belong to that one. */
export interface ReplacedArticle {
  readonly key: string
  readonly by: ArticleRef
}

/** Another version of a stored article. */
export interface NewRevision {
  /**
   * `updates`: its own feed changed it; the old version is kept and the article marked as updated. `outdoes`: another
   * feed has a longer version, which replaces the stored one; the old one is kept. `stays`: another feed has a shorter
   * version; it is kept as a revision. `rehomes`: the same text from a source that comes first; it replaces the stored
   * one, and there is nothing to keep.
   */
  readonly kind: 'updates' | 'outdoes' | 'stays' | 'rehomes'
  readonly of: Exclude<ArticleRef, { readonly added: number }>
  readonly article: Article
  readonly guidKey: string
  readonly print: NewArticle['print']
}

/** One entry of the poll and its result; `article` is null when the article no longer exists. */
export interface AdmittedEntry {
  readonly guidKey: string
  readonly urlKey: string | null
  readonly rawHash: string
  readonly disposition: Disposition
  readonly article: ArticleRef | null
  /** It brings nothing new: a stored article that is backlog stays so. */
  readonly backlog: boolean
}

/** Results of one poll, or of a part of a long one, written in one transaction. */
export interface Admitted {
  /** More of the poll follows in another transaction: the record, with what the next request sends, is written with the last part. */
  readonly isPart?: boolean
  /** The scope of its prints; 0 unless given. */
  readonly scope?: number
  /**
   * For the first document of a feed, the guids of its newest entries: whatever else it brings was there before the feed was followed,
   * and is stored as read. Null, or absent, for any other.
   */
  readonly unreadGuids?: readonly string[] | null
  readonly record: PollRecord
  readonly articles: readonly NewArticle[]
  readonly revisions: readonly NewRevision[]
  readonly entries: readonly AdmittedEntry[]
  readonly matches: readonly NewMatch[]
  readonly replaced: readonly ReplacedArticle[]
}
