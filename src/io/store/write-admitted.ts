import type { Admitted, ArticleRef, NewRevision } from '../../core/domain/admission.ts'
import { bodyRow, insertArticles, insertBodies, toArticleColumns } from './articles.ts'
import { toBytes, toHex } from './bytes.ts'
import { runOnList, type Tx } from './dialect.ts'
import { insertRows } from './insert-rows.ts'
import { insertMatches, removeMatches } from './matches.ts'
import { writePolls } from './polls.ts'
import { insertPrints, takeChanges } from './prints.ts'
import { GOES_WITH_ARTICLE } from './retention.ts'
import type { RevisionRow } from './schema.ts'
import { openStories, type StoredNewcomer } from './stories.ts'

/** Writes all that polls brought, table by table. One that changes what is stored comes alone: the order matters to it. */
export async function writeAdmitted(tx: Tx, list: readonly Admitted[]): Promise<void> {
  if (list.length === 0) return
  const added = await addArticles(tx, list)
  await writePrints(tx, added)
  const placed = await placeEach(tx, list, added)
  for (const one of placed) await writeRevisions(tx, one)
  await writeEntries(tx, placed)
  for (const { replaced, idOf } of placed)
    for (const { key, by } of replaced) await replaceArticle(tx, idOf({ key }), idOf(by), key)
  await openStories(tx, added)
  await insertMatches(
    tx,
    list.flatMap(({ matches }) => matches),
  )
  await writePolls(
    tx,
    list.map(({ record }) => record),
  )
}

async function addArticles(tx: Tx, list: readonly Admitted[]): Promise<StoredNewcomer[]> {
  const newcomers = list.flatMap(({ articles, record }) => articles.map((one) => ({ ...one, at: record.poll.at })))
  const ids = await insertArticles(
    tx,
    newcomers.map(({ article }) => article),
  )
  const added = newcomers.map((one, i) => ({ ...one, id: ids[i]! }))
  await insertBodies(tx, added)
  return added
}

async function writePrints(tx: Tx, added: readonly StoredNewcomer[]): Promise<void> {
  const prints = added.flatMap(({ id, print }) => (print ? [{ article: id, print }] : []))
  if (prints.length > 0) await insertPrints(tx, prints, await takeChanges(tx, prints.length))
}

/** What a poll brought, with where its articles are; null for one that retention took meanwhile. */
interface Placed extends Admitted {
  readonly idOf: (place: ArticleRef) => number | null
}

const IDS = 'select id, key from article where key in (*)'

async function placeEach(
  tx: Tx,
  list: readonly Admitted[],
  added: readonly StoredNewcomer[],
): Promise<readonly Placed[]> {
  const keys = new Set(list.flatMap(placesIn).flatMap((place) => ('key' in place ? place.key : [])))
  const rows = await runOnList<{ id: number; key: Uint8Array }>(tx, IDS, [...keys].map(toBytes))
  const stored = new Map(rows.map(({ id, key }) => [toHex(key), id]))
  let before = 0
  return list.map((admitted) => {
    const first = before
    before += admitted.articles.length
    const idOf = (place: ArticleRef) => {
      if ('id' in place) return place.id
      return 'added' in place ? added[first + place.added]!.id : (stored.get(place.key) ?? null)
    }
    return { ...admitted, idOf }
  })
}

function placesIn({ entries, revisions, replaced }: Admitted): ArticleRef[] {
  return [
    ...entries.flatMap(({ article }) => article ?? []),
    ...revisions.map(({ of }) => of),
    ...replaced.flatMap(({ key, by }) => [{ key }, by]),
  ]
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

async function writeEntries(tx: Tx, list: readonly Placed[]): Promise<void> {
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
  await insertRows(tx, 'entry', rows, ENTRY_AGAIN)
}

async function writeRevisions(tx: Tx, { record, revisions, idOf }: Placed): Promise<void> {
  if (revisions.length === 0) return
  const changed = new Set(revisions.filter(({ kind, print }) => kind !== 'stays' && print !== null))
  let change = await takeChanges(tx, changed.size)
  for (const revision of revisions) {
    const id = idOf(revision.of)
    if (changed.has(revision)) change++
    if (id !== null) await writeRevision(tx, revision, { id, change, now: record.poll.at })
  }
}

/** What is kept of a version that gives way. */
function keptVersion({ title, html, text, content_hash, sanitizer_version }: KeptVersion): KeptVersion {
  return { title, html, text, content_hash, sanitizer_version }
}

type KeptVersion = Pick<RevisionRow, 'title' | 'html' | 'text' | 'content_hash' | 'sanitizer_version'>

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
