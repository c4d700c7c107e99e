import { isUrl } from '../../core/text/is-url.ts'
import { FetchError } from './fetch-error.ts'

export interface BareUrl {
  readonly url: URL
  readonly authorization: string | null
}

/** Removes name and password from an address, so that what is logged, stored and shown never has them. */
export function splitCredentials(address: string): BareUrl {
  if (!isUrl(address)) throw new FetchError('badUrl', 'not an address')
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchError('badUrl', `only http and https are fetched, not ${url.protocol}`)
  }
  const { username, password } = url
  url.username = ''
  url.password = ''
  url.hash = ''
  return { url, authorization: username || password ? basic(username, password) : null }
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`
}

/** A stray percent sign is part of the password, not an error. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
