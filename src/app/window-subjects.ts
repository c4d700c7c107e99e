import { PRINT_VERSION } from '../core/dedup/print/print-layout.ts'
import { createSubjects } from '../core/dedup/print/print-subjects.ts'
import { subjectOf } from '../core/similar/subject.ts'
import type { SubjectColumns } from '../core/similar/subject-columns.ts'
import type { Store } from '../io/store/open-store.ts'
import type { SubjectLine } from '../io/store/windows.ts'

/** How many prints are in memory at once. */
const PRINTS_PER_QUERY = 1024

/** What the articles of a window are about. */
export interface WindowSubjects {
  /** Loads the subjects of articles that are not loaded yet, and calls with each print that it reads. */
  readonly load: <Line extends SubjectLine>(
    lines: readonly Line[],
    onPrint?: (line: Line, print: Uint8Array) => void,
  ) => Promise<void>
  readonly columns: () => SubjectColumns
  /** The index of a loaded article, by its id. */
  readonly indexOf: (article: number) => number
}

/** Subjects are in the stored prints, of which each is read once; a text is read only where a print is missing or old. */
export function windowSubjects(store: Pick<Store, 'printsOf' | 'textsOf'>): WindowSubjects {
  const subjects = createSubjects()
  const indexes = new Map<number, number>()
  const loadSome = async <Line extends SubjectLine>(
    lines: readonly Line[],
    onPrint?: (line: Line, print: Uint8Array) => void,
  ) => {
    const byId = new Map(lines.map((line) => [line.id, line]))
    for (const { article, version, value } of await store.printsOf([...byId.keys()])) {
      if (version !== PRINT_VERSION) continue
      indexes.set(article, subjects.size())
      subjects.addPrint(value)
      onPrint?.(byId.get(article)!, value)
    }
    const unprinted = lines.filter(({ id }) => !indexes.has(id))
    const texts = await store.textsOf(unprinted.map(({ key }) => key))
    for (const { id, key, title, language, sourceName } of unprinted) {
      indexes.set(id, subjects.size())
      subjects.add(subjectOf({ title, language, sourceName, text: texts.get(key) ?? null }))
    }
  }
  return {
    load: async (lines, onPrint) => {
      const missing = lines.filter(({ id }) => !indexes.has(id))
      for (let from = 0; from < missing.length; from += PRINTS_PER_QUERY)
        await loadSome(missing.slice(from, from + PRINTS_PER_QUERY), onPrint)
    },
    columns: subjects.columns,
    indexOf: (article) => indexes.get(article)!,
  }
}
