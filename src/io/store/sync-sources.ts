import type { Selectable } from 'kysely'
import type { SourceRequest } from '../../core/domain/source.ts'
import { withoutLogin } from '../../core/text/login.ts'
import { toHex } from './bytes.ts'
import { type Db, type Tx, underSourceLock } from './dialect.ts'
import { chunksOf } from './in-steps.ts'
import type { SourceRow } from './schema.ts'
import { createSources, keyOf, setRetired, sourcesByKey, toRow, wakeFeed } from './source-rows.ts'

/** The changes of a synchronisation with the file, as addresses of sources. */
export interface SourceChanges {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly retired: readonly string[]
  readonly revived: readonly string[]
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
