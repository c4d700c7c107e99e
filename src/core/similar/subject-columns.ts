import type { Subject } from './subject.ts'

/** The subjects of many articles, one after the other: an object and two arrays for each would be most of a window's memory. */
export interface SubjectColumns {
  /** Where each subject starts, and behind the last one where it ends. */
  readonly starts: Uint32Array
  readonly ids: Uint32Array
  readonly counts: Uint8Array
}

/** The subject at an index, as a view of the columns. */
export function subjectAt({ starts, ids, counts }: SubjectColumns, at: number): Subject {
  const [start, end] = [starts[at]!, starts[at + 1]!]
  return { ids: ids.subarray(start, end), counts: counts.subarray(start, end) }
}

/** Subjects in columns, in their order. */
export function subjectColumns(subjects: readonly Subject[]): SubjectColumns {
  const starts = new Uint32Array(subjects.length + 1)
  for (const [at, { ids }] of subjects.entries()) starts[at + 1] = starts[at]! + ids.length
  const columns = { starts, ids: new Uint32Array(starts.at(-1)!), counts: new Uint8Array(starts.at(-1)!) }
  for (const [at, { ids, counts }] of subjects.entries()) {
    columns.ids.set(ids, starts[at]!)
    columns.counts.set(counts, starts[at]!)
  }
  return columns
}
