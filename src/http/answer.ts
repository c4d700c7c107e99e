import { hash } from 'node:crypto'

/** What is asked of the server. */
export interface Request {
  readonly method: string
  /** Decoded, without what follows a question mark. */
  readonly path: string
  /** The version the asker has, as `If-None-Match` names it. */
  readonly known: string | null
}

/** What it answers. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Security headers of every answer: no scripts, no external resources, no framing. */
const GUARDS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const

/** A text with its version, or word that the asker has it already. */
export function answer(request: Request, type: string, body: string, status = 200): Answer {
  const etag = `"${hash('sha256', body, 'hex').slice(0, 32)}"`
  const headers = { ...GUARDS, 'content-type': `${type}; charset=utf-8`, etag, 'cache-control': 'no-cache' }
  return status === 200 && knows(request, etag) ? { status: 304, headers, body: '' } : { status, headers, body }
}

/** An asker may name several versions, or say that any will do; a proxy may have called ours weak. */
function knows({ known }: Request, etag: string): boolean {
  const names = (known ?? '').split(',').map((name) => name.trim().replace(/^W\//, ''))
  return names.includes(etag) || names.includes('*')
}
