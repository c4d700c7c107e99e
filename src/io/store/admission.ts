import type {
  Admitted,
  AdmittedEntry,
  ArticlePlace,
  Known,
  NewRevision,
  StoredPrint,
} from '../../core/domain/admission.ts'
import type { Disposition } from '../../core/domain/disposition.ts'
import type { HostLease } from '../../core/domain/host-lease.ts'
import { bodyRow, insertArticles, toArticleColumns } from './articles.ts'
import { toBytes, toHex } from './bytes.ts'
import { type Db, type Tx, underAdmissionLock } from './dialect.ts'
import { insertEvents } from './events.ts'
import { lastEpoch, newestEpoch, type StoredEpoch } from './idf-epochs.ts'
import { insertRows } from './insert-rows.ts'
import { insertMatches, removeMatches } from './matches.ts'
import { leaseIsLost, writePoll } from './polls.ts'
import { insertPrints, lastChange, printsAfter, takeChanges } from './prints.ts'
import { GOES_WITH_ARTICLE } from './retention.ts'
import type { EntryRow } from './schema.ts'
import { openStories } from './stories.ts'

/** Which entries a poll brings, by their keys. */
export interface EntryKeys {
  readonly feed: number
  readonly guidKeys: readonly string[]
  readonly urlKeys: readonly string[]
  /** The keys the articles would be stored under. */
  readonly articleKeys: readonly string[]
}

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
  leaseIsLost(lease: HostLease | null): Promise<boolean>
  known(keys: EntryKeys): Promise<Known>
  /** The ids of the new articles, in their order; null, and nothing written, when the lease was lost. */
  admit(admitted: Admitted): Promise<number[] | null>
}

export function admission<T>(db: Db, work: (admission: Admission) => Promise<T>): Promise<T> {
  return underAdmissionLock(db, (tx) =>
    work({
      printsAfter: (change, limit) => printsAfter(tx, change, limit),
      lastChange: () => lastChange(tx),
      lastEpoch: () => lastEpoch(tx),
      newestEpoch: () => newestEpoch(tx),
      feedPositions: () => feedPositions(tx),
      leaseIsLost: (lease) => leaseIsLost(tx, { lease }),
      known: (keys) => known(tx, keys),
      admit: (admitted) => admit(tx, admitted),
    }),
  )
}

async function feedPositions(tx: Tx): Promise<(readonly [number, number])[]> {
  const rows = await tx
    .selectFrom('feed')
    .innerJoin('source', 'source.id', 'feed.source_id')
    .select(['feed.id', 'position'])
    .execute()
  return rows.map(({ id, position }) => [id, position] as const)
}

/** As many keys as one query may name: SQLite takes 32,766 values, two lists of these fit. */
const AT_ONCE = 10_000

const lots = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / AT_ONCE) }, (_, i) => list.slice(i * AT_ONCE, (i + 1) * AT_ONCE))

/** Articles are found by address through their entries: an index less to keep on the larger table. */
async function known(tx: Tx, keys: EntryKeys): Promise<Known> {
  const rows: EntryRow[] = []
  for (const guidKeys of lots(keys.guidKeys)) rows.push(...(await entriesByGuid(tx, { ...keys, guidKeys })))
  for (const urlKeys of lots(keys.urlKeys)) rows.push(...(await entriesByUrl(tx, urlKeys)))
  const entries = new Map(rows.map((row) => [`${row.feed_id} ${toHex(row.guid_key)}`, toKnownEntry(row)]))
  const ids = new Set([...entries.values()].flatMap((entry) => entry.article ?? []))
  const [idLots, keyLots] = [lots([...ids]), lots(keys.articleKeys)]
  const articles = new Map<number, Known['articles'][number]>()
  for (let i = 0; i < Math.max(idLots.length, keyLots.length); i++) {
    for (const one of await knownArticles(tx, idLots[i] ?? [], keyLots[i] ?? [])) articles.set(one.id, one)
  }
  return { entries: [...entries.values()], articles: [...articles.values()] }
}

async function entriesByGuid(tx: Tx, { feed, guidKeys }: EntryKeys): Promise<EntryRow[]> {
  const query = tx.selectFrom('entry').selectAll().where('feed_id', '=', feed)
  return query.where('guid_key', 'in', guidKeys.map(toBytes)).execute()
}

async function entriesByUrl(tx: Tx, urlKeys: readonly string[]): Promise<EntryRow[]> {
  return tx.selectFrom('entry').selectAll().where('url_key', 'in', urlKeys.map(toBytes)).execute()
}

async function knownArticles(
  tx: Tx,
  ids: readonly number[],
  articleKeys: readonly string[],
): Promise<Known['articles']> {
  const rows = await tx
    .selectFrom('article')
    .innerJoin('feed', 'feed.id', 'article.feed_id')
    .innerJoin('source', 'source.id', 'feed.source_id')
    .select(['article.id', 'key', 'feed_id', 'position', 'article.url_key', 'content_hash'])
    .select(['word_count', 'published_at', 'revision'])
    .where((eb) =>
      eb.or([
        ...(ids.length === 0 ? [] : [eb('article.id', 'in', ids)]),
        ...(articleKeys.length === 0 ? [] : [eb('key', 'in', articleKeys.map(toBytes))]),
      ]),
    )
    .orderBy('article.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    key: toHex(row.key),
    feed: row.feed_id,
    position: row.position,
    urlKey: row.url_key && toHex(row.url_key),
    contentHash: row.content_hash,
    wordCount: row.word_count,
    published: row.published_at,
    revision: row.revision,
  }))
}

async function admit(tx: Tx, admitted: Admitted): Promise<number[] | null> {
  const { record } = admitted
  if (await leaseIsLost(tx, record)) return null
  const ids = await insertArticles(
    tx,
    admitted.articles.map((one) => one.article),
  )
  const idOf = await placesIn(tx, admitted, ids)
  const withPrint = admitted.articles.flatMap(({ print }, i) => (print ? [{ article: ids[i]!, print }] : []))
  const changed = admitted.revisions.filter(({ kind, print }) => kind !== 'stays' && print !== null)
  let change = await takeChanges(tx, withPrint.length + changed.length)
  await insertPrints(tx, withPrint, change)
  change += withPrint.length
  for (const revision of admitted.revisions) {
    const id = idOf(revision.of)
    if (changed.includes(revision)) change++
    if (id !== null) await writeRevision(tx, revision, { id, change, now: record.poll.at })
  }
  await writeEntries(tx, { feed: record.feed.id, now: record.poll.at, idOf }, admitted.entries)
  for (const { key, by } of admitted.replaced) await replaceArticle(tx, idOf({ key }), idOf(by), key)
  await openStories(tx, admitted.articles, ids, record.poll.at)
  await insertMatches(tx, admitted.matches)
  await writePoll(tx, record)
  await insertEvents(tx, record.events)
  return ids
}

type IdOf = (place: ArticlePlace) => number | null

/** Where articles named by their keys are; null for one that retention took meanwhile. */
async function placesIn(tx: Tx, admitted: Admitted, ids: readonly number[]): Promise<IdOf> {
  const places = [
    ...admitted.entries.map(({ article }) => article),
    ...admitted.revisions.map(({ of }) => of),
    ...admitted.replaced.flatMap(({ key, by }) => [{ key }, by]),
  ]
  const keys = new Set(places.flatMap((place) => (place !== null && 'key' in place ? place.key : [])))
  const known = new Map<string, number>()
  if (keys.size > 0) {
    const query = tx.selectFrom('article').select(['id', 'key'])
    for (const { id, key } of await query.where('key', 'in', [...keys].map(toBytes)).execute())
      known.set(toHex(key), id)
  }
  return (place) => ('id' in place ? place.id : 'added' in place ? ids[place.added]! : (known.get(place.key) ?? null))
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

async function writeEntries(
  tx: Tx,
  { feed, now, idOf }: { readonly feed: number; readonly now: number; readonly idOf: IdOf },
  entries: readonly AdmittedEntry[],
): Promise<void> {
  const rows = entries.map(({ guidKey, urlKey, rawHash, disposition, article }) => ({
    feed_id: feed,
    guid_key: toBytes(guidKey),
    url_key: urlKey === null ? null : toBytes(urlKey),
    raw_hash: toBytes(rawHash),
    first_seen_at: now,
    disposition,
    article_id: article && idOf(article),
  }))
  await insertRows(tx, 'entry', rows, ENTRY_AGAIN)
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

function toKnownEntry(row: EntryRow): Known['entries'][number] {
  return {
    feed: row.feed_id,
    guidKey: toHex(row.guid_key),
    urlKey: row.url_key && toHex(row.url_key),
    rawHash: toHex(row.raw_hash),
    disposition: row.disposition as Disposition,
    article: row.article_id,
  }
}
