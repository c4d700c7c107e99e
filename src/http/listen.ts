import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { DigestArchive } from '../app/digest-archive.ts'
import { StoreTrouble } from '../core/domain/store-trouble.ts'
import { Trouble } from '../core/domain/trouble.ts'
import { UserError } from '../core/domain/user-error.ts'
import { hideLogins } from '../core/text/login.ts'
import { answer, type HttpAnswer, type HttpRequest, tryLater } from './answer.ts'
import { createDigestPages } from './digests.ts'
import { createTurns } from './turns.ts'

/** A running server. */
export interface Listening {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Pages beside the digests; null for a request that is not for one of them. */
type MorePages = (request: HttpRequest) => Promise<HttpAnswer | null>

const noPages: MorePages = async () => null

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** After so many requests a client has to connect again; what it sent ahead beyond them is refused unread. */
const REQUESTS_A_CONNECTION = 100

/** How long answers under way may take when the server is closed. */
const CLOSING_MS = 1_000

/** Answers at `address:port`, a loopback address only: there is no authentication yet. */
export async function listen(at: string, digests: DigestArchive, morePages: MorePages = noPages): Promise<Listening> {
  const split = at.lastIndexOf(':')
  const [host, port] = [at.slice(0, split), Number(at.slice(split + 1))]
  if (!LOOPBACK.test(host)) {
    throw new UserError(
      `server.listen: ${host} can be reached from elsewhere and there is no login; use 127.0.0.1, behind a proxy that asks for one`,
    )
  }
  const inTurn = createTurns()
  const digestPages = createDigestPages(digests)
  const pages = async (request: HttpRequest) => (await morePages(request)) ?? (await digestPages(request))
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (message, response) => {
    void inTurn(message.socket, async () => {
      const { status, headers, body } = await respond(message, pages)
      response.writeHead(status, headers)
      response.end(message.method === 'HEAD' ? undefined : body)
    })
  })
  server.maxRequestsPerSocket = REQUESTS_A_CONNECTION
  await opened(server, host.replace(/^\[|\]$/g, ''), port, at)
  const address = server.address()
  const actual = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host}:${actual}/`,
    close: () =>
      new Promise((resolve) => {
        // Answers under way are finished; nobody may hold the server open for longer.
        const late = setTimeout(() => server.closeAllConnections(), CLOSING_MS)
        server.close(() => {
          clearTimeout(late)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

const LISTEN_TROUBLES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program is listening there',
  EACCES: 'you have no right to use this port',
  EADDRNOTAVAIL: 'this machine does not have the address',
}

function opened(server: Server, host: string, port: number, at: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const why = LISTEN_TROUBLES[code ?? ''] ?? String(code)
      reject(new Trouble(`cannot listen on ${at}: ${why}; set server.listen to another port`))
    })
    server.listen(port, host, () => resolve())
  })
}

/** Refuses a foreign `Host`: a web page trying to read this server (DNS rebinding). */
const OWN_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

async function respond(
  message: IncomingMessage,
  pages: (request: HttpRequest) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const request = requestOf(message)
  try {
    if (!OWN_NAME.test(message.headers.host ?? '')) return answer(request, 'text/plain', 'Not this machine.\n', 421)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const refused = answer(request, 'text/plain', 'Only GET and HEAD.\n', 405)
      return { ...refused, headers: { ...refused.headers, allow: 'GET, HEAD' } }
    }
    if (request.path === '/healthz') return answer(request, 'text/plain', 'ok\n')
    return await pages(request)
  } catch (error) {
    const words = error instanceof Trouble || error instanceof UserError ? hideLogins(error.message) : 'a fault of ours'
    // A database that is locked, full or away for a while.
    if (error instanceof StoreTrouble && error.kind === 'passing')
      return tryLater(answer(request, 'text/plain', `${words}\n`, 503))
    return answer(request, 'text/plain', `${words}\n`, 500)
  }
}

function requestOf({ method = 'GET', url = '/', headers }: IncomingMessage): HttpRequest {
  return { method, path: pathOf(url), known: headers['if-none-match'] ?? null }
}

function pathOf(url: string): string {
  try {
    return decodeURIComponent(url.split('?')[0]!)
  } catch {
    return ''
  }
}
