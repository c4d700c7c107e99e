import type { Socket } from 'node:net'
import type { Reply } from '../../core/domain/reply.ts'
import { type Stopwatch, systemStopwatch } from '../system/clock.ts'
import { type AllowList, addressGuard } from './address-guard.ts'
import { createConnections } from './connections.ts'
import { type FetchRequest, follow, type Way } from './follow.ts'
import { guardedConnect, type Lookup, systemLookup } from './guarded-connect.ts'
import { defaultLimits, type Limits } from './limits.ts'

export interface FetcherOptions {
  /** What is opened beyond the open internet. */
  readonly allow: AllowList
  readonly userAgent: string
  readonly lookup?: Lookup
  /** The one port at which the names of a made-up world are served. */
  readonly port?: number
  readonly limits?: Partial<Limits>
  /** What time-outs are kept by; a made-up world has its own. */
  readonly stopwatch?: Stopwatch
}

/** The one way out of the process. Never throws for what a publisher or a network does: trouble is a `NoAnswer`. */
export interface Fetcher {
  readonly fetch: (url: string, request?: FetchRequest) => Promise<Reply>
  /** Drops every connection, those in use too. */
  readonly close: () => Promise<void>
}

/** A request's own connect time-out may be shorter; this ends the attempts it gave up on. */
const longestConnectMs = 15_000

/** Long enough for the next feed of a host after the usual pause of a second, short enough to hold few sockets. */
const keepMs = 4_000

/** Builds the fetcher; made once, at the composition root. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const limits: Limits = { ...defaultLimits, ...options.limits }
  const sockets = { open: 0 }
  let isClosed = false
  const connect = guardedConnect({
    guard: addressGuard(options.allow),
    lookup: options.lookup ?? systemLookup,
    connectMs: longestConnectMs,
    port: options.port ?? null,
    onSocket: (socket) => countSocket(sockets, socket),
  })
  const keeping = { keepAliveTimeout: keepMs, keepAliveMaxTimeout: keepMs, pipelining: 1 }
  const connections = createConnections(
    { connect, maxHeaderSize: limits.maxHeaderBytes, ...keeping },
    () => sockets.open >= limits.maxSockets,
  )
  const way: Way = {
    connections,
    limits,
    userAgent: options.userAgent,
    stopwatch: options.stopwatch ?? systemStopwatch,
    isClosed: () => isClosed,
  }
  const close = () => {
    isClosed = true
    return connections.destroy()
  }
  return { fetch: (url, request = {}) => follow(url, request, way), close }
}

function countSocket(sockets: { open: number }, socket: Socket): void {
  sockets.open += 1
  socket.once('close', () => {
    sockets.open -= 1
  })
}
