import type { Problem, ProblemCode } from './contract/problem.ts'

/** A request that is refused: becomes an answer of `application/problem+json` (RFC 9457). */
export class Refusal extends Error {
  readonly status: number
  readonly code: ProblemCode
  readonly headers: Readonly<Record<string, string>>
  readonly errors: Problem['errors']
  readonly reason: Problem['reason']

  constructor(
    status: number,
    code: ProblemCode,
    detail: string,
    more: {
      readonly headers?: Readonly<Record<string, string>>
      readonly errors?: Problem['errors']
      readonly reason?: Problem['reason']
    } = {},
  ) {
    super(detail)
    this.status = status
    this.code = code
    this.headers = more.headers ?? {}
    this.errors = more.errors
    this.reason = more.reason
  }
}

/** The same for what is not there and for what the reader may not see. */
export const notFound = (): Refusal => new Refusal(404, 'not_found', 'There is nothing of that name here.')

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not logged in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not acceptable',
  408: 'Too slow',
  409: 'Conflict',
  410: 'Gone',
  413: 'Too large',
  415: 'Unsupported media type',
  421: 'Not this server',
  422: 'Cannot be done',
  429: 'Too many requests',
  500: 'Fault of the server',
  503: 'Not now',
}

/** The body of a refusal. */
export function problemOf({ status, code, message, errors, reason }: Refusal): Problem {
  const title = TITLES[status] ?? 'Refused'
  return {
    type: 'about:blank',
    title,
    status,
    code,
    detail: message,
    ...(reason === undefined ? {} : { reason }),
    ...(errors === undefined ? {} : { errors }),
  }
}

/** A refusal as it is sent: a problem to programs, its words to everybody else. */
export function refusalAnswer(refusal: Refusal, url: string) {
  const isApi = url.startsWith('/api/')
  const type = isApi ? 'application/problem+json' : 'text/plain; charset=utf-8'
  return {
    status: refusal.status,
    headers: { ...refusal.headers, 'cache-control': 'no-store', 'content-type': type },
    body: isApi ? JSON.stringify(problemOf(refusal)) : `${refusal.message}\n`,
  }
}
