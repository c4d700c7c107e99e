import { isUrl } from './is-url.ts'

/* A login is what an address has before its host: `name`, or `name:password`, percent-encoded as in the address. */

/** An address without its login, safe to store and show, and the login; null when it has none. */
export interface SplitAddress {
  readonly url: string
  readonly login: string | null
}

export function splitLogin(address: string): SplitAddress {
  if (!isUrl(address)) return { url: address, login: null }
  const url = new URL(address)
  const { username, password } = url
  if (username === '' && password === '') return { url: address, login: null }
  url.username = ''
  url.password = ''
  return { url: url.href, login: password === '' ? username : `${username}:${password}` }
}

/** An address without its login, safe to store and show. */
export const withoutLogin = (address: string): string => splitLogin(address).url

/** An address with a login, to be requested. */
export function withLogin(address: string, login: string | null): string {
  if (login === null || !isUrl(address)) return address
  const url = new URL(address)
  const colon = login.indexOf(':')
  url.username = colon === -1 ? login : login.slice(0, colon)
  url.password = colon === -1 ? '' : login.slice(colon + 1)
  return url.href
}

/** Whether a login for one address may be sent to another: the same scheme, host and port. */
export function sharesLogin(address: string, other: string): boolean {
  return isUrl(address) && isUrl(other) && new URL(address).origin === new URL(other).origin
}

/** An address with the login of another, where that may be sent. */
export const withLoginOf = (from: string, to: string): string =>
  sharesLogin(from, to) ? withLogin(to, splitLogin(from).login) : to

/**
 * Whether a sign in a password cut the address in two: `https://ann:a/b@host` is the host `ann` to every parser. A host
 * may have a port of digits, and a path may have an @ (`https://a.example:8080/@ann`).
 */
export function hasCutPassword(address: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]*:(?!\d+[/?#])[^/?#@]*[/?#][^@]*@/i.test(address)
}

const AUTHORITY = /:\/\/[^\s/?#"'<>]*@/g
// Bounded, so that a long text without any @ is not read to its end again and again.
const CUT_AUTHORITY = /:\/\/[^\s/?#@"'<>]{0,200}:(?!\d+[/?#])[^\s@"'<>]{0,200}@/g
const PASSWORD_PARAMETER = /([?&](?:ssl)?password=)[^\s&#"'<>]+/gi

/** Whether an address in a text has a password; on the web a name alone is often a token, and counts too. */
export function carriesPassword(text: string): boolean {
  return /\bhttps?:\/\/[^\s/?#"'<>]*@|:\/\/[^\s/?#"'<>@]*:[^\s/?#"'<>]+@/i.test(text) || hideCut(text) !== text
}

const hideCut = (text: string): string => text.replace(CUT_AUTHORITY, '://…@').replace(PASSWORD_PARAMETER, '$1…')

/** A text in which no address has a login: for messages, which may repeat what a person typed or a library said. */
export function hideLogins(text: string): string {
  if (!text.includes('://')) return text
  return hideCut(text.replace(AUTHORITY, '://…@'))
}
