import { createServer, type RequestListener, type Server } from 'node:http'

/** A server that listens before its request handler is loaded: requests that come sooner wait for it. */
export interface LazyServer {
  readonly server: Server
  /** Sets the handler: it answers the requests that wait, then all others. */
  readonly answerWith: (answer: RequestListener) => void
  /** Has the requests that wait answered by a handler that is not kept: the next request waits again. */
  readonly answerWaiting: (answer: RequestListener) => void
}

/** After so many requests a client has to connect again; what it sent ahead beyond them is refused unread. */
const REQUESTS_A_CONNECTION = 1_000

/** A server without a handler; `onFirst` is called at the first request that waits for one. */
export function createLazyServer(onFirst: () => void = () => {}): LazyServer {
  const waiting: Parameters<RequestListener>[] = []
  let answer: RequestListener = (...request) => {
    if (waiting.push(request) === 1) onFirst()
  }
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (...request) => answer(...request))
  server.maxRequestsPerSocket = REQUESTS_A_CONNECTION
  const answerWaiting = (given: RequestListener) => {
    for (const request of waiting.splice(0)) given(...request)
  }
  return {
    server,
    answerWith(given) {
      answer = given
      answerWaiting(given)
    },
    answerWaiting,
  }
}

/** How long answers under way may take when the server is closed. */
const CLOSING_MS = 1_000

/** Answers under way are finished; nobody may hold the server open for longer. */
export async function closeServer(server: Server, endStreams: () => Promise<unknown> = async () => {}): Promise<void> {
  const late = setTimeout(() => server.closeAllConnections(), CLOSING_MS)
  const over = new Promise<unknown>((resolve) => server.close(resolve))
  // They would not end by themselves.
  await endStreams()
  server.closeIdleConnections()
  await over
  clearTimeout(late)
}
