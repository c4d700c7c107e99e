import type {
  Admitted,
  AdmittedEntry,
  Known,
  NewArticle,
  NewRevision,
  StoredPrint,
} from '../../core/domain/admission.ts'
import type { Disposition } from '../../core/domain/disposition.ts'
import { bodyRow, insertArticles, toArticleColumns } from './articles.ts'
import { toBytes, toHex } from './bytes.ts'
import { type Db, type Tx, underAdmissionLock } from './dialect.ts'
import { insertEvents } from './events.ts'
import { insertRows } from './insert-rows.ts'
import { leaseIsLost, writePoll } from './polls.ts'
import type { EntryRow } from './schema.ts'

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
  /** Prints of articles with a higher id, in the order of ids: how a window in memory catches up. */
  printsAfter(article: number, limit: number): Promise<StoredPrint[]>
  known(keys: EntryKeys): Promise<Known>
  /** The ids of the new articles, in their order; null, and nothing written, when the lease was lost. */
  admit(admitted: Admitted): Promise<number[] | null>
}

export function admission<T>(db: Db, work: (admission: Admission) => Promise<T>): Promise<T> {
  return underAdmissionLock(db, (tx) =>
    work({
      printsAfter: (article, limit) => printsAfter(tx, article, limit),
      known: (keys) => known(tx, keys),
      admit: (admitted) => admit(tx, admitted),
    }),
  )
}

async function printsAfter(tx: Tx, article: number, limit: number): Promise<StoredPrint[]> {
  const rows = await tx
    .selectFrom('print')
    .selectAll()
    .where('article_id', '>', article)
    .orderBy('article_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ article: row.article_id, version: row.version, value: new Uint8Array(row.value) }))
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
  await insertPrints(tx, admitted.articles, ids)
  for (const revision of admitted.revisions) await writeRevision(tx, revision, record.poll.at)
  await writeEntries(tx, record.feed.id, admitted.entries, ids, record.poll.at)
  await writePoll(tx, record)
  await insertEvents(tx, record.events)
  return ids
}

async function insertPrints(tx: Tx, articles: readonly NewArticle[], ids: readonly number[]): Promise<void> {
  const rows = articles.flatMap(({ print }, i) => (print ? [{ article_id: ids[i]!, ...print }] : []))
  await insertRows(tx, 'print', rows)
}

/** An entry seen again keeps the moment it was first seen. */
const ENTRY_AGAIN = `on conflict (feed_id, guid_key) do update set url_key = excluded.url_key, raw_hash = excluded.raw_hash,
  disposition = excluded.disposition, article_id = excluded.article_id`

async function writeEntries(
  tx: Tx,
  feed: number,
  entries: readonly AdmittedEntry[],
  ids: readonly number[],
  now: number,
): Promise<void> {
  const rows = entries.map(({ guidKey, urlKey, rawHash, disposition, article }) => ({
    feed_id: feed,
    guid_key: toBytes(guidKey),
    url_key: urlKey === null ? null : toBytes(urlKey),
    raw_hash: toBytes(rawHash),
    first_seen_at: now,
    disposition,
    article_id: article === null ? null : 'id' in article ? article.id : ids[article.added]!,
  }))
  await insertRows(tx, 'entry', rows, ENTRY_AGAIN)
}

/** Keeps the version that gives way, or stays behind, under the next number. */
async function writeRevision(tx: Tx, revision: NewRevision, now: number): Promise<void> {
  const { kind, articleId: id, article } = revision
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
  if (revision.print) await tx.updateTable('print').set(revision.print).where('article_id', '=', id).execute()
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
