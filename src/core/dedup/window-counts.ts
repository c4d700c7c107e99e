import { createTermNumbers } from '../similar/term-numbers.ts'
import { withRoom } from './columns.ts'

/** As much of an article as a window counts of it. */
export interface CountedArticle {
  /** Hashed terms, each once. */
  readonly ids: Uint32Array
  readonly language: string
}

/** In how many articles of a window each term occurs, by language. */
export interface WindowCounts {
  /** In how many articles of the language a term occurs. */
  readonly frequencyOf: (id: number, language: string) => number
  /** An IDF made of the window's counts; each term's value is made once. */
  readonly idfOf: (language: string, make: MakeIdf) => (id: number) => number
}

/** The IDF of a term that occurs in some of so many documents of the window. */
export type MakeIdf = (id: number, documents: number, frequency: number) => number

interface LanguageCounts {
  readonly numbers: ReturnType<typeof createTermNumbers>
  counts: Uint32Array
  documents: number
  idf: ((id: number) => number) | null
}

/** Counts the terms of a window. */
export function countWindow(articles: Iterable<CountedArticle>): WindowCounts {
  const languages = new Map<string, LanguageCounts>()
  for (const { ids, language } of articles) {
    const own = countsFor(languages, language)
    own.documents++
    for (let at = 0; at < ids.length; at++) {
      const number = own.numbers.numberOf(ids[at]!)
      own.counts = withRoom(own.counts, number + 1)
      own.counts[number]!++
    }
  }
  return {
    frequencyOf: (id, language) => {
      const own = languages.get(language)
      const number = own === undefined ? -1 : own.numbers.find(id)
      return number < 0 ? 0 : own!.counts[number]!
    },
    idfOf: (language, make) => {
      const own = countsFor(languages, language)
      own.idf ??= memoised(own, make)
      return own.idf
    },
  }
}

function countsFor(languages: Map<string, LanguageCounts>, language: string): LanguageCounts {
  const known = languages.get(language)
  if (known !== undefined) return known
  const made: LanguageCounts = { numbers: createTermNumbers(), counts: new Uint32Array(64), documents: 0, idf: null }
  languages.set(language, made)
  return made
}

/** Values by the number of the term; 0 where none was asked for yet. */
function memoised({ numbers, counts, documents }: LanguageCounts, make: MakeIdf): (id: number) => number {
  const values = new Float64Array(counts.length)
  return (id) => {
    const number = numbers.find(id)
    if (number < 0) return make(id, documents, 0)
    values[number] ||= make(id, documents, counts[number]!)
    return values[number]!
  }
}
