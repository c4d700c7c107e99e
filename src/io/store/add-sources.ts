import type { Selectable } from 'kysely'
import type { Feed } from '../../core/domain/feed.ts'
import type { Source, SourceRequest } from '../../core/domain/source.ts'
import { splitLogin } from '../../core/text/login.ts'
import { markBackCatalogues } from './back-catalogue.ts'
import { toHex } from './bytes.ts'
import { type Db, type Tx, underSourceLock } from './dialect.ts'
import { feedOfSource } from './feeds.ts'
import type { SourceRow, SubscriptionRow } from './schema.ts'
import {
  crawlKey,
  createSources,
  isOwnKey,
  keyOf,
  ownKey,
  setNext,
  sourcesByKey,
  toRow,
  toSource,
  wakeFeed,
} from './source-rows.ts'
import { isOnlyReader, subscribe, subscriptionsTo } from './subscriptions.ts'

export type AddedSource =
  | { readonly kind: 'added' | 'revived'; readonly source: Source }
  | { readonly kind: 'exists'; readonly source: Source }

/**
 * Adds one source manually, with the feed's title where it is known; a retired one comes back, and a dead feed is polled
 * again. It becomes a subscription of the reader; without one, everybody's.
 */
export async function addSource(
  db: Db,
  request: SourceRequest,
  now: number,
  title: string | null = null,
  reader: number | null = null,
): Promise<AddedSource> {
  await readBeforeFollowing(db, [request], reader)
  return underSourceLock(db, async (tx) => {
    const [added] = await addEach(tx, [request], now, reader)
    const row = await tx.selectFrom('source').selectAll().where('id', '=', added!.id).executeTakeFirstOrThrow()
    const source = toSource(row)
    if (added!.isNew && title !== null)
      await tx.updateTable('feed').set({ title }).where('source_id', '=', source.id).execute()
    return { kind: added!.kind, source }
  })
}

/** Adds many sources manually in one transaction, and returns the result of each, in their order. */
export async function addSources(
  db: Db,
  requests: readonly SourceRequest[],
  now: number,
  reader: number | null = null,
): Promise<AddedSource['kind'][]> {
  await readBeforeFollowing(db, requests, reader)
  return underSourceLock(db, async (tx) => (await addEach(tx, requests, now, reader)).map(({ kind }) => kind))
}

/** What feeds that a reader does not follow yet have brought so far arrives as read. */
async function readBeforeFollowing(db: Db, requests: readonly SourceRequest[], reader: number | null): Promise<void> {
  if (reader === null) return
  const rows = await sourcesByKey(db, sourceKeys(requests, reader, await isOnlyReader(db, reader)))
  const ids = rows.map(({ id }) => id)
  const own = await subscriptionsTo(db, reader, ids)
  const unfollowed = rows.filter((row) => !isFollowed(row, own.get(row.id) ?? null, reader))
  await markBackCatalogues(
    db,
    reader,
    unfollowed.map(({ id }) => id),
  )
}

const sourceKeys = (requests: readonly SourceRequest[], reader: number | null, isOnly: boolean): string[] =>
  requests.map((request) => (isOwnKey(request, isOnly) ? ownKey(reader, request.url) : keyOf(request.url)))

interface AddedRow {
  readonly kind: AddedSource['kind']
  readonly id: number
  /** Whether nobody had it before. */
  readonly isNew: boolean
}

async function addEach(
  tx: Tx,
  requests: readonly SourceRequest[],
  now: number,
  reader: number | null,
): Promise<AddedRow[]> {
  const isOnly = reader === null || (await isOnlyReader(tx, reader))
  const keys = sourceKeys(requests, reader, isOnly)
  const rows = await sourcesByKey(tx, keys)
  const known = new Map(rows.map((row) => [toHex(row.url_key), row]))
  const fresh = new Map<string, SourceRequest>()
  for (const [i, request] of requests.entries())
    if (!known.has(keys[i]!) && !fresh.has(keys[i]!)) fresh.set(keys[i]!, request)
  const created = await createSources(tx, fresh, { origin: 'added', shared: reader === null }, now)
  if (reader !== null) await subscribe(tx, reader, subscriptionsOf(fresh, created), now)
  const own =
    reader === null
      ? new Map()
      : await subscriptionsTo(
          tx,
          reader,
          rows.map(({ id }) => id),
        )
  const added: AddedRow[] = []
  const done = new Set<string>()
  for (const [i, request] of requests.entries()) {
    const key = keys[i]!
    const row = known.get(key)
    const id = row?.id ?? created.get(key)!
    if (done.has(key)) added.push({ kind: 'exists', id, isNew: false })
    else if (row === undefined) added.push({ kind: 'added', id, isNew: true })
    else {
      const kind = isFollowed(row, own.get(id) ?? null, reader)
        ? await addAgain(tx, row, request, now)
        : await follow(tx, row, request, { reader: reader!, had: own.has(id), now })
      added.push({ kind, id, isNew: false })
    }
    done.add(key)
  }
  return added
}

const subscriptionsOf = (requests: ReadonlyMap<string, SourceRequest>, ids: ReadonlyMap<string, number>) =>
  Array.from(requests, ([key, request]) => ({ source: ids.get(key)!, request }))

/** Whether a reader has a source; without a reader, everybody's are meant. */
export function isFollowed(
  { shared }: Pick<Selectable<SourceRow>, 'shared'>,
  own: Selectable<SubscriptionRow> | null,
  reader: number | null,
): boolean {
  if (reader === null) return true
  if (own?.hidden === 1) return false
  return shared === 1 || (own !== null && own.ended_at === null)
}

/** Gives a reader a source that others have, or that they once had. */
async function follow(
  tx: Tx,
  row: Selectable<SourceRow>,
  request: SourceRequest,
  { reader, had, now }: { readonly reader: number; readonly had: boolean; readonly now: number },
): Promise<'added' | 'revived'> {
  await subscribe(tx, reader, [{ source: row.id, request }], now)
  const feed = await tx.selectFrom('feed').select('next_at').where('source_id', '=', row.id).executeTakeFirst()
  if (row.retired_at !== null)
    await tx.updateTable('source').set({ retired_at: null }).where('id', '=', row.id).execute()
  if (row.retired_at !== null || feed?.next_at === null) await wakeFeed(tx, row.id, now)
  return had ? 'revived' : 'added'
}

async function addAgain(
  tx: Tx,
  row: Selectable<SourceRow>,
  request: SourceRequest,
  now: number,
): Promise<'exists' | 'revived'> {
  const feed = await tx.selectFrom('feed').select('next_at').where('source_id', '=', row.id).executeTakeFirst()
  const { login } = splitLogin(request.url)
  if (row.retired_at === null && feed?.next_at !== null && row.login === login) return 'exists'
  await tx.updateTable('source').set({ login }).where('id', '=', row.id).execute()
  if (row.retired_at !== null) {
    const changed = { ...toRow(request), origin: 'added', retired_at: null }
    await tx.updateTable('source').set(changed).where('id', '=', row.id).execute()
  }
  await wakeFeed(tx, row.id, now)
  return 'revived'
}

/**
 * The feed for crawls from an address: never due, and separate from a polled feed of the same address. A tab and
 * language that are not null replace the stored ones; a retired feed comes back.
 */
export async function crawlFeed(
  db: Db,
  request: SourceRequest,
  now: number,
  reader: number | null = null,
): Promise<Feed> {
  return underSourceLock(db, async (tx) => {
    const key = crawlKey(request.url)
    const [old] = await sourcesByKey(tx, [key])
    const created = old
      ? null
      : await createSources(tx, new Map([[key, request]]), { origin: 'crawl', shared: reader === null }, now)
    const id = old?.id ?? created!.get(key)!
    const own = reader === null ? null : ((await subscriptionsTo(tx, reader, [id])).get(id) ?? null)
    if (old) {
      const tab = request.tab ?? old.tab
      const changed = { tab, language: request.language ?? old.language, retired_at: null }
      await tx.updateTable('source').set(changed).where('id', '=', id).execute()
    }
    if (reader !== null && old?.shared !== 1)
      await subscribe(tx, reader, [{ source: id, request: { ...request, tab: request.tab ?? own?.tab ?? null } }], now)
    await setNext(tx, id, null, 'crawl')
    return feedOfSource(tx, id)
  })
}
