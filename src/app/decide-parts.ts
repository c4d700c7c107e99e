import { decidePollInSteps } from '../core/dedup/decide-poll.ts'
import type { Recent } from '../core/dedup/recent/recent.ts'
import type { Known } from '../core/domain/admission.ts'
import { addDispositions, countDispositions } from '../core/domain/disposition.ts'
import { knownAbout, namesOf } from '../core/domain/known-about.ts'
import type { PreparedEntry } from '../core/domain/prepared.ts'
import type { Store } from '../io/store/open-store.ts'
import {
  type AdmissionCount,
  type AdmissionJob,
  type AdmittedPoll,
  NOTHING_ADMITTED,
  readingOf,
} from './admission-job.ts'
import { type DocumentParts, ENTRIES_A_PART, keysOf, partsOf, type ReadEntries } from './document-parts.ts'
import { unpackEntries } from './packed-entries.ts'
import { type PartToStore, SHORT_TRANSACTIONS, type TransactionSize } from './store-parts.ts'
import { createSlicer, runInSlices, type Slicer } from './time-slices.ts'
import { undoable } from './undoable-recent.ts'

/** How far the admission of a poll has come. */
export interface Progress {
  readonly job: AdmissionJob
  /** Null until its document is cut into parts, and again when the last of them is stored. */
  readonly document: DocumentParts | null
  /** The parts that are stored. */
  readonly stored: number
  /** Entries that are new in this feed, and the certain dates among theirs. */
  readonly newEntries: number
  readonly publishedAt: readonly number[]
  readonly count: AdmissionCount
  /** Undefined until the last part is stored. */
  readonly result?: AdmittedPoll
}

export const newProgress = (job: AdmissionJob): Progress => ({
  job,
  document: null,
  stored: 0,
  newEntries: 0,
  publishedAt: [],
  count: NOTHING_ADMITTED,
})

/** A part that is decided and not stored yet. */
export interface DecidedPart {
  /** What the progress is once it is stored. */
  readonly progress: Progress
  readonly toStore: PartToStore
  /** Takes its articles out of the recent ones again. */
  readonly undo: () => void
}

/** What deciding needs. */
export interface DecideDeps {
  readonly store: Store
  readonly slicer?: Slicer
  /** Into parts of how many entries a document is cut. */
  readonly entriesAPart?: number
  /** Short ones unless given. */
  readonly transactions?: TransactionSize
}

/** Decides as many parts of polls, one poll after the other, as one transaction takes; each part enters the recent articles. */
export async function decideParts(
  deps: DecideDeps,
  jobs: readonly Progress[],
  recent: Recent,
): Promise<readonly DecidedPart[]> {
  const { store, slicer = createSlicer(), entriesAPart = ENTRIES_A_PART, transactions = SHORT_TRANSACTIONS } = deps
  const mostEntries = transactions.entries
  const read = await readNext(store, jobs, { entriesAPart, mostEntries })
  const touched = new Set<string>()
  const parts: DecidedPart[] = []
  let entries = 0
  for (const one of jobs) {
    // A document of which no part would fit is not read in vain.
    const firstPart = Math.min(one.job.prepared.entries.length, entriesAPart)
    if (parts.length > 0 && one.document === null && entries + firstPart > mostEntries) return parts
    const document = one.document ?? (await partsOf(one.job, recent, { store, entriesAPart }, read.get(one.job)))
    let progress = one
    for (const next of document.parts.slice(one.stored)) {
      const keys = keysOf(one.job.feed.id, next)
      // It has to see what a part before it stores.
      const isTouched = namesOf(keys).some((key) => touched.has(key))
      if (parts.length > 0 && (isTouched || entries + next.length > mostEntries)) return parts
      const prints = next.map(({ print }) => print.value)
      if (one.job.scope === 0) await runInSlices(recent.prepareInSteps(prints), slicer)
      // What was looked up just now for the whole document is not looked up again.
      const about = one.document === null ? knownAbout(document.known, keys) : await store.known(keys)
      const part = await decidePart({ ...progress, document }, recent, about, slicer)
      for (const key of touchedBy(part)) touched.add(key)
      parts.push(part)
      entries += next.length
      progress = part.progress
    }
  }
  return parts
}

/** The new polls that a step may reach, and what is stored about their entries, asked at once. */
async function readNext(
  store: Store,
  jobs: readonly Progress[],
  { entriesAPart, mostEntries }: { readonly entriesAPart: number; readonly mostEntries: number },
): Promise<ReadonlyMap<AdmissionJob, ReadEntries>> {
  const asked = new Map<AdmissionJob, readonly PreparedEntry[]>()
  const touched = new Set<string>()
  let count = 0
  for (const { job, document } of jobs) {
    if (count > 0 && count + Math.min(job.prepared.entries.length, entriesAPart) > mostEntries) break
    const entries = document === null ? unpackEntries(job.prepared.entries) : document.parts.flat()
    const names = namesOf(keysOf(job.feed.id, entries))
    if (names.some((name) => touched.has(name))) break
    for (const name of names) touched.add(name)
    count += entries.length
    if (document === null) asked.set(job, entries)
  }
  const keys = Array.from(asked, ([{ feed }, entries]) => keysOf(feed.id, entries))
  const known = await store.knownOfEach(keys)
  return new Map(Array.from(asked, ([job, entries], i) => [job, { entries, known: known[i]! }]))
}

/** Guids, addresses and keys of what a part changes. */
function touchedBy({ toStore: { keys, known, admitted } }: DecidedPart): string[] {
  const byKey = admitted.entries.flatMap(({ article }) => (article !== null && 'key' in article ? article.key : []))
  const addresses = known.entries.flatMap(({ urlKey }) => urlKey ?? [])
  return [...namesOf(keys), ...byKey, ...addresses, ...known.articles.map(({ key }) => key)]
}

/** Decides the next part of a poll by what is known about its entries. */
export async function decidePart(
  one: Progress & { readonly document: DocumentParts },
  everything: Recent,
  known: Known,
  slicer: Slicer,
): Promise<DecidedPart> {
  const { job, stored, document } = one
  const { parts, habits, size } = document
  const { feed, prepared, scope, recordOf } = job
  const entries = parts[stored]!
  const { recent, undo } = undoable(document.recent ?? everything)
  const steps = decidePollInSteps(feed, entries, known, recent, habits)
  const { fresh, removed, ...decided } = await runInSlices(steps, slicer)
  const revised = decided.entries.filter((entry) => entry.disposition === 'revision').length
  const added = decided.articles.length
  const dispositions = countDispositions(decided.entries)
  const duplicates = entries.length - added - revised
  const count = addedTo(one.count, { added, revised, duplicates, removed, dispositions })
  const newEntries = one.newEntries + fresh.length
  const publishedAt = [...one.publishedAt, ...certainDatesOf(fresh.map((at) => entries[at]!))]
  const next = { ...one, stored: stored + 1, newEntries, publishedAt, count }
  const isPart = next.stored < parts.length
  const revisedEntries = count.revised
  const taken = { newEntries, publishedAt, revisedEntries, uncertainDates: document.uncertainDates, ...size }
  const record = recordOf(readingOf(prepared, taken), count)
  return {
    progress: isPart ? next : { ...next, document: null, result: { record, count } },
    toStore: {
      admitted: { record, isPart, scope, unreadGuids: document.unreadGuids, ...decided },
      lease: job.lease,
      keys: keysOf(feed.id, entries),
      known,
    },
    undo,
  }
}

const certainDatesOf = (entries: readonly PreparedEntry[]): number[] =>
  entries.flatMap(({ article }) => (article.dateUncertain ? [] : article.published))

const addedTo = (a: AdmissionCount, b: AdmissionCount): AdmissionCount => ({
  added: a.added + b.added,
  revised: a.revised + b.revised,
  duplicates: a.duplicates + b.duplicates,
  removed: {
    guid: a.removed.guid + b.removed.guid,
    url: a.removed.url + b.removed.url,
    title: a.removed.title + b.removed.title,
  },
  dispositions: addDispositions(a.dispositions, b.dispositions),
})
