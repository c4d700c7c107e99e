import { hash } from 'node:crypto'
import { pagePolicy } from '../core/digest/render/page-policy.ts'

/** An HTTP request, as far as it matters here. */
export interface HttpRequest {
  readonly method: string
  /** Decoded, without the query. */
  readonly path: string
  /** The `If-None-Match` header. */
  readonly known: string | null
}

/** An HTTP response. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Security headers of every page: no script, nothing loaded, no framing. */
const SECURITY_HEADERS = {
  'content-security-policy': `${pagePolicy()}; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const

/** A text with its ETag, or 304 when the client has it. */
export function answer(request: HttpRequest, type: string, body: string, status = 200): HttpAnswer {
  const etag = `"${hash('sha256', body, 'hex').slice(0, 32)}"`
  const headers = { ...SECURITY_HEADERS, 'content-type': `${type}; charset=utf-8`, etag, 'cache-control': 'no-cache' }
  return status === 200 && knows(request, etag) ? { status: 304, headers, body: '' } : { status, headers, body }
}

/** `If-None-Match` may list several tags or `*`; a proxy may have made ours weak. */
function knows({ known }: HttpRequest, etag: string): boolean {
  const names = (known ?? '').split(',').map((name) => name.trim().replace(/^W\//, ''))
  return names.includes(etag) || names.includes('*')
}
