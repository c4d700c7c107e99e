import type { Hop } from '../../core/domain/reply.ts'
import { redirectTarget } from '../../core/text/redirect-target.ts'
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
  const to = redirectTarget(location, from.href)
  if (typeof to === 'string') throw new FetchError('badRedirect', to)
  return to
}
