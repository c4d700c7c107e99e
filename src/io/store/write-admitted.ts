import type { Admitted, ArticleRef, NewRevision } from '../../core/domain/admission.ts'
import { aboutArticles, type NewEvent } from '../../core/domain/event.ts'
import { StaleCache } from '../../core/domain/stale-cache.ts'
import { articlesOf, bodiesOf, bodyRow, toArticleColumns } from './articles.ts'
import { markFirstDocument } from './back-catalogue.ts'
import { toBytes, toHex } from './bytes.ts'
import { runOnList, type Tx, together } from './dialect.ts'
import { insertEvents } from './events.ts'
import { refreshDue } from './hosts.ts'
import { insertIntoTables, type TableRows } from './insert-rows.ts'
import { matchRows, removeMatches } from './matches.ts'
import { hostsToRefresh, pollTables } from './polls.ts'
import { settlePrepared } from './prepared-polls.ts'
import { changeRows, printRows, takeChanges } from './prints.ts'
import { GOES_WITH_ARTICLE } from './retention.ts'
import type { RevisionRow } from './schema.ts'
import { openedStories, type StoredNewcomer } from './stories.ts'
import { refsIn, type WriteBasis } from './write-basis.ts'

/**
 * Writes the results of polls, table by table; gives the number of the last change of a print. A poll that changes stored articles is
 * written alone: the order matters.
 */
export async function writeAdmitted(tx: Tx, list: readonly Admitted[], basis: WriteBasis): Promise<number> {
  const added = newcomersOf(list).map((one, i) => ({ ...one, id: basis.ids[i]! }))
  const resolved = placeEach(list, added, storedOrAdded(list, added, basis.idOf))
  const records = list.flatMap(({ record, isPart }) => (isPart ? [] : record))
  const prints = printsOf(added, basis.change)
  const change = basis.change + prints.rows.length
  const tables = [
    ...[articlesOf(added), bodiesOf(added), prints, openedStories(added, basis.storyOf)],
    ...[matchRows(list.flatMap((one) => one.matches)), ...pollTables(records)],
    ...(prints.rows.length === 0 ? [] : [changeRows(change)]),
    entryRows(resolved),
  ]
  const [, entries] = await together(tx, [() => settlePrepared(tx, records), () => insertIntoTables(tx, tables)])
  const came = newEntries(list, entries as unknown as StoredEntry[])
  const last = await changeStored(tx, resolved, came, change)
  await refreshDue(tx, hostsToRefresh(records, basis.hosts))
  const events = records.flatMap((record) => record.events)
  await insertEvents(tx, [...events, ...resolved.flatMap((one) => articlesCame(one, came))])
  return last
}

/** Writes what entries change about stored articles, in order; gives the number of the last change of a print. */
async function changeStored(
  tx: Tx,
  resolved: readonly ResolvedAdmission[],
  came: NewEntries,
  change: number,
): Promise<number> {
  let last = change
  for (const one of resolved) last += await writeRevisions(tx, one)
  await clearBacklog(tx, resolved)
  for (const { replaced, idOf } of resolved)
    for (const { key, by } of replaced) await replaceArticle(tx, idOf({ key }), idOf(by), key)
  for (const one of resolved) await markRead(tx, one, came)
  return last
}

/** Of a first document all but the newest was there before the feed was followed. */
async function markRead(tx: Tx, one: ResolvedAdmission, came: NewEntries): Promise<void> {
  const { record, entries, unreadGuids = null, idOf } = one
  if (unreadGuids === null) return
  const feed = record.feed.id
  const brought = entries.flatMap(({ guidKey, article }) =>
    article !== null && came.has(`${feed} ${guidKey}`) && !unreadGuids.includes(guidKey) ? idOf(article) : [],
  )
  await markFirstDocument(tx, feed, [...new Set(brought)], unreadGuids)
}

/** What a poll brought that its feed did not have before, and what it changed. */
function articlesCame({ record, entries, revisions, idOf }: ResolvedAdmission, came: NewEntries): NewEvent[] {
  const { id: feed } = record.feed
  const brought = entries.flatMap(({ guidKey, article }) =>
    article !== null && came.has(`${feed} ${guidKey}`) ? idOf(article) : [],
  )
  const changed = revisions.flatMap(({ kind, of }) => (kind === 'stays' ? [] : idOf(of)))
  const ids = [...new Set([...brought, ...changed])]
  if (ids.length === 0) return []
  return [{ at: record.poll.at, kind: 'articles.came', subject: `feed:${feed}`, payload: aboutArticles(ids) }]
}

/** New articles of polls, in the order of the polls. */
function newcomersOf(list: readonly Admitted[]): readonly Omit<StoredNewcomer, 'id'>[] {
  return list.flatMap(({ articles, record, scope = 0 }) =>
    articles.map((one) => ({ ...one, at: record.poll.at, scope })),
  )
}

/** Under the change numbers after the given one. */
function printsOf(added: readonly StoredNewcomer[], change: number): TableRows {
  const prints = added.flatMap(({ id, print, scope }) => (print ? [{ article: id, print, scope }] : []))
  return printRows(prints, change)
}

/** A poll's results with the ids of its articles. */
interface ResolvedAdmission extends Admitted {
  readonly idOf: (ref: ArticleRef) => number
}

/** The ids of articles by their keys: stored ones, and those added now. */
function storedOrAdded(
  list: readonly Admitted[],
  added: readonly StoredNewcomer[],
  stored: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const ids = new Map([...stored, ...added.map(({ id, article }) => [article.key, id] as const)])
  const missing = list.flatMap(refsIn).flatMap((ref) => ('key' in ref && !ids.has(ref.key) ? ref.key : []))
  if (missing.length > 0) throw new StaleCache([...new Set(missing)])
  return ids
}

function placeEach(
  list: readonly Admitted[],
  added: readonly StoredNewcomer[],
  stored: ReadonlyMap<string, number>,
): readonly ResolvedAdmission[] {
  let before = 0
  return list.map((admitted) => {
    const first = before
    before += admitted.articles.length
    const idOf = (ref: ArticleRef) => {
      if ('id' in ref) return ref.id
      return 'added' in ref ? added[first + ref.added]!.id : stored.get(ref.key)!
    }
    return { ...admitted, idOf }
  })
}

/** The entries of a replaced article then belong to the one that replaced it. */
async function replaceArticle(tx: Tx, id: number, by: number, key: string): Promise<void> {
  if (id === by) return
  await tx.updateTable('entry').set({ article_id: by }).where('article_id', '=', id).execute()
  for (const table of GOES_WITH_ARTICLE) await tx.deleteFrom(table).where('article_id', '=', id).execute()
  await tx.deleteFrom('article').where('id', '=', id).execute()
  await removeMatches(tx, [toBytes(key)])
}

/** A known entry keeps the time it was first seen, and its disposition unless that changed. */
const ENTRY_AGAIN = `on conflict (feed_id, guid_key) do update set url_key = excluded.url_key, raw_hash = excluded.raw_hash,
  disposition = case when excluded.disposition = 'exact_duplicate' and entry.article_id = excluded.article_id
  then entry.disposition else excluded.disposition end, article_id = excluded.article_id
  returning feed_id, guid_key, first_seen_at`

/** Entries that were not stored before, each by its feed and guid. */
type NewEntries = ReadonlySet<string>

function entryRows(list: readonly ResolvedAdmission[]): TableRows {
  const rows = list.flatMap(({ record, entries, idOf }) =>
    entries.map(({ guidKey, urlKey, rawHash, disposition, article }) => ({
      feed_id: record.feed.id,
      guid_key: toBytes(guidKey),
      url_key: urlKey === null ? null : toBytes(urlKey),
      raw_hash: toBytes(rawHash),
      first_seen_at: record.poll.at,
      disposition,
      article_id: article && idOf(article),
    })),
  )
  return { table: 'entry', rows, tail: ENTRY_AGAIN }
}

/** A known entry keeps the time it was first seen. */
function newEntries(list: readonly Admitted[], stored: readonly StoredEntry[]): NewEntries {
  const atOf = new Map(list.map(({ record }) => [record.feed.id, record.poll.at]))
  const added = stored.filter((one) => one.first_seen_at === atOf.get(one.feed_id))
  return new Set(added.map((one) => `${one.feed_id} ${toHex(one.guid_key)}`))
}

interface StoredEntry {
  readonly feed_id: number
  readonly guid_key: Uint8Array
  readonly first_seen_at: number
}

/** An article of which a feed now brings news is no backlog any more. */
async function clearBacklog(tx: Tx, list: readonly ResolvedAdmission[]): Promise<void> {
  const brought = list.flatMap(({ entries, idOf }) =>
    entries.flatMap(({ article, backlog }) => (backlog || article === null || 'added' in article ? [] : idOf(article))),
  )
  if (brought.length > 0) await runOnList(tx, NO_BACKLOG, [...new Set(brought)])
}

const NO_BACKLOG = 'update article set backlog = 0 where backlog = 1 and id in (*)'

/** Gives how many prints changed. */
async function writeRevisions(tx: Tx, { record, revisions, idOf }: ResolvedAdmission): Promise<number> {
  if (revisions.length === 0) return 0
  const changed = new Set(revisions.filter(({ kind, print }) => kind !== 'stays' && print !== null))
  let change = await takeChanges(tx, changed.size)
  for (const revision of revisions) {
    const id = idOf(revision.of)
    if (changed.has(revision)) change++
    await writeRevision(tx, revision, { id, change, now: record.poll.at })
  }
  return changed.size
}

/** The columns of a replaced version that are kept. */
function keptVersion({ title, html, text, content_hash, sanitizer_version }: KeptVersion): KeptVersion {
  return { title, html, text, content_hash, sanitizer_version }
}

type KeptVersion = Pick<RevisionRow, 'title' | 'html' | 'text' | 'content_hash' | 'sanitizer_version'>

/** Stores the version that is replaced, or not used, under the next number. */
async function writeRevision(
  tx: Tx,
  revision: NewRevision,
  { id, change, now }: { readonly id: number; readonly change: number; readonly now: number },
): Promise<void> {
  const { kind, article } = revision
  const old = await tx
    .selectFrom('article')
    .innerJoin('article_body', 'article_body.article_id', 'article.id')
    .select(['article.title', 'article.content_hash', 'html', 'text', 'revision', 'feed_id', 'sanitizer_version'])
    .where('article.id', '=', id)
    .executeTakeFirstOrThrow()
  const n = kind === 'rehomes' ? old.revision : old.revision + 1
  if (kind !== 'rehomes') {
    const kept =
      kind === 'stays'
        ? { title: article.title, ...bodyRow(article), content_hash: article.contentHash }
        : keptVersion(old)
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
