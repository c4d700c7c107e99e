import type { Selectable } from 'kysely'
import type { Reader } from '../../../core/domain/reader.ts'
import type { Token } from '../../../core/domain/token.ts'
import { toReader } from '../accounts.ts'
import { toBytes } from '../bytes.ts'
import { type Db, inTransaction } from '../dialect.ts'
import { insertRows } from '../insert-rows.ts'
import type { TokenRow } from '../schema.ts'

/** A token with the reader it belongs to. */
export interface OwnedToken {
  readonly token: Token
  readonly owner: Reader
}

/** Stores a token by the hash of its secret, as hex. */
export async function addToken(db: Db, hash: string, token: Omit<Token, 'id'>): Promise<Token> {
  const row = {
    hash: toBytes(hash),
    reader_id: token.reader,
    kind: token.kind,
    name: token.name,
    scopes: token.scope,
    created_at: token.createdAt,
    used_at: token.usedAt,
    expires_at: token.expiresAt,
  }
  const [added] = await inTransaction(db, (tx) => insertRows(tx, 'token', [row], 'returning id'))
  return { ...token, id: added!.id as number }
}

/** The token of a hash and its reader; null when there is none. It may have expired. */
export async function tokenByHash(db: Db, hash: string): Promise<OwnedToken | null> {
  const row = await db
    .selectFrom('token')
    .innerJoin('reader', 'reader.id', 'token.reader_id')
    .selectAll('reader')
    .select(['token.id as token_id', 'token.kind', 'token.name as token_name', 'token.scopes'])
    .select(['token.created_at as token_created_at', 'token.used_at', 'token.expires_at'])
    .where('token.hash', '=', toBytes(hash))
    .executeTakeFirst()
  if (row === undefined) return null
  const token = toToken({
    id: row.token_id,
    reader_id: row.id,
    kind: row.kind,
    name: row.token_name,
    scopes: row.scopes,
    created_at: row.token_created_at,
    used_at: row.used_at,
    expires_at: row.expires_at,
  })
  return { token, owner: toReader(row) }
}

/** The tokens of a reader, the newest first. */
export async function tokensOf(db: Db, reader: number): Promise<Token[]> {
  const query = db.selectFrom('token').selectAll().where('reader_id', '=', reader)
  return (await query.orderBy('id', 'desc').execute()).map(toToken)
}

/** Removes a token of a reader; false when they have none of that id. */
export async function removeToken(db: Db, reader: number, id: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const query = tx.deleteFrom('token').where('id', '=', id).where('reader_id', '=', reader)
    return Number((await query.executeTakeFirst()).numDeletedRows) > 0
  })
}

/** Removes the sessions of a reader, but for one: after a change of password. */
export async function removeSessions(db: Db, reader: number, except: number | null): Promise<void> {
  await inTransaction(db, async (tx) => {
    const query = tx.deleteFrom('token').where('reader_id', '=', reader).where('kind', '=', 'session')
    await (except === null ? query : query.where('id', '<>', except)).execute()
  })
}

/** Stores when a token was last used and when it expires now. */
export async function touchToken(db: Db, id: number, usedAt: number, expiresAt: number | null): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.updateTable('token').set({ used_at: usedAt, expires_at: expiresAt }).where('id', '=', id).execute()
  })
}

/** Removes tokens that expired before an instant. */
export async function pruneTokens(db: Db, before: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('token').where('expires_at', '<', before).execute()
  })
}

function toToken(row: Omit<Selectable<TokenRow>, 'hash'>): Token {
  return {
    id: row.id,
    reader: row.reader_id,
    kind: row.kind as Token['kind'],
    name: row.name,
    scope: row.scopes as Token['scope'],
    createdAt: row.created_at,
    usedAt: row.used_at,
    expiresAt: row.expires_at,
  }
}
