import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

import type { PublisherAnswer, PublisherRequest } from '../../core/domain/publisher.ts'

export interface ServedWorld {
  /** Every host name to be served, each at its own address. */
  readonly hosts: readonly string[]
  /** The world's response to a request at a moment. */
  readonly answer: (request: PublisherRequest, at: number) => PublisherAnswer
  /** The world's clock, not the machine's. */
  readonly now: () => number
  /** Waits for the latency of a request; a virtual clock skips it. */
  readonly pause?: (request: PublisherRequest, at: number) => Promise<void>
  /** Called when a publisher stalls: the client will wait for its own time-out. */
  readonly onStall?: () => void
  /** The longest time a stalling publisher holds a socket, if the client does not give up first. */
  readonly longestStallMs?: number
  /** The port of all addresses; 0 takes a free one. */
  readonly port?: number
  /** Whether redirects contain the port; not needed when the client's lookup maps every name to it. */
  readonly namesPort?: boolean
}

export interface WorldServers {
  readonly port: number
  /** Host name to address, for the fetcher's lookup. */
  readonly names: Readonly<Record<string, string>>
  /** `address:port` of every publisher, for the fetcher's allow-list. */
  readonly allow: readonly string[]
  /** A feed's address with the port it is served at. */
  readonly reachable: (url: string) => string
  /** Requests answered so far. */
  readonly requests: () => number
  readonly close: () => Promise<void>
}

const attempts = 5
const usualStallMs = 15_000

/** Serves a world over real HTTP on loopback, one address for each publisher's host. */
export async function serveWorld(world: ServedWorld): Promise<WorldServers> {
  const sockets = new Set<Socket>()
  const served = { requests: 0, port: 0 }
  const handle = handlerFor(world, served)
  const { servers, names, port } = await listenEverywhere(world, handle, sockets)
  served.port = port
  return {
    port,
    names,
    allow: [...new Set(Object.values(names))].map((address) => `${address}:${port}`),
    reachable: (url) => withPort(url, port),
    requests: () => served.requests,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

type Handler = (message: IncomingMessage, response: ServerResponse) => void

interface Listening {
  readonly servers: readonly Server[]
  readonly names: Readonly<Record<string, string>>
  readonly port: number
}

/** Uses the same port on every address, so that they differ by name alone; tries another port when one is taken. */
async function listenEverywhere(world: ServedWorld, handle: Handler, sockets: Set<Socket>): Promise<Listening> {
  for (let attempt = 1; ; attempt++) {
    const servers: Server[] = []
    try {
      return await listenOnce(world, handle, sockets, servers)
    } catch (error) {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!taken || attempt === attempts || (world.port ?? 0) !== 0) throw error
    }
  }
}

async function listenOnce(
  world: ServedWorld,
  handle: Handler,
  sockets: Set<Socket>,
  servers: Server[],
): Promise<Listening> {
  const names: Record<string, string> = {}
  let port = world.port ?? 0
  for (const [i, host] of world.hosts.entries()) {
    const own = `127.0.0.${i + 2}`
    const server = await listen(own, port, handle, sockets)
    names[host] = server === null ? '127.0.0.1' : own
    if (server !== null) servers.push(server)
    else if (i === 0) servers.push((await listen('127.0.0.1', port, handle, sockets))!)
    port ||= (servers[0]!.address() as AddressInfo).port
  }
  return { servers, names, port }
}

/**
 * Null where the machine has only one loopback address (macOS): there all names share it and are distinguished by
 * `Host`.
 */
function listen(address: string, port: number, handle: Handler, sockets: Set<Socket>): Promise<Server | null> {
  const server = createServer({ keepAliveTimeout: 5_000 }, handle)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRNOTAVAIL' ? resolve(null) : reject(error),
    )
    server.listen(port, address, () => resolve(server))
  })
}

function handlerFor(world: ServedWorld, served: { requests: number; port: number }): Handler {
  return async (message, response) => {
    const request = toRequest(message)
    const at = world.now()
    served.requests++
    await world.pause?.(request, at)
    const answer = world.answer(request, at)
    if (answer.kind === 'stall') {
      world.onStall?.()
      return stall(response, world.longestStallMs ?? usualStallMs)
    }
    response.sendDate = false
    const headers = world.namesPort === false ? { ...answer.headers } : withPorts(answer.headers, served.port)
    response.writeHead(answer.status, headers).end(answer.body)
  }
}

function toRequest({ headers, url = '/' }: IncomingMessage): PublisherRequest {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  return {
    url: `http://${host}${url}`,
    ifNoneMatch: headers['if-none-match'] ?? null,
    ifModifiedSince: headers['if-modified-since'] ?? null,
  }
}

/** Adds the port to the target of a redirect. */
function withPorts(headers: Readonly<Record<string, string>>, port: number): Record<string, string> {
  const { location } = headers
  return location === undefined ? { ...headers } : { ...headers, location: withPort(location, port) }
}

function withPort(address: string, port: number): string {
  const url = new URL(address)
  url.port = String(port)
  return url.href
}

/** Sends nothing until the client closes the connection, or for at most this long. */
function stall(response: ServerResponse, longestMs: number): void {
  const timer = setTimeout(() => response.socket?.destroy(), longestMs)
  response.once('close', () => clearTimeout(timer))
}
