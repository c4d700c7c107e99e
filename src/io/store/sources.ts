import type { Selectable } from 'kysely'
import type { Feed } from '../../core/domain/feed.ts'
import type { Source, SourceRequest } from '../../core/domain/source.ts'
import { keyHash } from '../../core/text/key-hash.ts'
import { splitLogin, withoutLogin } from '../../core/text/login.ts'
import { sourceKey } from '../../core/text/source-key.ts'
import { storable } from '../../core/text/storable.ts'
import { urlKey } from '../../core/text/url-key.ts'
import { toBytes, toHex } from './bytes.ts'
import { type Db, runOnList, type Tx, underSourceLock } from './dialect.ts'
import { feedOfSource, insertFeeds } from './feeds.ts'
import { refreshDue } from './hosts.ts'
import { insertRows } from './insert-rows.ts'
import type { SourceRow } from './schema.ts'

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

/** The logins of these sources, by their id; needed only to ask their feeds. */
export async function logins(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const question = 'select id, login from source where login is not null and id in (*)'
  const rows = await runOnList<{ id: number; login: string }>(db, question, ids)
  return new Map(rows.map(({ id, login }) => [id, login]))
}

/** Makes the stored sources equal to the file's; manually added ones stay, unless the file has them too. */
export async function syncSources(db: Db, wanted: readonly SourceRequest[], now: number): Promise<SourceChanges> {
  return underSourceLock(db, async (tx) => {
    const rows = await tx.selectFrom('source').selectAll().orderBy('id').execute()
    const known = new Map(rows.map((row) => [toHex(row.url_key), row]))
    const fresh = new Map<string, SourceRequest>()
    const changes = { added: [] as string[], changed: [] as string[], retired: [] as string[], revived: [] as string[] }
    for (const request of wanted) {
      const key = keyOf(request.url)
      const row = known.get(key)
      known.delete(key)
      if (row) {
        const list = await updateSource(tx, row, request, now)
        if (list) changes[list].push(withoutLogin(request.url))
      } else {
        fresh.set(key, request)
        changes.added.push(withoutLogin(request.url))
      }
    }
    await createSources(tx, fresh, 'file', now)
    for (const row of known.values()) {
      if (row.origin !== 'file' || row.retired_at !== null) continue
      await setRetired(tx, row.id, now)
      changes.retired.push(row.url)
    }
    return changes
  })
}

async function createSource(tx: Tx, request: SourceRequest, origin: Source['origin'], now: number): Promise<'added'> {
  const key = origin === 'crawl' ? crawlKey(request.url) : keyOf(request.url)
  await createSources(tx, new Map([[key, request]]), origin, now)
  return 'added'
}

async function updateSource(
  tx: Tx,
  row: Selectable<SourceRow>,
  request: SourceRequest,
  now: number,
): Promise<'changed' | 'revived' | null> {
  const wanted = { ...toRow(request), origin: 'file', retired_at: null }
  const differs = Object.entries(wanted).some(([column, value]) => row[column as keyof SourceRow] !== value)
  if (!differs) return null
  await tx.updateTable('source').set(wanted).where('id', '=', row.id).execute()
  if (row.retired_at === null) return 'changed'
  await wakeFeed(tx, row.id, now)
  return 'revived'
}

/** Adds one source manually, with the feed's title where it is known; a retired one comes back, and a dead feed is polled again. */
export async function addSource(
  db: Db,
  request: SourceRequest,
  now: number,
  title: string | null = null,
): Promise<AddedSource> {
  return underSourceLock(db, async (tx) => {
    const key = toBytes(keyOf(request.url))
    const find = () => tx.selectFrom('source').selectAll().where('url_key', '=', key).executeTakeFirst()
    const row = await find()
    const kind = row ? await addAgain(tx, row, request, now) : await createSource(tx, request, 'added', now)
    const source = toSource((await find())!)
    if (kind === 'added' && title !== null)
      await tx.updateTable('feed').set({ title }).where('source_id', '=', source.id).execute()
    return { kind, source }
  })
}

/** Adds many sources manually in one transaction, and returns the result of each, in their order. */
export async function addSources(
  db: Db,
  requests: readonly SourceRequest[],
  now: number,
): Promise<AddedSource['kind'][]> {
  return underSourceLock(db, async (tx) => {
    const keys = requests.map((request) => keyOf(request.url))
    const known = new Map((await sourcesByKey(tx, keys)).map((row) => [toHex(row.url_key), row]))
    const added = new Map<string, SourceRequest>()
    const kinds: AddedSource['kind'][] = []
    for (const [i, request] of requests.entries()) {
      const row = known.get(keys[i]!)
      if (row) {
        kinds.push(await addAgain(tx, row, request, now))
        known.set(keys[i]!, { ...row, retired_at: null })
      } else if (added.has(keys[i]!)) kinds.push('exists')
      else {
        added.set(keys[i]!, request)
        kinds.push('added')
      }
    }
    await createSources(tx, added, 'added', now)
    return kinds
  })
}

async function sourcesByKey(tx: Tx, keys: readonly string[]): Promise<Selectable<SourceRow>[]> {
  if (keys.length === 0) return []
  return tx.selectFrom('source').selectAll().where('url_key', 'in', keys.map(toBytes)).execute()
}

/** A constant number of statements. */
async function createSources(
  tx: Tx,
  requests: ReadonlyMap<string, SourceRequest>,
  origin: Source['origin'],
  now: number,
): Promise<void> {
  const rows = Array.from(requests, ([key, request]) => {
    return { ...toRow(request), url_key: toBytes(key), origin, created_at: now, retired_at: null }
  })
  const stored = await insertRows(tx, 'source', rows, 'returning id, url_key')
  const ids = new Map(stored.map((row) => [toHex(row.url_key as Uint8Array), row.id as number]))
  const created = Array.from(requests, ([key, { url }]) => ({ source: ids.get(key)!, url }))
  await insertFeeds(tx, created, now)
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
export async function crawlFeed(db: Db, request: SourceRequest, now: number): Promise<Feed> {
  return underSourceLock(db, async (tx) => {
    const key = toBytes(crawlKey(request.url))
    const find = () => tx.selectFrom('source').selectAll().where('url_key', '=', key).executeTakeFirst()
    const old = await find()
    if (!old) await createSource(tx, request, 'crawl', now)
    const row = old ?? (await find())!
    if (old) {
      const tab = request.tab ?? old.tab
      const changed = { tab, language: request.language ?? old.language, retired_at: null }
      await tx.updateTable('source').set(changed).where('id', '=', old.id).execute()
    }
    await setNext(tx, row.id, null, 'crawl')
    return feedOfSource(tx, row.id)
  })
}

/** Stops polling a source; its articles stay. False when there was nothing to retire. */
export async function retireSource(db: Db, id: number, now: number): Promise<boolean> {
  return underSourceLock(db, async (tx) => {
    const row = await tx.selectFrom('source').select('retired_at').where('id', '=', id).executeTakeFirst()
    if (!row || row.retired_at !== null) return false
    await setRetired(tx, id, now)
    return true
  })
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

async function setNext(tx: Tx, source: number, nextAt: number | null, reason: Feed['nextReason']): Promise<void> {
  const row = await tx
    .updateTable('feed')
    .set({ next_at: nextAt, next_reason: reason, next_plan: null })
    .where('source_id', '=', source)
    .returning('host')
    .executeTakeFirstOrThrow()
  await refreshDue(tx, [row.host])
}

export const keyOf = (url: string): string => keyHash(sourceKey(url))

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
  })
}

function toSource(row: Selectable<SourceRow>): Source {
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
  }
}
