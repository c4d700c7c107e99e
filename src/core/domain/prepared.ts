import type { PrintBytes } from './admission.ts'
import type { Article } from './article.ts'
import type { FeedVersion, NotAFeed, RefreshHints } from './feed-document.ts'
import type { Warning } from './warning.ts'

/** A new or changed entry, ready for admission. */
export interface PreparedEntry {
  readonly guidKey: string
  readonly rawHash: string
  readonly article: Article
  readonly print: PrintBytes
}

/** A feed's document, parsed and normalised. */
export interface PreparedFeed {
  readonly kind: 'feed'
  readonly version: FeedVersion
  readonly encoding: string
  readonly title: string | null
  readonly refresh: RefreshHints
  /** All entries of the document, known and malformed ones included. */
  readonly entryCount: number
  readonly malformed: number
  /** Entries beyond the newest that are taken of one document; a later one may bring them. */
  readonly cutOff: number
  /** Whether the document could be parsed without mending it. */
  readonly valid: boolean
  /** False when the document broke off before its end. */
  readonly complete: boolean
  /** Raw hashes of the entries examined, packed: the next poll skips them. */
  readonly rawHashes: Uint8Array
  /** In the order of the document. */
  readonly entries: readonly PreparedEntry[]
  readonly warnings: readonly Warning[]
}

/** The result of preparing a reply's bytes. */
export type Prepared = PreparedFeed | NotAFeed

/** Entries in serialised form, as many as `length`. */
export interface PackedEntries {
  readonly length: number
  readonly bytes: Uint8Array
}

/** Entries that wait for admission: packed when another thread prepared them. */
export type WaitingEntries = readonly PreparedEntry[] | PackedEntries

/** A prepared document that waits for admission. */
export interface WaitingFeed extends Omit<PreparedFeed, 'entries'> {
  readonly entries: WaitingEntries
}
