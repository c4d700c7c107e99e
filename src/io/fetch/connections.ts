import type { Socket } from 'node:net'
import { Client, type Dispatcher, errors } from 'undici'
import type { Connect } from './guarded-connect.ts'
import { afterConnection, beforeConnection } from './http-parser-budget.ts'

/**
 * Connection pool: each connection carries one request at a time and is kept for a while for the next request to its
 * origin.
 */
export interface Connections {
  /** Returns what closes the connection again, also while it is being opened. */
  readonly dispatch: (request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => () => void
  /** Closes all connections, those in use too, and opens no more. */
  readonly destroy: () => Promise<void>
}

/**
 * The error for connections that are closed early; shared, since an error with its stack for each costs a tenth of a
 * poll.
 */
const NOT_NEEDED = new Error('the connection is not needed any more')

/**
 * Replaces undici's agent, which keeps a pool and a queue for each of thousands of hosts, most of them used once:
 * without those a request costs a third less.
 */
export function createConnections(
  connect: Connect,
  options: Omit<Client.Options, 'connect'>,
  isCrowded: () => boolean,
): Connections {
  const all = new Set<Client>()
  const sockets = new WeakMap<Client, Socket>()
  const free = new Map<string, Set<Client>>()
  let isDestroyed = false

  function open(origin: string): Client {
    beforeConnection()
    const client: Client = new Client(origin, {
      ...options,
      connect: (...request) => {
        const socket = connect(...request)
        if (socket) sockets.set(client, socket)
      },
    })
    all.add(client)
    client.once('connect', afterConnection)
    // Emitted one turn after the end of the response, when a server that closes silently has done so.
    client.on('drain', () => {
      if (!client.stats.connected) all.delete(client)
      else if (isCrowded()) end(client)
      else free.set(origin, (free.get(origin) ?? new Set()).add(client))
    })
    client.on('disconnect', () => {
      if (take(origin, client)) all.delete(client)
    })
    return client
  }

  function end(client: Client): void {
    all.delete(client)
    void client.destroy(NOT_NEEDED)
  }

  /** undici leaves a socket that is being opened to its time-out. */
  async function abandon(client: Client): Promise<void> {
    all.delete(client)
    await client.destroy(NOT_NEEDED)
    sockets.get(client)?.destroy()
  }

  /** A free connection to the origin; `wanted` if it is free. */
  function take(origin: string, wanted?: Client): Client | undefined {
    const clients = free.get(origin)
    const [client] = wanted ? [wanted] : (clients ?? [])
    if (!clients || !client || !clients.delete(client)) return undefined
    if (clients.size === 0) free.delete(origin)
    return client
  }

  return {
    dispatch(request, handler) {
      if (isDestroyed) throw new errors.ClientDestroyedError()
      const origin = String(request.origin)
      const client = take(origin) ?? open(origin)
      client.dispatch(request, handler)
      return () => void abandon(client)
    },
    async destroy() {
      isDestroyed = true
      await Promise.all(Array.from(all, abandon))
    },
  }
}
