import { backgroundLanguage } from '../../similar/background-language.ts'
import { ensureCapacity, internedIndex } from '../containers/growing-column.ts'
import { createTextNumbers } from '../containers/text-numbers.ts'
import { type PrintOrigin, scriptIn } from '../print/decode-print.ts'
import { emptyHeader, locateOrigin, originLocation, readHeader } from '../print/read-in-place.ts'

/** Feed, newsroom, language and time of packed prints, by index. */
export interface Origins {
  /** The language an article is weighed in. */
  readonly languageAt: (index: number) => string
  readonly publishedAt: (index: number) => number | null
  /** The feed; 0 when unknown. */
  readonly feedAt: (index: number) => number
  /** The number of the domain, of the source's name and of the publisher; 0 when unknown. Equal texts have equal numbers. */
  readonly domainAt: (index: number) => number
  readonly sourceAt: (index: number) => number
  readonly publisherAt: (index: number) => number
  /** The text of such a number. */
  readonly textOf: (number: number) => string | null
}

/** The columns of origins, and how they are filled. */
export interface OriginColumns {
  readonly origins: Origins
  readonly add: (index: number, bytes: Uint8Array) => void
  /** Source, times and length of the article at an index whose print is given. */
  readonly read: (index: number, bytes: Uint8Array) => PrintOrigin
}

/** Empty columns. Texts are numbered by their bytes, which are not decoded. */
export function createOriginColumns(): OriginColumns {
  const languages: string[] = []
  let backgrounds = new Uint16Array(64)
  // NaN: no date.
  let published = new Float64Array(64)
  let feeds = new Uint32Array(64)
  let domains = new Uint32Array(64)
  let sources = new Uint32Array(64)
  let publishers = new Uint32Array(64)
  let ownLanguages = new Uint32Array(64)
  const texts = createTextNumbers()
  const header = emptyHeader()
  const location = originLocation()

  const ensureRoom = (size: number): void => {
    backgrounds = ensureCapacity(backgrounds, size)
    published = ensureCapacity(published, size)
    feeds = ensureCapacity(feeds, size)
    domains = ensureCapacity(domains, size)
    sources = ensureCapacity(sources, size)
    publishers = ensureCapacity(publishers, size)
    ownLanguages = ensureCapacity(ownLanguages, size)
  }
  return {
    origins: {
      languageAt: (index) => languages[backgrounds[index]!]!,
      publishedAt: (index) => (Number.isNaN(published[index]!) ? null : published[index]!),
      feedAt: (index) => feeds[index]!,
      domainAt: (index) => domains[index]!,
      sourceAt: (index) => sources[index]!,
      publisherAt: (index) => publishers[index]!,
      textOf: texts.textAt,
    },
    add: (index, bytes) => {
      ensureRoom(index + 1)
      readHeader(bytes, header)
      locateOrigin(bytes, location)
      feeds[index] = header.feed
      published[index] = header.published ?? Number.NaN
      domains[index] = texts.numberOf(bytes, location.domain, location.domainLength)
      sources[index] = texts.numberOf(bytes, location.sourceName, location.sourceNameLength)
      publishers[index] = texts.numberOf(bytes, location.publisher, location.publisherLength)
      ownLanguages[index] = texts.numberOf(bytes, location.language, location.languageLength)
      const language = backgroundLanguage(texts.textAt(ownLanguages[index]!), () => scriptIn(bytes))
      backgrounds[index] = internedIndex(languages, language)
    },
    read: (index, bytes) => {
      readHeader(bytes, header)
      return {
        feed: header.feed,
        wordCount: header.wordCount,
        published: header.published,
        seen: header.seen,
        domain: texts.textAt(domains[index]!),
        sourceName: texts.textAt(sources[index]!),
        publisher: texts.textAt(publishers[index]!),
        language: texts.textAt(ownLanguages[index]!),
      }
    },
  }
}
