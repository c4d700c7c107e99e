import { scriptOf } from '../text/words.ts'
import { backgroundLanguage } from './background-language.ts'
import { EPOCH0 } from './epoch0-data.ts'
import { type IdfEpoch, readEpoch } from './epochs.ts'

const tables = new Map<string, IdfEpoch>()

/** The shipped background of a language (a tag, or null to go by the script of `sample`); an uncounted language has none. */
export function epoch0(language: string | null, sample = ''): IdfEpoch {
  const tag = backgroundLanguage(language, () => scriptOf(sample))
  const known = tables.get(tag)
  if (known !== undefined) return known
  const row = EPOCH0.find(([name]) => name === tag)
  const table = row === undefined ? readEpoch('', 0, 0) : readEpoch(row[2], row[1], 0)
  tables.set(tag, table)
  return table
}
