import { type Selectable, sql } from 'kysely'
import type { Feed } from '../../core/domain/feed.ts'
import type { Source, SourceRequest } from '../../core/domain/source.ts'
import { keyHash } from '../../core/text/key-hash.ts'
import { splitLogin, withoutLogin } from '../../core/text/login.ts'
import { sourceKey } from '../../core/text/source-key.ts'
import { storable } from '../../core/text/storable.ts'
import { urlKey } from '../../core/text/url-key.ts'
import { markBackCatalogues } from './back-catalogue.ts'
import { toBytes, toHex } from './bytes.ts'
import { type Db, runOnList, type Tx, underSourceLock } from './dialect.ts'
import { feedOfSource, insertFeeds, SOURCES_IN_TROUBLE } from './feeds.ts'
import { refreshDue } from './hosts.ts'
import { chunksOf } from './in-steps.ts'
import { insertRows } from './insert-rows.ts'
import type { SourceRow, SubscriptionRow } from './schema.ts'
import { endSubscription, isOnlyReader, setHidden, subscribe, subscriptionsTo } from './subscriptions.ts'

/** The changes of a synchronisation with the file, as addresses of sources. */
export interface SourceChanges {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly retired: readonly string[]
  readonly revived: readonly string[]
}

export type AddedSource =
  | { readonly kind: 'added' | 'revived'; readonly source: Source }
  | { readonly kind: 'exists'; readonly source: Source }

/** In the order of the file, then of adding. */
export async function sources(db: Db): Promise<Source[]> {
  const rows = await db.selectFrom('source').selectAll().orderBy('position').orderBy('id').execute()
  return rows.map(toSource)
}

export async function sourcesById(db: Db, ids: readonly number[]): Promise<Source[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('source').selectAll().where('id', 'in', ids).orderBy('id').execute()
  return rows.map(toSource)
}

/** Active sources whose feeds may be in trouble, in their order. */
export async function sourcesInTrouble(db: Db): Promise<Source[]> {
  const { rows } = await sql<Selectable<SourceRow>>`select * from source
    where retired_at is null and id in (${sql.raw(SOURCES_IN_TROUBLE)}) order by position, id`.execute(db)
  return rows.map(toSource)
}

/** The logins of these sources, by their id; needed only to ask their feeds. */
export async function logins(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const question = 'select id, login from source where login is not null and id in (*)'
  const rows = await runOnList<{ id: number; login: string }>(db, question, ids)
  return new Map(rows.map(({ id, login }) => [id, login]))
}

/** Sources that are written in one transaction: few enough that nobody waits long for the lock. */
const SOURCES_A_STEP = 50

/**
 * Makes the stored sources equal to the file's; manually added ones stay, unless the file has them too. What differs is found without
 * a lock and written in steps; whoever is killed in between leaves the rest to the next start.
 */
export async function syncSources(db: Db, wanted: readonly SourceRequest[], now: number): Promise<SourceChanges> {
  const changes = { added: [] as string[], changed: [] as string[], retired: [] as string[], revived: [] as string[] }
  const rows = await db.selectFrom('source').selectAll().orderBy('id').execute()
  const known = new Map(rows.map((row) => [toHex(row.url_key), row]))
  const keyed = wanted.map((request) => ({ key: keyOf(request.url), request }))
  const differing = keyed.filter(({ key, request }) => differsFrom(known.get(key), request))
  for (const some of chunksOf(differing, SOURCES_A_STEP))
    for (const [list, url] of await underSourceLock(db, (tx) => syncSome(tx, some, now))) changes[list].push(url)
  for (const { key } of keyed) known.delete(key)
  const gone = [...known.values()].filter((row) => row.origin === 'file' && row.retired_at === null)
  for (const some of chunksOf(gone, SOURCES_A_STEP)) {
    await underSourceLock(db, async (tx) => {
      for (const { id } of some) await leaveFile(tx, id, now)
    })
    changes.retired.push(...some.map(({ url }) => url))
  }
  return changes
}

/** A source that left the file is retired, unless a reader follows it too: then it is theirs. */
async function leaveFile(tx: Tx, id: number, now: number): Promise<void> {
  const follower = tx.selectFrom('subscription').select('reader_id').where('source_id', '=', id)
  const isFollowed = await follower.where('hidden', '=', 0).where('ended_at', 'is', null).executeTakeFirst()
  if (isFollowed) await tx.updateTable('source').set({ shared: 0, origin: 'added' }).where('id', '=', id).execute()
  else await setRetired(tx, id, now)
}

interface KeyedRequest {
  readonly key: string
  readonly request: SourceRequest
}

/** Looks again under the lock: another process that starts brings the same file. */
async function syncSome(
  tx: Tx,
  some: readonly KeyedRequest[],
  now: number,
): Promise<(readonly ['added' | 'changed' | 'revived', string])[]> {
  const rows = await sourcesByKey(
    tx,
    some.map(({ key }) => key),
  )
  const known = new Map(rows.map((row) => [toHex(row.url_key), row]))
  const fresh = new Map<string, SourceRequest>()
  const done: (readonly ['added' | 'changed' | 'revived', string])[] = []
  for (const { key, request } of some) {
    const row = known.get(key)
    const list = row === undefined ? 'added' : await updateSource(tx, row, request, now)
    if (list === 'added') fresh.set(key, request)
    if (list !== null) done.push([list, withoutLogin(request.url)])
  }
  await createSources(tx, fresh, { origin: 'file', shared: true }, now)
  return done
}

function differsFrom(row: Selectable<SourceRow> | undefined, request: SourceRequest): boolean {
  if (row === undefined) return true
  return Object.entries(fileColumns(request)).some(([column, value]) => row[column as keyof SourceRow] !== value)
}

const fileColumns = (request: SourceRequest) => ({
  ...toRow(request),
  origin: 'file',
  shared: 1,
  retired_at: null,
})

async function updateSource(
  tx: Tx,
  row: Selectable<SourceRow>,
  request: SourceRequest,
  now: number,
): Promise<'changed' | 'revived' | null> {
  if (!differsFrom(row, request)) return null
  await tx.updateTable('source').set(fileColumns(request)).where('id', '=', row.id).execute()
  if (row.retired_at === null) return 'changed'
  await wakeFeed(tx, row.id, now)
  return 'revived'
}

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
function isFollowed(
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

async function sourcesByKey(tx: Db, keys: readonly string[]): Promise<Selectable<SourceRow>[]> {
  if (keys.length === 0) return []
  return tx.selectFrom('source').selectAll().where('url_key', 'in', keys.map(toBytes)).execute()
}

/** A constant number of statements; gives the ids by key. */
async function createSources(
  tx: Tx,
  requests: ReadonlyMap<string, SourceRequest>,
  { origin, shared }: Pick<Source, 'origin' | 'shared'>,
  now: number,
): Promise<Map<string, number>> {
  const rows = Array.from(requests, ([key, request]) => {
    return {
      ...toRow(request),
      url_key: toBytes(key),
      origin,
      shared: Number(shared),
      created_at: now,
      retired_at: null,
    }
  })
  const stored = await insertRows(tx, 'source', rows, 'returning id, url_key')
  const ids = new Map(stored.map((row) => [toHex(row.url_key as Uint8Array), row.id as number]))
  const created = Array.from(requests, ([key, { url }]) => ({ source: ids.get(key)!, url }))
  await insertFeeds(tx, created, now)
  return ids
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

/**
 * Stops polling a source; its articles stay. For a reader it ends a subscription of theirs; of sources that everybody has, the
 * only reader or an administrator stops the polling, any other reader hides it. False when there was nothing to do.
 */
export async function retireSource(db: Db, id: number, now: number, reader: number | null = null): Promise<boolean> {
  return underSourceLock(db, async (tx) => {
    const row = await tx.selectFrom('source').select(['retired_at', 'shared']).where('id', '=', id).executeTakeFirst()
    if (!row || row.retired_at !== null) return false
    if (row.shared === 1 && reader !== null && !(await mayRetire(tx, reader)))
      await setHidden(tx, reader, id, true, now)
    else if (row.shared === 1 || reader === null || (await endSubscription(tx, reader, id, now)))
      await setRetired(tx, id, now)
    return true
  })
}

async function mayRetire(tx: Tx, reader: number): Promise<boolean> {
  const row = await tx.selectFrom('reader').select('role').where('id', '=', reader).executeTakeFirst()
  return row?.role === 'administrator'
}

/** The sources that a reader hides. */
export async function hiddenSources(db: Db, reader: number): Promise<Source[]> {
  const rows = await db
    .selectFrom('source')
    .innerJoin('subscription', 'subscription.source_id', 'source.id')
    .selectAll('source')
    .where('reader_id', '=', reader)
    .where('hidden', '=', 1)
    .where('retired_at', 'is', null)
    .orderBy('source.position')
    .orderBy('source.id')
    .execute()
  return rows.map(toSource)
}

/** Hides a source that everybody has from one reader, or shows it again. */
export async function hideSource(db: Db, reader: number, id: number, hidden: boolean, now: number): Promise<void> {
  await underSourceLock(db, (tx) => setHidden(tx, reader, id, hidden, now))
}

/** Stops polling the sources that only readers had who are gone. */
export async function retireUnfollowed(tx: Tx, now: number): Promise<void> {
  const rows = await tx
    .selectFrom('source')
    .select('id')
    .where('shared', '=', 0)
    .where('retired_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('subscription')
            .select('reader_id')
            .whereRef('source_id', '=', 'source.id')
            .where('ended_at', 'is', null),
        ),
      ),
    )
    .execute()
  for (const { id } of rows) await setRetired(tx, id, now)
}

async function setRetired(tx: Tx, id: number, now: number): Promise<void> {
  await tx.updateTable('source').set({ retired_at: now }).where('id', '=', id).execute()
  await setNext(tx, id, null, 'retired')
}

/** Restarts a feed: no longer dead, and due at once. */
async function wakeFeed(tx: Tx, source: number, now: number): Promise<void> {
  await tx.updateTable('feed').set({ state: 'healthy', history: '{}' }).where('source_id', '=', source).execute()
  await setNext(tx, source, now, 'first')
}

export async function setNext(
  tx: Tx,
  source: number,
  nextAt: number | null,
  reason: Feed['nextReason'],
): Promise<void> {
  const row = await tx
    .updateTable('feed')
    .set({ next_at: nextAt, next_reason: reason, next_plan: null })
    .where('source_id', '=', source)
    .returning('host')
    .executeTakeFirstOrThrow()
  await refreshDue(tx, [row.host])
}

export const keyOf = (url: string): string => keyHash(sourceKey(url))

/** A private source is its reader's alone: another reader at the same address, or in public, has another one. */
export const ownKey = (reader: number | null, url: string): string => keyHash(`reader ${reader} ${sourceKey(url)}`)

const isOwnKey = ({ url, private: isPrivate = false }: SourceRequest, isOnly: boolean): boolean =>
  isPrivate || (!isOnly && splitLogin(url).login !== null)

/** No address begins with this prefix, so a crawl's key never equals a feed's. */
const crawlKey = (url: string): string => keyHash(`crawl:${urlKey(url) ?? url}`)

/** A name may come from a file that was written by anybody. */
function toRow(request: SourceRequest) {
  return storable({
    ...splitLogin(request.url),
    tab: request.tab,
    category: request.category,
    name: request.name,
    tier: request.tier,
    kind: request.kind,
    owner: request.owner,
    language: request.language,
    max_items: request.maxItems,
    position: request.position,
    private: Number(request.private === true || splitLogin(request.url).login !== null),
    full_text: Number(request.fullText === true),
  })
}

export function toSource(row: Selectable<SourceRow>): Source {
  return {
    id: row.id,
    url: row.url,
    tab: row.tab,
    category: row.category,
    name: row.name,
    tier: row.tier as Source['tier'],
    kind: row.kind as Source['kind'],
    owner: row.owner,
    language: row.language,
    maxItems: row.max_items,
    position: row.position,
    origin: row.origin as Source['origin'],
    createdAt: row.created_at,
    retiredAt: row.retired_at,
    shared: row.shared === 1,
    private: row.private === 1,
    fullText: row.full_text === 1,
  }
}
