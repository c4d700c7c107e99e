export type Tier = 'T1' | 'T2' | 'T3' | 'T4' | 'T5'
export type SourceKind = 'breaking' | 'major' | 'blog' | 'weekly' | 'dormant'

/** A source as configured in `feeds.yaml`, an OPML file or on the command line. */
export interface SourceRequest {
  /** With its login, if it needs one; that of a stored source has none. */
  readonly url: string
  readonly tab: string | null
  readonly category: string | null
  /** The name shown; null for the feed's own title. */
  readonly name: string | null
  readonly tier: Tier | null
  readonly kind: SourceKind
  readonly owner: string | null
  readonly language: string | null
  readonly maxItems: number
  /** Position among the sources: ties go to the earlier one. */
  readonly position: number
  /** Marked as private, or has a login: its articles are compared with none of other feeds. */
  readonly private?: boolean
  /** Whether the pages of its articles are fetched for their full text; absent: as it was. */
  readonly fullText?: boolean
}

/** A stored source. One that left the file is retired, not deleted: its articles still need a name. */
export interface Source extends SourceRequest {
  readonly id: number
  /** A source of origin `crawl` is read from saved pages, never polled. */
  readonly origin: 'file' | 'added' | 'crawl'
  readonly createdAt: number
  readonly retiredAt: number | null
  /** Whether every reader has it, or only those with a subscription. */
  readonly shared: boolean
  readonly private: boolean
  readonly fullText: boolean
}
