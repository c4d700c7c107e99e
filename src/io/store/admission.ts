import type { Admitted, Known, StoredPrint } from '../../core/domain/admission.ts'
import type { HostLease } from '../../core/domain/host-lease.ts'
import { type EntryKeys, namesOf } from '../../core/domain/known-about.ts'
import { analyzeWhenGrown } from './analyze-when-grown.ts'
import { askUnderAdmissionLock, type Db, type Tx, together } from './dialect.ts'
import { lostLeases } from './hosts.ts'
import { newestEpoch, type StoredEpoch } from './idf-epochs.ts'
import { known, knownOfEach } from './known.ts'
import { type LastNumbers, lastChange, lastNumbers, printsAfter } from './prints.ts'
import { writeAdmitted } from './write-admitted.ts'
import { readBasis, type WriteBasis } from './write-basis.ts'

/** The store inside the admission transaction: from its first answer on, no other process writes articles until it ends. */
export interface Admission {
  /** Prints changed after a change number, in order: with these the cache in memory catches up. */
  printsAfter(change: number, limit: number): Promise<StoredPrint[]>
  /** The number of the last change of a print; 0 without any. */
  lastChange(): Promise<number>
  /** The same with the number of the present term statistics. */
  lastNumbers(): Promise<LastNumbers>
  /** The present term statistics; null for those that are shipped. */
  newestEpoch(): Promise<StoredEpoch | null>
  /** Each feed's position in feeds.yaml. */
  feedPositions(): Promise<(readonly [feed: number, position: number])[]>
  /** The leases that have passed to another process: nothing done under them may be written. */
  lostLeases(leases: readonly HostLease[]): Promise<ReadonlySet<HostLease>>
  known(keys: EntryKeys): Promise<Known>
  /** Queued for writing before the transaction ends; false, and nothing written, when the lease was lost. */
  admit(admitted: Admitted): Promise<boolean>
  /** Asks at once what decided polls depend on, and what writing them needs: before anything else is done. */
  begin(polls: DecidedPolls): Promise<AdmissionStart>
}

/** Polls that were decided before the lock was taken. */
export interface DecidedPolls {
  readonly leases: readonly HostLease[]
  readonly keys: readonly EntryKeys[]
  readonly admitted: readonly Admitted[]
}

/** What the store says now about polls that were decided before. */
export interface AdmissionStart extends LastNumbers {
  /** The leases that have passed to another process. */
  readonly lost: ReadonlySet<HostLease>
  /** In the order of the keys. */
  readonly known: readonly Known[]
}

/** Admission: deciding about the entries of polls and storing them, one process at a time, in one transaction. */
export async function admission<T>(db: Db, work: (admission: Admission) => Promise<T>): Promise<T> {
  let newest = 0
  const done = await askUnderAdmissionLock(db, async (tx) => {
    const waiting = createPollBatch(tx, (id) => {
      newest = Math.max(newest, id)
    })
    const { held, lost } = heldLeases(tx)
    const done = await work({
      printsAfter: (change, limit) => waiting.write().then(() => printsAfter(tx, change, limit)),
      lastChange: () => waiting.write().then((change) => change ?? lastChange(tx)),
      lastNumbers: () => waiting.write().then(() => lastNumbers(tx)),
      newestEpoch: () => newestEpoch(tx),
      feedPositions: () => feedPositions(tx),
      lostLeases: lost,
      known: waiting.known,
      begin: async ({ leases, keys, admitted }) => {
        const [basis, known] = await together(tx, [() => readBasis(tx, admitted, leases), () => knownOfEach(tx, keys)])
        for (const lease of leases) if (!basis.lost.has(lease)) held.add(lease)
        waiting.begin(admitted, basis, keys)
        return { change: basis.change, epoch: basis.epoch, lost: basis.lost, known }
      },
      admit: async (admitted) => {
        const { lease } = admitted.record
        if (lease !== null && (await lost([lease])).has(lease)) return false
        await waiting.add(admitted)
        return true
      },
    })
    await waiting.write()
    return done
  })
  if (newest > 0) await analyzeWhenGrown(db, newest)
  return done
}

/** Batch writer: polls decided but not yet written, so that those of one transaction are written together. */
interface PollBatch {
  readonly known: (keys: EntryKeys) => Promise<Known>
  readonly add: (admitted: Admitted) => Promise<void>
  /** The number of the last change of a print, if it is known. */
  readonly write: () => Promise<number | null>
  /** What was read for polls that will be added. */
  readonly begin: (polls: readonly Admitted[], basis: WriteBasis, keys: readonly EntryKeys[]) => void
}

/** A query for anything that a queued poll contains flushes the queue first. `onWritten` is told the id of the newest article. */
function createPollBatch(tx: Tx, onWritten: (newest: number) => void): PollBatch {
  const waiting: Admitted[] = []
  const touched = new Set<string>()

  let change: number | null = null
  let begun: { readonly polls: ReadonlySet<Admitted>; readonly basis: WriteBasis } | null = null

  async function write(): Promise<number | null> {
    touched.clear()
    const list = waiting.splice(0)
    if (list.length === 0) return change
    const ready = begun !== null && list.every((one) => begun!.polls.has(one)) ? begun.basis : null
    begun = null
    const basis = ready ?? (await readBasis(tx, list))
    change = await writeAdmitted(tx, list, basis)
    onWritten(basis.ids.at(-1) ?? 0)
    return change
  }

  return {
    write,
    begin(polls, basis, keys) {
      begun = { polls: new Set(polls), basis }
      change = basis.change
      for (const key of keys.flatMap(namesOf)) touched.add(key)
    },
    async known(keys) {
      const asked = namesOf(keys)
      if (asked.some((key) => touched.has(key))) await write()
      const found = await known(tx, keys)
      for (const key of asked) touched.add(key)
      for (const { urlKey } of found.entries) if (urlKey !== null) touched.add(urlKey)
      return found
    },
    async add(admitted) {
      const changesStored = admitted.revisions.length + admitted.replaced.length > 0
      if (changesStored) await write()
      waiting.push(admitted)
      if (changesStored) await write()
      for (const { article } of admitted.entries) if (article !== null && 'key' in article) touched.add(article.key)
    },
  }
}

/** A lease found valid stays so until the transaction ends, and is not checked again. */
function heldLeases(tx: Tx): { readonly held: Set<HostLease>; readonly lost: Admission['lostLeases'] } {
  const held = new Set<HostLease>()
  const lost: Admission['lostLeases'] = async (leases) => {
    const lost = await lostLeases(
      tx,
      leases.filter((lease) => !held.has(lease)),
    )
    for (const lease of leases) if (!lost.has(lease)) held.add(lease)
    return lost
  }
  return { held, lost }
}

/** Each feed's position in feeds.yaml. */
export async function feedPositions(tx: Db): Promise<(readonly [number, number])[]> {
  const rows = await tx
    .selectFrom('feed')
    .innerJoin('source', 'source.id', 'feed.source_id')
    .select(['feed.id', 'position'])
    .execute()
  return rows.map(({ id, position }) => [id, position] as const)
}
