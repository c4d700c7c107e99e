import { setImmediate } from 'node:timers/promises'
import { createSemaphore } from '../app/semaphore.ts'
import { withTimeout } from '../app/with-timeout.ts'

/** A connection, as far as turns need it. */
interface Connection {
  readonly destroyed: boolean
}

/** How many requests are answered at once; of one connection one. */
const AT_ONCE = 4
/**
 * After so long a request gives its turn to the next one and goes on. No answer takes so much computing: it waits for something
 * outside of this thread, such as a publisher, the write lock, the engine, or the rest of what its client sends.
 */
const TURN_MS = 50

/** How a request takes its turn. */
interface Turn {
  /** When the connection may send its next request; it may be long after the work is done. */
  readonly answered?: Promise<void>
  /** Whether it costs next to nothing: then it does not wait for other connections. */
  readonly isQuick?: boolean
}

/**
 * Lets connections take turns. A client may send thousands of requests ahead (HTTP pipelining), and Node gives them out all
 * at once: answered so, they would block everybody else.
 */
export function createTurns(): (connection: Connection, work: () => Promise<void>, turn?: Turn) => Promise<void> {
  const slots = createSemaphore(AT_ONCE)
  let lastStart: Promise<unknown> = Promise.resolve()
  const lastOf = new WeakMap<Connection, Promise<void>>()
  return (connection, work, { answered = Promise.resolve(), isQuick = false } = {}) => {
    const run = async () => {
      if (!connection.destroyed) await work()
    }
    const inOrder = async () => {
      // Each begins in a round of the event loop of its own: one that does not wait for anything takes the whole round, and new
      // requests, timers and quick answers come in between.
      lastStart = lastStart.then(() => setImmediate())
      await lastStart
      await run()
    }
    const before = lastOf.get(connection) ?? Promise.resolve()
    const takeTurn = async () => {
      let running = Promise.resolve()
      await slots.run(() => {
        running = inOrder()
        return withTimeout(TURN_MS, running)
      })
      await running
    }
    const turn = before.then(isQuick ? run : takeTurn)
    lastOf.set(
      connection,
      turn.then(() => answered),
    )
    return turn
  }
}
