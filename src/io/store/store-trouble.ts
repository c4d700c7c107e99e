import { StoreTrouble } from '../../core/domain/store-trouble.ts'
import { UserError } from '../../core/domain/user-error.ts'
import { shownAddress, storeAddress } from './address.ts'
import { OtherStore } from './expected-store.ts'

/** Error codes of the databases, explained for a person, with the cure. */
const CURES: Readonly<Record<string, string>> = {
  // SQLite: https://www.sqlite.org/rescode.html
  SQLITE_FULL: 'the disk is full; make room, nothing already stored is lost',
  SQLITE_CANTOPEN: 'it cannot be opened; check that the folder exists and that you may write there',
  SQLITE_READONLY: 'it may not be written; check the rights of the file and its folder',
  SQLITE_PERM: 'it may not be read; check the rights of the file and its folder',
  SQLITE_NOTADB: 'it is not a Copytaster database; name another file with --database',
  SQLITE_CORRUPT: 'it is damaged; restore a backup',
  SQLITE_BUSY: 'another process held it for too long; try again',
  SQLITE_IOERR: 'the disk failed or is full; make room or check it, nothing already stored is lost',
  // PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html, and the network's own
  ECONNREFUSED: 'nothing answers there; start the server or correct the address',
  ENOTFOUND: 'there is no such host; correct the address',
  ETIMEDOUT: 'it does not answer; check the address and the network',
  '28P01': 'the password was refused; set COPYTASTER_DATABASE with the right one',
  '28000': 'the user was refused; correct the address',
  '3D000': 'there is no such database; create it with createdb',
  '42501': 'the user may not do that; grant it the rights on the database',
  '53100': 'its disk is full; make room, nothing already stored is lost',
  '53300': 'it has too many connections; end some or raise max_connections',
  '57P01': 'it was shut down; start it again',
}

/** The error of a command that needs what was stored before. */
export function noStore(address: string): UserError {
  return new UserError(
    `there is no database ${shownAddress(address)} here yet: \`copytaster init\` writes a feeds.yaml, \`copytaster run\` then reads its feeds; --database names another`,
  )
}

/** A database error as one line for a person; any other error is a bug and unchanged. */
export function storeTrouble(error: unknown, address: string): unknown {
  const where = storeAddress(address).kind === 'sqlite' ? 'the database file' : 'the database'
  const named = `${where} ${shownAddress(address)}`
  if (error instanceof OtherStore) return otherStore(error, named)
  const cure = CURES[codeOf(error)]
  return cure === undefined ? error : new StoreTrouble('lasting', `${named}: ${cure}`, error)
}

function otherStore(error: OtherStore, named: string): StoreTrouble {
  if (error.isGone)
    return new StoreTrouble('lasting', `${named} is gone; put it back, or start again with an empty one`, error)
  const words = 'was restored or migrated by another process while this one used it; run the command again'
  return new StoreTrouble('replaced', `${named} ${words}`, error)
}

function codeOf(error: unknown): string {
  const { sqliteCodeName, code } = (error ?? {}) as { sqliteCodeName?: string; code?: string }
  return sqliteCodeName?.replace(/^(SQLITE_[A-Z]+)_.*/, '$1') ?? String(code)
}

/** Wraps functions so that their database errors are one line for a person. */
export function withClearTrouble<Functions extends object>(functions: Functions, address: string): Functions {
  const wrapped = Object.entries(functions).map(([name, call]) => [
    name,
    (...args: unknown[]) =>
      call(...args).catch((error: unknown) => {
        throw storeTrouble(error, address)
      }),
  ])
  return Object.fromEntries(wrapped)
}
