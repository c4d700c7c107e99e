import type { FetchedPage, RefusedPage } from '../domain/full-text.ts'
import type { Answer, NoAnswer, Reply } from '../domain/reply.ts'
import { redirectTarget } from '../text/redirect-target.ts'
import { refusedPage } from './problem-words.ts'
import { isConsentAddress } from './wall-signs.ts'

/** What one request for a page came to. */
export type PageReply =
  | (FetchedPage & { readonly kind: 'page' })
  | { readonly kind: 'redirect'; readonly to: string }
  | RefusedPage
  /** We are stopping, which says nothing about the page. */
  | { readonly kind: 'aborted' }

/** Interprets the answer to a request that followed no redirects. */
export function readPageReply(reply: Reply): PageReply {
  if (reply.kind === 'noAnswer') return noPage(reply)
  const { status, headers, body, url } = reply
  if (status >= 300 && status < 400 && headers.location) return redirect(headers.location, url)
  if (status >= 200 && status < 300 && body.length > 0)
    return { kind: 'page', body, contentType: headers['content-type'] ?? null, url }
  return refusedPage(problemOf(reply), `the server answered ${status}`)
}

function redirect(location: string, from: string): PageReply {
  const to = redirectTarget(location, from)
  if (typeof to === 'string') return refusedPage('unavailable', to)
  return isConsentAddress(to.href) ? refusedPage('consent') : { kind: 'redirect', to: to.href }
}

function problemOf({ status }: Answer) {
  if (status === 404 || status === 410) return 'gone'
  if (status === 402) return 'paywall'
  if (status === 429 || status === 503) return 'slowDown'
  return status >= 400 && status < 500 ? 'refused' : 'unavailable'
}

/** Why there was no answer. */
export function noPage({ failure, message }: NoAnswer): Extract<PageReply, { kind: 'refused' | 'aborted' }> {
  if (failure === 'aborted') return { kind: 'aborted' }
  if (failure === 'forbiddenAddress') return refusedPage('forbiddenAddress')
  if (failure === 'tooLarge' || failure === 'bomb') return refusedPage('tooLarge')
  return refusedPage('unavailable', message)
}
