import type { Script } from './script.ts'

/** A title as comparison needs it. */
export interface PrintTitle {
  /** As the article has it. */
  readonly raw: string
  readonly script: Script
  /** Its telling words, numbers in one form, each once. */
  readonly words: readonly string[]
  /** The hashed term of each word, in the same order. */
  readonly terms: Uint32Array
  /** Folded, without punctuation; null unless the script has no spaces. */
  readonly letters: string | null
  readonly denial: boolean
  readonly negated: boolean
}

/** A body as comparison needs it. */
export interface PrintBody {
  /** Length in words. */
  readonly length: number
  /** Hashed runs of five words, ascending, without what the feed hangs on everything. */
  readonly shingles: Uint32Array
  /** The runs taken away as the feed's boilerplate, ascending: kept to go on knowing it. */
  readonly boilerplate: Uint32Array
  /** 0, like no sentences, where no rule asks for it. */
  readonly simhash: bigint
  /** Hashes of the first three real sentences. */
  readonly sentences: Uint32Array
}

/** What an article is about: each term with how often title and lead say it. */
export interface PrintTerms {
  /** Hashed terms, ascending. */
  readonly ids: Uint32Array
  /** Weighted count over the title and the first 200 words. */
  readonly counts: Uint8Array
  /** What else is known of each term, as bits of `TERM_FLAGS`. */
  readonly flags: Uint8Array
  /** How many terms the body gave. */
  readonly bodyTerms: number
}

/** Bits of a term's flags. */
export const TERM_FLAGS = {
  /** Written with a capital inside a sentence. */
  name: 1,
  inTitle: 2,
  /** A number, by size: of one digit, of two or a year, larger. The bits are 4, 8 and both. */
  smallNumber: 4,
  mediumNumber: 8,
  largeNumber: 12,
} as const

/** What comparison needs of an article, so that it need not be parsed again. Hashes are 16 bytes as hex. */
export interface Print {
  readonly key: string
  /** 0 when not known. */
  readonly feed: number
  readonly guid: string
  /** The guid's form (URL, URN, tag, UUID) makes it unique in the world. */
  readonly guidIsUnique: boolean
  readonly urlKey: string | null
  /** Hash of the canonical address. */
  readonly address: string | null
  /** Registrable domain of the address. */
  readonly domain: string | null
  readonly sourceName: string | null
  /** Who wrote it, when the feed took it over. */
  readonly publisher: string | null
  readonly language: string | null
  readonly published: number | null
  readonly seen: number
  readonly contentHash: string
  readonly wordCount: number
  readonly title: PrintTitle
  /** Null when there is no text. */
  readonly body: PrintBody | null
  readonly terms: PrintTerms
  /** Hashed people, organisations, places and dates, ascending; empty where no rule asks for them. */
  readonly entities: Uint32Array
}
