import { UserError } from '../../core/domain/user-error.ts'
import { CUT_PASSWORD } from '../../core/domain/user-reason.ts'
import { isUrl } from '../../core/text/is-url.ts'
import { hasCutPassword, hideLogins } from '../../core/text/login.ts'

/** A parsed database address. */
export type StoreAddress =
  | { readonly kind: 'sqlite'; readonly path: string; readonly synchronous: 'normal' | 'full' }
  | { readonly kind: 'postgres'; readonly url: string; readonly named: boolean }

/**
 * `sqlite:copytaster.db`, `sqlite:copytaster.db?synchronous=full` (survives a power cut, slower), `postgres://…` or
 * `postgres://…?statements=unnamed` (for a transaction pooler, which may not keep prepared statements; slower).
 */
export function storeAddress(text: string): StoreAddress {
  if (hasCutPassword(text)) throw new UserError(`database ${CUT_PASSWORD}`)
  if (/^postgres(ql)?:\/\//.test(text)) return postgresAddress(text)
  const sqlite = /^sqlite:([^?]+)(?:\?synchronous=(normal|full))?$/.exec(text)
  if (!sqlite) throw new UserError(`database must be sqlite:FILE or postgres://…, got "${shownAddress(text)}"`)
  return { kind: 'sqlite', path: sqlite[1]!, synchronous: sqlite[2] === 'full' ? 'full' : 'normal' }
}

/** The driver checks certificates under these as under `verify-full`, and complains at every start that it will not in a later version. */
const CHECKING_MODES = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/

const STATEMENTS = /([?&])statements=([^&#]*)&?/

/** The setting is ours and not the server's, so that it does not stay in the address. */
function postgresAddress(text: string): StoreAddress {
  const value = STATEMENTS.exec(text)?.[2] ?? 'named'
  if (value !== 'named' && value !== 'unnamed') {
    throw new UserError(`statements in the address of the database must be named or unnamed, got "${value}"`)
  }
  const url = text.replace(STATEMENTS, '$1').replace(/[?&]$/, '').replace(CHECKING_MODES, '$1verify-full')
  return { kind: 'postgres', url, named: value === 'named' }
}

/** The address without its password, safe to print. */
export function shownAddress(text: string): string {
  if (!isUrl(text)) return hideLogins(text)
  const url = new URL(text)
  if (url.password) url.password = '…'
  for (const name of ['password', 'sslpassword']) if (url.searchParams.has(name)) url.searchParams.set(name, '…')
  return decodeURI(url.href)
}
