import type { Hop } from '../../core/domain/reply.ts'
import { isUrl } from '../../core/text/is-url.ts'
import type { HopAnswer } from './exchange.ts'
import { FetchError } from './fetch-error.ts'

const permanent: ReadonlySet<number> = new Set([301, 308])
const temporary: ReadonlySet<number> = new Set([302, 303, 307])

/** True for a redirect status with a Location. */
export function isRedirect(status: number, headers: Readonly<Record<string, string>>): boolean {
  return (permanent.has(status) || temporary.has(status)) && Boolean(headers.location)
}

/** Adds the redirect to the hops and returns the next address. */
export function nextHop(answer: HopAnswer, from: URL, hops: Hop[], maxRedirects: number): URL {
  hops.push({ url: from.href, status: answer.status, permanent: permanent.has(answer.status) })
  const to = targetOf(answer.headers.location!, from)
  if (hops.some((hop) => hop.url === to.href)) throw new FetchError('redirectLoop', `redirected back to ${to.href}`)
  if (hops.length > maxRedirects) throw new FetchError('tooManyRedirects', `more than ${maxRedirects} redirects`)
  return to
}

function targetOf(location: string, from: URL): URL {
  const text = asUtf8(location)
  if (!isUrl(text, from.href)) throw new FetchError('badRedirect', 'redirected to something that is not an address')
  const to = new URL(text, from)
  if (to.protocol !== 'http:' && to.protocol !== 'https:') {
    throw new FetchError('badRedirect', `redirected to ${to.protocol} where only http and https are followed`)
  }
  // Credentials in a Location come from the publisher, not from the user.
  to.username = ''
  to.password = ''
  to.hash = ''
  return to
}

/** Headers arrive one character per byte; many servers write unencoded UTF-8 there. */
function asUtf8(header: string): string {
  const text = Buffer.from(header, 'latin1').toString('utf8')
  return text.includes('�') ? header : text
}
