import type { PrintBytes } from './admission.ts'
import type { Article } from './article.ts'
import type { FeedVersion, NotAFeed, RefreshHints } from './feed-document.ts'
import type { Warning } from './warning.ts'

/** One entry that is new or changed, ready to be admitted. */
export interface PreparedEntry {
  readonly guidKey: string
  readonly rawHash: string
  readonly article: Article
  readonly print: PrintBytes
}

/** A feed's document, read and made regular. */
export interface PreparedFeed {
  readonly kind: 'feed'
  readonly version: FeedVersion
  readonly encoding: string
  readonly title: string | null
  readonly refresh: RefreshHints
  /** All entries of the document, the known and the malformed included. */
  readonly entryCount: number
  readonly malformed: number
  /** False when the document broke off before its end. */
  readonly complete: boolean
  /** Raw hashes of the entries looked at, packed: what the next poll need not look at again. */
  readonly rawHashes: Uint8Array
  /** In the order of the document. */
  readonly entries: readonly PreparedEntry[]
  readonly warnings: readonly Warning[]
}

/** What the bytes of a reply came to. */
export type Prepared = PreparedFeed | NotAFeed
