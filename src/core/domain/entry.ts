/** A text as published, with what is needed to interpret it: its type, and the base of its links. */
export interface Text {
  readonly value: string
  readonly type: 'text' | 'html'
  readonly base: string | null
  readonly language: string | null
}

/** An author, contributor or owner. */
export interface Person {
  readonly name: string | null
  readonly email: string | null
  readonly url: string | null
}

/** A link, absolute where possible. */
export interface Link {
  readonly href: string
  readonly rel: string
  readonly type: string | null
  readonly title: string | null
  readonly hreflang: string | null
  readonly length: number | null
}

/** A category, tag or subject. */
export interface Category {
  readonly term: string
  readonly scheme: string | null
  readonly label: string | null
}

/** A file that comes with an entry. */
export interface Enclosure {
  readonly url: string
  readonly type: string | null
  readonly length: number | null
}

/** One `media:content`, without its group. */
export interface MediaContent {
  readonly url: string
  readonly type: string | null
  readonly medium: string | null
  readonly width: number | null
  readonly height: number | null
  readonly length: number | null
}

/** A picture of an entry or of a file in it. */
export interface MediaThumbnail {
  readonly url: string
  readonly width: number | null
  readonly height: number | null
}

/** The Media RSS elements of an entry. */
export interface Media {
  readonly title: Text | null
  readonly description: Text | null
  readonly contents: readonly MediaContent[]
  readonly thumbnails: readonly MediaThumbnail[]
}

/** The podcast elements of an entry or of a feed; `duration` as written. */
export interface Itunes {
  readonly title: string | null
  readonly author: string | null
  readonly subtitle: string | null
  readonly summary: string | null
  readonly duration: string | null
  readonly explicit: boolean | null
  readonly episode: number | null
  readonly season: number | null
  readonly order: number | null
  readonly episodeType: string | null
  readonly image: string | null
  readonly keywords: readonly string[]
}

/** The feed an entry was taken from. */
export interface EntrySource {
  readonly title: string | null
  readonly link: string | null
  readonly id: string | null
  readonly updated: string | null
}

/** Dates as written, by element: normalising decides which one counts. */
export interface EntryDates {
  /** Atom `published` and `issued`, `dcterms:issued` and `created`, JSON Feed `date_published`. */
  readonly published: string | null
  /** Atom `updated` and `modified`, `dcterms:modified`, JSON Feed `date_modified`. */
  readonly updated: string | null
  readonly dcDate: string | null
  readonly pubDate: string | null
}

/** The four fields a publisher may put text in. */
export interface EntryTexts {
  /** `content:encoded`, `xhtml:body`. */
  readonly encoded: Text | null
  /** Atom `content`, JSON Feed `content_html` or `content_text`. */
  readonly content: Text | null
  /** RSS `description`. */
  readonly description: Text | null
  /** Atom `summary`, JSON Feed `summary`, `dcterms:abstract`; failing all, the podcast or media summary. */
  readonly summary: Text | null
}

/** The identity a publisher gave an entry. */
export interface EntryGuid {
  readonly value: string
  /** True when it is the entry's address: declared as one, in the form of one, and not contradicted by a link. */
  readonly isPermalink: boolean
}

/** One item of a feed; any field may be missing. */
export interface Entry {
  /** The entry as in the decoded document: its hash shows whether it changed, before anything is normalised. */
  readonly raw: string
  /** Where `raw` starts in the decoded document; null where the format has no offsets (JSON). */
  readonly offset: number | null
  /** False for the last entry of a document that broke off inside it. */
  readonly complete: boolean
  readonly guid: EntryGuid | null
  readonly title: Text | null
  /** The web page: absolute, the alternate link or its replacement. */
  readonly link: string | null
  /** The publisher's address where `link` goes through a counting service (`feedburner:origLink`). */
  readonly originalLink: string | null
  readonly links: readonly Link[]
  /** All of the first kind that exists: `dc:creator`, author, the author of the source, podcast and media credits. */
  readonly authors: readonly Person[]
  readonly contributors: readonly Person[]
  readonly dates: EntryDates
  readonly texts: EntryTexts
  /** Address of content that lives elsewhere (Atom `content src`). */
  readonly contentSrc: string | null
  readonly categories: readonly Category[]
  readonly enclosures: readonly Enclosure[]
  readonly media: Media
  readonly itunes: Itunes | null
  readonly image: string | null
  readonly comments: string | null
  readonly commentsFeed: string | null
  readonly commentCount: number | null
  readonly rights: Text | null
  readonly source: EntrySource | null
  readonly point: { readonly latitude: number; readonly longitude: number } | null
  /** The nearest `xml:lang` or language element, the feed's when the entry has none. */
  readonly language: string | null
  /** The base of relative addresses in the entry. */
  readonly base: string | null
}
