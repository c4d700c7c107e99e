import type { Admitted, Known, StoredPrint } from '../../core/domain/admission.ts'
import type { HostLease } from '../../core/domain/host-lease.ts'
import { type Db, type Tx, underAdmissionLock } from './dialect.ts'
import { lostLeases } from './hosts.ts'
import { lastEpoch, newestEpoch, type StoredEpoch } from './idf-epochs.ts'
import { type EntryKeys, known } from './known.ts'
import { lastChange, printsAfter } from './prints.ts'
import { writeAdmitted } from './write-admitted.ts'

/** The store inside the admission transaction: no other process writes articles until it ends. */
export interface Admission {
  /** Prints changed after a change number, in order: with these the cache in memory catches up. */
  printsAfter(change: number, limit: number): Promise<StoredPrint[]>
  /** The number of the last change of a print; 0 without any. */
  lastChange(): Promise<number>
  /** The number of the present term statistics, and the statistics. */
  lastEpoch(): Promise<number>
  newestEpoch(): Promise<StoredEpoch | null>
  /** Each feed's position in feeds.yaml. */
  feedPositions(): Promise<(readonly [feed: number, position: number])[]>
  /** The leases that have passed to another process: nothing done under them may be written. */
  lostLeases(leases: readonly HostLease[]): Promise<ReadonlySet<HostLease>>
  known(keys: EntryKeys): Promise<Known>
  /** Queued for writing before the transaction ends; false, and nothing written, when the lease was lost. */
  admit(admitted: Admitted): Promise<boolean>
}

/** Admission: deciding about the entries of polls and storing them, one process at a time, in one transaction. */
export function admission<T>(db: Db, work: (admission: Admission) => Promise<T>): Promise<T> {
  return underAdmissionLock(db, async (tx) => {
    const waiting = createPollBatch(tx)
    const lost = lostOnce(tx)
    const done = await work({
      printsAfter: (change, limit) => waiting.write().then(() => printsAfter(tx, change, limit)),
      lastChange: () => waiting.write().then(() => lastChange(tx)),
      lastEpoch: () => lastEpoch(tx),
      newestEpoch: () => newestEpoch(tx),
      feedPositions: () => feedPositions(tx),
      lostLeases: lost,
      known: waiting.known,
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
}

/** Batch writer: polls decided but not yet written, so that those of one transaction are written together. */
interface PollBatch {
  readonly known: (keys: EntryKeys) => Promise<Known>
  readonly add: (admitted: Admitted) => Promise<void>
  readonly write: () => Promise<void>
}

/** A query for anything that a queued poll contains flushes the queue first. */
function createPollBatch(tx: Tx): PollBatch {
  const waiting: Admitted[] = []
  const touched = new Set<string>()

  async function write(): Promise<void> {
    touched.clear()
    await writeAdmitted(tx, waiting.splice(0))
  }

  return {
    write,
    async known(keys) {
      const guids = keys.guidKeys.map((guid) => `${keys.feed} ${guid}`)
      const asked = [...guids, ...keys.urlKeys, ...keys.articleKeys]
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
function lostOnce(tx: Tx): Admission['lostLeases'] {
  const held = new Set<HostLease>()
  return async (leases) => {
    const lost = await lostLeases(
      tx,
      leases.filter((lease) => !held.has(lease)),
    )
    for (const lease of leases) if (!lost.has(lease)) held.add(lease)
    return lost
  }
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
