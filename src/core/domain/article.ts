/** A picture, recording or film that comes with an article. */
export interface ArticleMedia {
  readonly url: string
  readonly type: string | null
  readonly size: number | null
  readonly width: number | null
  readonly height: number | null
}

/** Where a crawled story was found; not its own address, so never compared. */
export interface ArticleProvenance {
  readonly rootUrl: string
  readonly pageUrl: string
  readonly crawlDepth: number
}

/**
 * An entry, or a crawled story, in normalised form. Instants are milliseconds since 1970; the names are those of the
 * JSON.
 */
export interface Article {
  /**
   * 16 bytes as hex: the hash of the URL key, or of feed and guid when there is none. Independent of the order of
   * arrival.
   */
  readonly key: string
  /** The feed it came from. */
  readonly feed: number
  readonly tab: string | null
  /** The source's category, unchanged. */
  readonly rssCategory: string | null
  readonly finalCategory: string | null
  readonly sourceName: string
  /**
   * The original publisher, when the feed says that it took the article over: the RSS `source` element or an agency's
   * byline.
   */
  readonly publisher: string | null
  readonly language: string | null
  readonly title: string
  readonly url: string | null
  /** 16 bytes as hex: the hash of the address's comparison key. */
  readonly urlKey: string | null
  readonly guid: string
  readonly author: string | null
  readonly published: number
  readonly firstSeen: number
  /**
   * It was in the feed before we followed it, beyond its newest entries: stored, but never new in a digest or an alert.
   */
  readonly backlog: boolean
  /** The date was missing, unreadable or more than a day in the future, and the time of the poll is used. */
  readonly dateUncertain: boolean
  /** The date had no zone and was read as UTC. */
  readonly dateZoneAssumed: boolean
  /** Safe HTML; null when the plain text is enough. */
  readonly body: string | null
  readonly text: string | null
  readonly description: string | null
  readonly categories: readonly string[]
  readonly media: readonly ArticleMedia[]
  readonly wordCount: number
  readonly readingMinutes: number
  readonly partialContent: boolean
  /** Hex; the same for two versions that differ only in noise such as "Updated 10:05". */
  readonly contentHash: string
  /** Null for an article from a feed. */
  readonly provenance: ArticleProvenance | null
}
