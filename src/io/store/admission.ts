import type { Admitted, ArticlePlace, Known, NewRevision, StoredPrint } from '../../core/domain/admission.ts'
import type { HostLease } from '../../core/domain/host-lease.ts'
import { bodyRow, insertArticles, toArticleColumns } from './articles.ts'
import { toBytes, toHex } from './bytes.ts'
import { type Db, runOnList, type Tx, underAdmissionLock } from './dialect.ts'
import { lostLeases } from './hosts.ts'
import { lastEpoch, newestEpoch, type StoredEpoch } from './idf-epochs.ts'
import { insertRows } from './insert-rows.ts'
import { type EntryKeys, known } from './known.ts'
import { type LaterWrites, laterWrites } from './later-writes.ts'
import { removeMatches } from './matches.ts'
import { lastChange, printsAfter, takeChanges } from './prints.ts'
import { GOES_WITH_ARTICLE } from './retention.ts'

/** The store as seen by the one who decides: nobody else writes articles until this transaction ends. */
export interface Admission {
  /** Prints that changed after a change, in their order: how a window in memory catches up. */
  printsAfter(change: number, limit: number): Promise<StoredPrint[]>
  /** The number of the last change of a print; 0 when there was none. */
  lastChange(): Promise<number>
  /** The number of the statistics to decide by, and these. */
  lastEpoch(): Promise<number>
  newestEpoch(): Promise<StoredEpoch | null>
  /** Each feed's place in feeds.yaml. */
  feedPositions(): Promise<(readonly [feed: number, position: number])[]>
  /** Those of some leases that have passed to somebody else: nothing done under them may be written. */
  lostLeases(leases: readonly HostLease[]): Promise<ReadonlySet<HostLease>>
  known(keys: EntryKeys): Promise<Known>
  /** The ids of the new articles, in their order; null, and nothing written, when the lease was lost. */
  admit(admitted: Admitted): Promise<number[] | null>
}

export function admission<T>(db: Db, work: (admission: Admission) => Promise<T>): Promise<T> {
  return underAdmissionLock(db, async (tx) => {
    const later = laterWrites(tx)
    const lost = lostOnce(tx)
    const done = await work({
      printsAfter: (change, limit) => later.writeAll().then(() => printsAfter(tx, change, limit)),
      lastChange: () => later.writeAll().then(() => lastChange(tx)),
      lastEpoch: () => lastEpoch(tx),
      newestEpoch: () => newestEpoch(tx),
      feedPositions: () => feedPositions(tx),
      lostLeases: lost,
      known: (keys) => known(tx, keys),
      admit: async (admitted) => {
        const { lease } = admitted.record
        return lease !== null && (await lost([lease])).has(lease) ? null : admit(tx, later, admitted)
      },
    })
    await later.writeAll()
    return done
  })
}

/** A lease found to be ours stays so until the transaction ends, and is not asked for again. */
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

async function feedPositions(tx: Tx): Promise<(readonly [number, number])[]> {
  const rows = await tx
    .selectFrom('feed')
    .innerJoin('source', 'source.id', 'feed.source_id')
    .select(['feed.id', 'position'])
    .execute()
  return rows.map(({ id, position }) => [id, position] as const)
}

async function admit(tx: Tx, later: LaterWrites, admitted: Admitted): Promise<number[]> {
  const changesStored = admitted.revisions.length + admitted.replaced.length > 0
  if (changesStored) await later.writeAll()
  const ids = await insertArticles(
    tx,
    admitted.articles.map((one) => one.article),
  )
  later.add(admitted, ids)
  // Changes are numbered in their order.
  if (changesStored) await later.writePrints()
  const idOf = await placesIn(tx, admitted, ids)
  await writeRevisions(tx, admitted, idOf)
  await writeEntries(tx, admitted, idOf)
  for (const { key, by } of admitted.replaced) await replaceArticle(tx, idOf({ key }), idOf(by), key)
  return ids
}

type IdOf = (place: ArticlePlace) => number | null

const IDS = 'select id, key from article where key in (*)'

/** Where articles named by their keys are; null for one that retention took meanwhile. */
async function placesIn(tx: Tx, admitted: Admitted, ids: readonly number[]): Promise<IdOf> {
  const places = [
    ...admitted.entries.map(({ article }) => article),
    ...admitted.revisions.map(({ of }) => of),
    ...admitted.replaced.flatMap(({ key, by }) => [{ key }, by]),
  ]
  const keys = new Set(places.flatMap((place) => (place !== null && 'key' in place ? place.key : [])))
  const rows = await runOnList<{ id: number; key: Uint8Array }>(tx, IDS, [...keys].map(toBytes))
  const stored = new Map(rows.map(({ id, key }) => [toHex(key), id]))
  return (place) => ('id' in place ? place.id : 'added' in place ? ids[place.added]! : (stored.get(place.key) ?? null))
}

/** The entries of an article that gave way say what it gave way to. */
async function replaceArticle(tx: Tx, id: number | null, by: number | null, key: string): Promise<void> {
  if (id === null || id === by) return
  await tx.updateTable('entry').set({ article_id: by }).where('article_id', '=', id).execute()
  for (const table of GOES_WITH_ARTICLE) await tx.deleteFrom(table).where('article_id', '=', id).execute()
  await tx.deleteFrom('article').where('id', '=', id).execute()
  await removeMatches(tx, [toBytes(key)])
}

/** An entry seen again keeps the moment it was first seen, and what became of it unless that is another thing now. */
const ENTRY_AGAIN = `on conflict (feed_id, guid_key) do update set url_key = excluded.url_key, raw_hash = excluded.raw_hash,
  disposition = case when excluded.disposition = 'exact_duplicate' and entry.article_id = excluded.article_id
  then entry.disposition else excluded.disposition end, article_id = excluded.article_id`

async function writeEntries(tx: Tx, { record, entries }: Admitted, idOf: IdOf): Promise<void> {
  const rows = entries.map(({ guidKey, urlKey, rawHash, disposition, article }) => ({
    feed_id: record.feed.id,
    guid_key: toBytes(guidKey),
    url_key: urlKey === null ? null : toBytes(urlKey),
    raw_hash: toBytes(rawHash),
    first_seen_at: record.poll.at,
    disposition,
    article_id: article && idOf(article),
  }))
  await insertRows(tx, 'entry', rows, ENTRY_AGAIN)
}

async function writeRevisions(tx: Tx, { record, revisions }: Admitted, idOf: IdOf): Promise<void> {
  if (revisions.length === 0) return
  const changed = new Set(revisions.filter(({ kind, print }) => kind !== 'stays' && print !== null))
  let change = await takeChanges(tx, changed.size)
  for (const revision of revisions) {
    const id = idOf(revision.of)
    if (changed.has(revision)) change++
    if (id !== null) await writeRevision(tx, revision, { id, change, now: record.poll.at })
  }
}

/** Keeps the version that gives way, or stays behind, under the next number. */
async function writeRevision(
  tx: Tx,
  revision: NewRevision,
  { id, change, now }: { readonly id: number; readonly change: number; readonly now: number },
): Promise<void> {
  const { kind, article } = revision
  const old = await tx
    .selectFrom('article')
    .innerJoin('article_body', 'article_body.article_id', 'article.id')
    .select(['article.title', 'article.content_hash', 'html', 'text', 'revision', 'feed_id'])
    .where('article.id', '=', id)
    .executeTakeFirstOrThrow()
  const n = kind === 'rehomes' ? old.revision : old.revision + 1
  if (kind !== 'rehomes') {
    const kept =
      kind === 'stays'
        ? { title: article.title, html: article.body, text: article.text, content_hash: article.contentHash }
        : { title: old.title, html: old.html, text: old.text, content_hash: old.content_hash }
    const from = { feed_id: kind === 'stays' ? article.feed : old.feed_id, guid_key: toBytes(revision.guidKey) }
    const row = { article_id: id, n, at: now, ...kept, ...from }
    await tx.insertInto('revision').values(row).execute()
  }
  if (kind === 'stays') {
    await tx.updateTable('article').set({ revision: n }).where('id', '=', id).execute()
    return
  }
  const mark = kind === 'updates' ? { updated_at: now } : { feed_id: article.feed }
  await tx
    .updateTable('article')
    .set({ ...toArticleColumns(article), revision: n, ...mark })
    .where('id', '=', id)
    .execute()
  await tx.updateTable('article_body').set(bodyRow(article)).where('article_id', '=', id).execute()
  if (revision.print) {
    const print = { ...revision.print, change }
    await tx.updateTable('print').set(print).where('article_id', '=', id).execute()
  }
}
