import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** One request as it reached the publisher. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly rawHeaders: readonly string[]
  readonly body: string
}

/** What the publisher does with one request; `nth` counts the requests for that path from 0. */
export type Step = (response: ServerResponse, request: SeenRequest, nth: number) => void

/** A loopback origin that does what it is told, however wrong. */
export interface Publisher {
  readonly address: string
  readonly port: number
  readonly origin: string
  readonly url: (path: string) => string
  /** Scripts a path: the first request gets the first step, and so on; the last step repeats. */
  readonly on: (path: string, ...steps: Step[]) => void
  readonly requests: readonly SeenRequest[]
  readonly requestsTo: (path: string) => readonly SeenRequest[]
  /** Sockets ever accepted: 0 proves that nobody connected. */
  readonly connections: () => number
  readonly close: () => Promise<void>
}

export interface PublisherOptions {
  /** Any of 127.0.0.0/8; each is a host of its own. */
  readonly address?: string
  readonly port?: number
}

/** Starts a publisher on a port of its own. Paths without a script answer 404. */
export async function startPublisher({ address = '127.0.0.1', port = 0 }: PublisherOptions = {}): Promise<Publisher> {
  const scripts = new Map<string, { readonly steps: readonly Step[]; served: number }>()
  const requests: SeenRequest[] = []
  const sockets = new Set<Socket>()
  let accepted = 0

  const server = createServer({ keepAliveTimeout: 5_000 }, async (message, response) => {
    const seen = await toSeen(message)
    requests.push(seen)
    const script = scripts.get(seen.path)
    if (!script) return void response.writeHead(404).end()
    const nth = script.served++
    script.steps[Math.min(nth, script.steps.length - 1)]!(response, seen, nth)
  })
  server.on('connection', (socket) => {
    accepted += 1
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, resolve))
  const bound = server.address() as AddressInfo
  const origin = `http://${address}:${bound.port}`

  return {
    address,
    port: bound.port,
    origin,
    url: (path) => origin + path,
    on: (path, ...steps) => void scripts.set(path, { steps, served: 0 }),
    requests,
    requestsTo: (path) => requests.filter((request) => request.path === path),
    connections: () => accepted,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function toSeen(message: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  const { method = '', url = '', headers, rawHeaders } = message
  return { method, path: url, headers, rawHeaders, body: Buffer.concat(chunks).toString('utf8') }
}
