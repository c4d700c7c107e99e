import { splitLogin } from './login.ts'
import { urlKey } from './url-key.ts'

/**
 * The comparison key of a source's address. Two names at one address are two sources; a new password makes no new one.
 */
export function sourceKey(address: string): string {
  const { login } = splitLogin(address)
  const name = login === null ? '' : `${nameOf(login)}@`
  return name + (urlKey(address) ?? address)
}

/** The name of a login, without its password. */
export const nameOf = (login: string): string => login.split(':')[0]!
