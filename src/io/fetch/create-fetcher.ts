import type { Socket } from 'node:net'
import type { Reply } from '../../core/domain/reply.ts'
import { type Stopwatch, systemStopwatch } from '../system/clock.ts'
import { type AllowList, addressGuard } from './address-guard.ts'
import type { Connections } from './connections.ts'
import { type FetchRequest, follow } from './follow.ts'
import type { Lookup } from './guarded-connect.ts'
import { defaultLimits, type Limits } from './limits.ts'

export interface FetcherOptions {
  /** Addresses allowed besides the public internet. */
  readonly allow: AllowList
  readonly userAgent: string
  readonly lookup?: Lookup
  /** The one port of all names in a demonstration. */
  readonly port?: number
  readonly limits?: Partial<Limits>
  /** The clock for time-outs; a demonstration has its own. */
  readonly stopwatch?: Stopwatch
}

/**
 * The only module that makes outgoing requests. Never throws for a failure of a publisher or the network: those are a
 * `NoAnswer`.
 */
export interface Fetcher {
  readonly fetch: (url: string, request?: FetchRequest) => Promise<Reply>
  /** Closes every connection, those in use too. */
  readonly close: () => Promise<void>
}

/** Long enough for the next feed of a host after the usual pause of a second, short enough to hold few sockets. */
const keepMs = 4_000

/** Creates the fetcher; called once, in the composition root. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const limits: Limits = { ...defaultLimits, ...options.limits }
  const shared = {
    limits,
    userAgent: options.userAgent,
    stopwatch: options.stopwatch ?? systemStopwatch,
    isClosed: () => isClosed,
  }
  let isClosed = false
  let opened: Promise<Connections> | null = null
  return {
    fetch: async (url, request = {}) => {
      opened ??= openConnections(options, limits)
      const connections = await opened
      if (isClosed) await connections.destroy()
      return follow(url, request, { ...shared, connections })
    },
    close: async () => {
      isClosed = true
      await (await opened)?.destroy()
    },
  }
}

/** Imports the HTTP client only now: most commands make no request. */
async function openConnections(options: FetcherOptions, limits: Limits): Promise<Connections> {
  const [{ createConnections }, { guardedConnect, systemLookup }] = await Promise.all([
    import('./connections.ts'),
    import('./guarded-connect.ts'),
  ])
  const sockets = { open: 0 }
  const connect = guardedConnect({
    guard: addressGuard(options.allow),
    lookup: options.lookup ?? systemLookup,
    port: options.port ?? null,
    onSocket: (socket) => countSocket(sockets, socket),
  })
  const keeping = { keepAliveTimeout: keepMs, keepAliveMaxTimeout: keepMs, pipelining: 1 }
  return createConnections(
    connect,
    { maxHeaderSize: limits.maxHeaderBytes, ...keeping },
    () => sockets.open >= limits.maxSockets,
  )
}

function countSocket(sockets: { open: number }, socket: Socket): void {
  sockets.open += 1
  socket.once('close', () => {
    sockets.open -= 1
  })
}
