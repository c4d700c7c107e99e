import { UserError } from '../../core/domain/user-error.ts'
import { isUrl } from '../../core/text/is-url.ts'
import { CUT_PASSWORD, hasCutPassword, hideLogins } from '../../core/text/login.ts'

/** A parsed database address. */
export type StoreAddress =
  | { readonly kind: 'sqlite'; readonly path: string; readonly synchronous: 'normal' | 'full' }
  | { readonly kind: 'postgres'; readonly url: string }

/** `sqlite:copytaster.db`, `sqlite:copytaster.db?synchronous=full` (survives a power cut, slower) or `postgres://…`. */
export function storeAddress(text: string): StoreAddress {
  if (hasCutPassword(text)) throw new UserError(`database ${CUT_PASSWORD}`)
  if (/^postgres(ql)?:\/\//.test(text)) return { kind: 'postgres', url: text }
  const sqlite = /^sqlite:([^?]+)(?:\?synchronous=(normal|full))?$/.exec(text)
  if (!sqlite) throw new UserError(`database must be sqlite:FILE or postgres://…, got "${shownAddress(text)}"`)
  return { kind: 'sqlite', path: sqlite[1]!, synchronous: sqlite[2] === 'full' ? 'full' : 'normal' }
}

/** The address without its password, safe to print. */
export function shownAddress(text: string): string {
  if (!isUrl(text)) return hideLogins(text)
  const url = new URL(text)
  if (url.password) url.password = '…'
  for (const name of ['password', 'sslpassword']) if (url.searchParams.has(name)) url.searchParams.set(name, '…')
  return decodeURI(url.href)
}
