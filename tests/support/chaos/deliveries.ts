import type { IncomingMessage, ServerResponse } from 'node:http'

/** What a run must remember of deliveries to go on later. */
export interface DeliveriesState {
  readonly requests: number
  readonly total: number
  readonly sinceRestore: Readonly<Record<string, number>>
  readonly ever: readonly string[]
}

/** A reader's webhook: it counts what arrives, and does not always behave. */
export interface Deliveries {
  readonly receive: (request: IncomingMessage, response: ServerResponse) => void
  /** How often each delivery, by its key, arrived since the last `forget`. */
  readonly times: () => ReadonlyMap<string, number>
  readonly wasEverSeen: (key: string) => boolean
  /** How many arrived in all. */
  readonly total: () => number
  /** A store that was restored may deliver again what it does not know of. */
  readonly forget: () => void
  readonly state: () => DeliveriesState
}

/** One of so many requests is refused for certain: nothing arrived, and the program may send again. */
const REFUSED_EVERY = 7
/** One of so many arrives, but the connection breaks before the answer: the program must not send again. */
const BROKEN_EVERY = 5

export function newDeliveries(before: DeliveriesState | null): Deliveries {
  const times = new Map(Object.entries(before?.sinceRestore ?? {}))
  const ever = new Set(before?.ever)
  let total = before?.total ?? 0
  let requests = before?.requests ?? 0
  const arrived = (key: string) => {
    total++
    ever.add(key)
    times.set(key, (times.get(key) ?? 0) + 1)
  }
  return {
    receive(request, response) {
      request.resume().on('end', () => {
        requests++
        if (requests % REFUSED_EVERY === 0) return void response.writeHead(503).end()
        arrived(String(request.headers['x-copytaster-delivery']))
        if (requests % BROKEN_EVERY === 0) return void request.socket.resetAndDestroy()
        response.writeHead(204).end()
      })
    },
    times: () => times,
    wasEverSeen: (key) => ever.has(key),
    total: () => total,
    forget: () => times.clear(),
    state: () => ({ requests, total, sinceRestore: Object.fromEntries(times), ever: [...ever] }),
  }
}
