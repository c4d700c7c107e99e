import { setImmediate } from 'node:timers/promises'
import { createSemaphore } from '../app/semaphore.ts'

/** A connection, as far as turns need it. */
interface Connection {
  readonly destroyed: boolean
}

/** How many requests are answered at once; of one connection one. */
const AT_ONCE = 4

/**
 * Lets connections take turns. A client may send thousands of requests ahead (HTTP pipelining), and Node gives them out all
 * at once: answered so, they would block everybody else.
 */
export function createTurns(): (
  connection: Connection,
  work: () => Promise<void>,
  /** When the connection may send its next request; it may be long after the work is done. */
  answered?: Promise<void>,
) => Promise<void> {
  const slots = createSemaphore(AT_ONCE)
  const lastOf = new WeakMap<Connection, Promise<void>>()
  return (connection, work, answered = Promise.resolve()) => {
    const turn = (lastOf.get(connection) ?? Promise.resolve()).then(() =>
      slots.run(async () => {
        // A pause for the event loop: new requests, timers and polls come in here.
        await setImmediate()
        if (!connection.destroyed) await work()
      }),
    )
    lastOf.set(
      connection,
      turn.then(() => answered),
    )
    return turn
  }
}
