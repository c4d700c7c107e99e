import type { LazyServer } from './lazy-server.ts'
import { refusalAnswer } from './refusal.ts'
import { SECURITY_HEADERS } from './security-headers.ts'
import { toRefusal } from './to-refusal.ts'

/** Answers every request with what keeps the server from its work. */
export function refuseAll(error: unknown): Parameters<LazyServer['answerWaiting']>[0] {
  const refusal = toRefusal(error)
  return ({ url = '/' }, response) => {
    const { status, headers, body } = refusalAnswer(refusal, url)
    response.writeHead(status, { ...SECURITY_HEADERS, ...headers }).end(body)
  }
}
