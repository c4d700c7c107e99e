import { AlreadySettled } from '../../core/domain/already-settled.ts'
import { StaleCache } from '../../core/domain/stale-cache.ts'
import { StoreTrouble } from '../../core/domain/store-trouble.ts'
import { Trouble } from '../../core/domain/trouble.ts'
import { UserError } from '../../core/domain/user-error.ts'
import { isUrl } from '../../core/text/is-url.ts'
import { shownAddress, storeAddress } from './address.ts'
import { OtherStore } from './expected-store.ts'

/** An error of a database, explained for a person, with the cure. */
interface Explained {
  readonly kind: 'passing' | 'lasting'
  readonly words: string
}

/** The error of a command that needs what was stored before. */
export function noStore(address: string): UserError {
  return new UserError(
    `there is no database ${shownAddress(address)} here yet: \`copytaster init\` writes a feeds.yaml, \`copytaster run\` then reads its feeds; --database names another`,
  )
}

const passing = (words: string): Explained => ({ kind: 'passing', words })
const lasting = (words: string): Explained => ({ kind: 'lasting', words })

const LOST = passing('the connection was lost; check the server and the network')
const DOWN = passing('it was shut down; start it again')

const DAMAGED = lasting(
  'it is damaged; restore a backup, or save what can be read with `copytaster doctor --salvage FILE`',
)

const UNKEPT_STATEMENTS = lasting(
  'it does not keep prepared statements, as poolers may not; add ?statements=unnamed to the address',
)

const EXPLAINED: Readonly<Record<string, Explained>> = {
  // SQLite: https://www.sqlite.org/rescode.html
  SQLITE_FULL: passing('the disk is full; make room, nothing already stored is lost'),
  SQLITE_CANTOPEN: lasting('it cannot be opened; check that the folder exists and that you may write there'),
  SQLITE_READONLY: lasting('it may not be written; check the rights of the file and its folder'),
  SQLITE_PERM: lasting('it may not be read; check the rights of the file and its folder'),
  SQLITE_NOTADB: lasting('it is not a Copytaster database; name another file with --database'),
  SQLITE_CORRUPT: DAMAGED,
  SQLITE_BUSY: passing('another process held it for too long; try again'),
  SQLITE_IOERR: passing('the disk failed or is full; make room or check it, nothing already stored is lost'),
  // PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html, and the network's own
  ECONNREFUSED: passing('nothing answers there; start the server or correct the address'),
  ENOTFOUND: passing('there is no such host; correct the address'),
  EAI_AGAIN: passing('its host cannot be looked up; check the network'),
  ETIMEDOUT: passing('it does not answer; check the address and the network'),
  EHOSTUNREACH: passing('it cannot be reached; check the address and the network'),
  ENETUNREACH: passing('it cannot be reached; check the address and the network'),
  ECONNRESET: LOST,
  EPIPE: LOST,
  '08000': LOST,
  '08003': LOST,
  '08006': LOST,
  '25P03': LOST,
  '26000': UNKEPT_STATEMENTS,
  '42P05': UNKEPT_STATEMENTS,
  '28P01': lasting('the password was refused; set COPYTASTER_DATABASE with the right one'),
  '28000': lasting('the user was refused; correct the address'),
  '3D000': lasting('there is no such database; create it with createdb'),
  '42501': lasting('the user may not do that; grant it the rights on the database'),
  '53100': passing('its disk is full; make room, nothing already stored is lost'),
  '55P03': passing('another process held it for too long; try again'),
  '53300': passing('it has too many connections; end some or raise max_connections'),
  '57P01': DOWN,
  '57P02': DOWN,
  '57P03': passing('it is starting or stopping; wait a little'),
  '57P05': LOST,
}

/** The driver's own errors, which have no code. */
const LOST_WORDS =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout)/

const WITHOUT_CODE: readonly (readonly [RegExp, Explained])[] = [
  [/^SASL: .*client password must be/, lasting('it wants a password; set COPYTASTER_DATABASE with it')],
  [/^The server does not support SSL/, lasting('it is without TLS; take sslmode out of the address')],
]

const UNTRUSTED = lasting(
  'its certificate is not trusted; add sslrootcert=FILE with the certificate of who signed it to the address',
)
/** Node's codes of certificates: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const CERTIFICATE_TROUBLES: Readonly<Record<string, Explained>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: lasting('its certificate has expired; renew it'),
  ERR_TLS_CERT_ALTNAME_INVALID: lasting('its certificate is for another name; take that name into the address'),
}

/** A database error as one line for a person; any other error is a bug and unchanged. */
export function storeTrouble(error: unknown, address: string): unknown {
  const where = storeAddress(address).kind === 'sqlite' ? 'the database file' : 'the database'
  const named = `${where} ${shownAddress(address)}`
  if (error instanceof OtherStore) return otherStore(error, named)
  const explained = unreadCertificate(error, address) ?? explain(error)
  return explained === null ? error : new StoreTrouble(explained.kind, `${named}: ${explained.words}`, error)
}

/** The driver reads the files that the address names. */
function unreadCertificate(error: unknown, address: string): Explained | null {
  const { syscall, path } = (error ?? {}) as NodeJS.ErrnoException
  const isNamed = () => isUrl(address) && [...new URL(address).searchParams.values()].includes(path!)
  if (syscall !== 'open' || path === undefined || !isNamed()) return null
  return lasting(`its certificate ${path} cannot be read; correct the address`)
}

/** The trouble of a file that a check found damaged. */
export function damagedStore(address: string, cause?: unknown): StoreTrouble {
  return new StoreTrouble('lasting', `the database file ${shownAddress(address)}: ${DAMAGED.words}`, cause)
}

/** What SQLite says, without a code, when it cannot understand the tables of a file. */
const DAMAGED_WORDS = /malformed|not a database/

function explain(error: unknown): Explained | null {
  const { message = '', code } = (error ?? {}) as { message?: string; code?: string }
  if (code === 'ERR_SQLITE_ERROR' && EXPLAINED[codeOf(error)] === undefined && DAMAGED_WORDS.test(message))
    return DAMAGED
  if (isLostConnection(error)) return EXPLAINED[codeOf(error)] ?? LOST
  const [, explained = null] = WITHOUT_CODE.find(([words]) => words.test(message)) ?? []
  return EXPLAINED[codeOf(error)] ?? CERTIFICATE_TROUBLES[codeOf(error)] ?? explained
}

/** Whether the connection to the server broke, or it ended: a transaction that was not being committed is rolled back. */
export function isLostConnection(error: unknown): boolean {
  const explained = EXPLAINED[codeOf(error)]
  return explained === LOST || explained === DOWN || LOST_WORDS.test((error as Error | null)?.message ?? '')
}

/** Whether a query was sent over a pool of connections that this process has closed. The driver gives it no code. */
export const isEndedPool = (error: unknown): boolean =>
  (error as Error | null)?.message === 'Cannot use a pool after calling end on the pool'

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

/** Finds out whether the database is damaged. */
export type IsDamaged = () => Promise<boolean>

/**
 * Wraps functions so that their database errors are one line for a person. An error that nobody expected may come from a damaged
 * file, which can look like anything: so the file is checked before the error counts as a bug, or as the fault of a publisher.
 */
export function withClearTrouble<Functions extends object>(
  functions: Functions,
  address: string,
  isDamaged: IsDamaged,
): Functions {
  const explained = async (error: unknown): Promise<unknown> => {
    const trouble = storeTrouble(error, address)
    if (isExpected(trouble)) return trouble
    return (await isDamaged()) ? damagedStore(address, error) : trouble
  }
  const wrapped = Object.entries(functions).map(([name, call]) => [
    name,
    (...args: unknown[]) =>
      call(...args).catch(async (error: unknown) => {
        throw await explained(error)
      }),
  ])
  return Object.fromEntries(wrapped)
}

const isExpected = (error: unknown): boolean =>
  [Trouble, UserError, StaleCache, AlreadySettled].some((kind) => error instanceof kind)
