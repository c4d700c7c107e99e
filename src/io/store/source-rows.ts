import type { Selectable } from 'kysely'
import type { Feed } from '../../core/domain/feed.ts'
import type { Source, SourceRequest } from '../../core/domain/source.ts'
import { keyHash } from '../../core/text/key-hash.ts'
import { splitLogin } from '../../core/text/login.ts'
import { sourceKey } from '../../core/text/source-key.ts'
import { storable } from '../../core/text/storable.ts'
import { urlKey } from '../../core/text/url-key.ts'
import { toBytes, toHex } from './bytes.ts'
import type { Db, Tx } from './dialect.ts'
import { insertFeeds } from './feeds.ts'
import { refreshDue } from './hosts.ts'
import { insertRows } from './insert-rows.ts'
import type { SourceRow } from './schema.ts'

export const keyOf = (url: string): string => keyHash(sourceKey(url))

/** A private source is its reader's alone: another reader at the same address, or in public, has another one. */
export const ownKey = (reader: number | null, url: string): string => keyHash(`reader ${reader} ${sourceKey(url)}`)

export const isOwnKey = ({ url, private: isPrivate = false }: SourceRequest, isOnly: boolean): boolean =>
  isPrivate || (!isOnly && splitLogin(url).login !== null)

/** No address begins with this prefix, so a crawl's key never equals a feed's. */
export const crawlKey = (url: string): string => keyHash(`crawl:${urlKey(url) ?? url}`)

/** A name may come from a file that was written by anybody. */
export function toRow(request: SourceRequest) {
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

export async function sourcesByKey(tx: Db, keys: readonly string[]): Promise<Selectable<SourceRow>[]> {
  if (keys.length === 0) return []
  return tx.selectFrom('source').selectAll().where('url_key', 'in', keys.map(toBytes)).execute()
}

/** A constant number of statements; gives the ids by key. */
export async function createSources(
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

/** Restarts a feed: no longer dead, and due at once. */
export async function wakeFeed(tx: Tx, source: number, now: number): Promise<void> {
  await tx.updateTable('feed').set({ state: 'healthy', history: '{}' }).where('source_id', '=', source).execute()
  await setNext(tx, source, now, 'first')
}

export async function setRetired(tx: Tx, id: number, now: number): Promise<void> {
  await tx.updateTable('source').set({ retired_at: now }).where('id', '=', id).execute()
  await setNext(tx, id, null, 'retired')
}
