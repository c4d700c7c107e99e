import { TERM_FLAGS } from '../../domain/print.ts'
import type { Subject } from '../../similar/subject.ts'
import type { SubjectColumns } from '../../similar/subject-columns.ts'
import { withoutElisions } from '../../text/elisions.ts'
import { canonicalNumbers } from '../../text/numbers.ts'
import { normalizeTitle } from '../../text/title.ts'
import { words } from '../../text/words.ts'
import { uintAt } from '../containers/bytes.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { headlineIn } from './decode-print.ts'
import { LONGEST_TITLE } from './print.ts'
import { locateTerms, termsLocation } from './read-in-place.ts'
import { eachOwnTerm } from './word-cache.ts'

/** Subjects in columns that grow. */
export interface GrowingSubjects {
  /** Adds what an article is about by its print, as `subjectOfPrint` has it. */
  readonly addPrint: (bytes: Uint8Array) => void
  readonly add: (subject: Subject) => void
  readonly size: () => number
  /** The columns as they are now. */
  readonly columns: () => SubjectColumns
}

const place = termsLocation()
const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** Empty columns. The terms of a print are copied into them without being decoded: a window has a hundred thousand prints. */
export function createSubjects(): GrowingSubjects {
  let starts = new Uint32Array(1024)
  let ids = new Uint32Array(1 << 16)
  let counts = new Uint8Array(1 << 16)
  let size = 0
  /** Makes room for so many terms of one more subject; returns where they start. */
  const extend = (terms: number): number => {
    const start = starts[size]!
    starts = ensureCapacity(starts, size + 2)
    ids = ensureCapacity(ids, start + terms)
    counts = ensureCapacity(counts, start + terms)
    starts[++size] = start + terms
    return start
  }
  return {
    add: (subject) => {
      const start = extend(subject.ids.length)
      ids.set(subject.ids, start)
      counts.set(subject.counts, start)
    },
    addPrint: (bytes) => {
      locateTerms(bytes, place)
      const start = extend(place.size)
      copyIds(bytes, ids, start)
      for (let at = 0; at < place.size; at++) counts[start + at] = subjectCount(bytes, at)
    },
    size: () => size,
    columns: () => ({
      starts: starts.subarray(0, size + 1),
      ids: ids.subarray(0, starts[size]),
      counts: counts.subarray(0, starts[size]),
    }),
  }
}

/** Copies the ids of the located terms. */
function copyIds(bytes: Uint8Array, into: Uint32Array, start: number): void {
  if (isLittleEndian) {
    const column = new Uint8Array(into.buffer, into.byteOffset + 4 * start, 4 * place.size)
    column.set(bytes.subarray(place.ids, place.counts))
  } else for (let at = 0; at < place.size; at++) into[start + at] = uintAt(bytes, place.ids + 4 * at)
}

const isTitled = (bytes: Uint8Array, at: number): boolean => (bytes[place.flags + at]! & TERM_FLAGS.inTitle) !== 0

/** A print counts the headline three times, a subject twice; a word that a headline repeats counts a little more. */
const subjectCount = (bytes: Uint8Array, at: number): number =>
  bytes[place.counts + at]! - (isTitled(bytes, at) ? 1 : 0)

/** From this count on a headline may have said a term more than once. */
const MAYBE_TWICE = 6
const MOST = 255

/**
 * What `subjectOf` counts in an article, by its print; null where only the text can tell: a count at its bound, or a title of which the
 * print has a part. The title is read again only where it may repeat a term.
 */
export function countedSubject(bytes: Uint8Array, title: string): Subject | null {
  if (title.length > LONGEST_TITLE) return null
  locateTerms(bytes, place)
  const ids = new Uint32Array(place.size)
  const counts = new Uint8Array(place.size)
  copyIds(bytes, ids, 0)
  let times: ReadonlyMap<number, number> | null = null
  for (let at = 0; at < place.size; at++) {
    const count = bytes[place.counts + at]!
    if (count === MOST) return null
    counts[at] = count
    if (!isTitled(bytes, at)) continue
    if (count >= MAYBE_TWICE) {
      times ??= timesInTitle(bytes)
      counts[at] = count - times.get(ids[at]!)!
    } else counts[at] = count - 1
  }
  return { ids, counts }
}

/** How often a title says each of its terms, read as its print was made. */
function timesInTitle(bytes: Uint8Array): Map<number, number> {
  const { raw, sourceName, language } = headlineIn(bytes)
  const times = new Map<number, number>()
  const count = (term: number) => times.set(term >>> 0, (times.get(term >>> 0) ?? 0) + 1)
  const bare = withoutElisions(normalizeTitle(raw, sourceName), language)
  for (const word of canonicalNumbers(words(bare), language)) eachOwnTerm(word, language, count)
  return times
}
