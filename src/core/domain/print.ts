import type { Script } from './script.ts'

/** The part of a print about the title. */
export interface PrintTitle {
  /** As in the article. */
  readonly raw: string
  readonly script: Script
  /** Its significant words, numbers in one form, each once. */
  readonly words: readonly string[]
  /** The hashed term of each word, in the same order. */
  readonly terms: Uint32Array
  /** Folded, without punctuation; null unless the script has no spaces. */
  readonly letters: string | null
  readonly denial: boolean
  readonly negated: boolean
}

/** The part of a print about the body. */
export interface PrintBody {
  /** Length in words. */
  readonly length: number
  /** Hashed shingles of five words, ascending, without the feed's boilerplate. */
  readonly shingles: Uint32Array
  /** The shingles removed as the feed's boilerplate, ascending: kept to recognise it in later articles. */
  readonly boilerplate: Uint32Array
  /** 0, and no sentences, where no rule uses them. */
  readonly simhash: bigint
  /** Hashes of the first three real sentences. */
  readonly sentences: Uint32Array
}

/** The terms of an article, with their frequency in title and lead. */
export interface PrintTerms {
  /** Hashed terms, ascending. */
  readonly ids: Uint32Array
  /** Weighted count over the title and the first 200 words. */
  readonly counts: Uint8Array
  /** Further facts about each term, as bits of `TERM_FLAGS`. */
  readonly flags: Uint8Array
  /** How many terms come from the body. */
  readonly bodyTerms: number
}

/** Bits of a term's flags. */
export const TERM_FLAGS = {
  /** Capitalised inside a sentence. */
  name: 1,
  inTitle: 2,
  /** A number, by size: one digit; two digits or a year; larger. The bits are 4, 8 and both. */
  smallNumber: 4,
  mediumNumber: 8,
  largeNumber: 12,
} as const

/** Print: everything comparison needs of an article, so that it is not parsed again. Hashes are 16 bytes as hex. */
export interface Print {
  readonly key: string
  /** 0 when unknown. */
  readonly feed: number
  readonly guid: string
  /** True when the guid's form (URL, URN, tag, UUID) makes it globally unique. */
  readonly guidIsUnique: boolean
  readonly urlKey: string | null
  /** Hash of the canonical address. */
  readonly address: string | null
  /** Registrable domain of the address. */
  readonly domain: string | null
  readonly sourceName: string | null
  /** The original publisher, when the feed took the article over. */
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
  /** Hashed people, organisations, places and dates, ascending; empty where no rule uses them. */
  readonly entities: Uint32Array
}
