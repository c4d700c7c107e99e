import { scriptOf } from '../text/words.ts'
import { EPOCH0 } from './epoch0-data.ts'
import type { DocumentFrequencies } from './idf.ts'

/** Where the language is not known, the script stands for the language it is most often used for. */
const BY_SCRIPT = { latin: 'en', cyrillic: 'ru', zh: 'zh', ja: 'ja', ko: 'ko', other: 'en' } as const

const tables = new Map<string, DocumentFrequencies>()

/** The shipped background of a language (a tag, or null to go by the script of `sample`); an uncounted language has none. */
export function epoch0(language: string | null, sample = ''): DocumentFrequencies {
  const tag = language?.slice(0, 2).toLowerCase() ?? BY_SCRIPT[scriptOf(sample)]
  const known = tables.get(tag)
  if (known !== undefined) return known
  const row = EPOCH0.find(([name]) => name === tag)
  const table = row === undefined ? { documents: 0, frequency: () => 0 } : readTable(row[1], row[2])
  tables.set(tag, table)
  return table
}

function readTable(documents: number, text: string): DocumentFrequencies {
  const frequencies = new Map<string, number>()
  for (const group of text.split('|')) {
    const [frequency, ...terms] = group.split(' ')
    for (const term of terms) frequencies.set(term, Number(frequency))
  }
  return { documents, frequency: (term) => frequencies.get(term) ?? 0 }
}
