import type { ShownEvent } from './shown-events.ts'

/** Somebody who listens to events. */
export interface LiveListener {
  readonly reader: number
  /** The same for all listeners who are known by the same secret. */
  readonly credential: string
  /** Whether they may still listen: a session may have been ended, a reader removed. */
  readonly isAllowed: () => Promise<boolean>
  readonly send: (event: ShownEvent) => void
  /** Says that the connection lives, and up to which event everything was sent. */
  readonly beat: (upTo: number) => void
  /** Bytes that were sent and not taken yet. */
  readonly buffered: () => number
  /** Resolves when what was sent is taken; false when nobody takes it. */
  readonly drained: () => Promise<boolean>
  /** Ends the stream after what was sent. */
  readonly end: () => void
  /** Ends it at once. */
  readonly cut: () => void
  readonly isEnded: () => boolean
}

/** A listener, and the event up to which everything was sent. */
export interface Place {
  readonly listener: LiveListener
  at: number
}

/** With more than this waiting to be taken, nothing is sent. */
const MOST_BUFFERED_BYTES = 32 * 1024

/** Sends events that a listener does not have yet, as long as there is room; false when there is none. */
export function sendWhatFits(place: Place, events: readonly ShownEvent[], upTo: number): boolean {
  const { listener } = place
  for (const event of events) {
    if (event.id <= place.at) continue
    if (listener.buffered() > MOST_BUFFERED_BYTES) return false
    listener.send(event)
    place.at = event.id
  }
  place.at = Math.max(place.at, upTo)
  return true
}

/** Ends those who may not listen any more; asked once for all who are known by the same secret. */
export async function endDisallowed(listeners: readonly LiveListener[]): Promise<void> {
  const answers = new Map<string, boolean>()
  for (const { credential, isAllowed } of listeners)
    if (!answers.has(credential)) answers.set(credential, await isAllowed())
  for (const listener of listeners) if (!answers.get(listener.credential)) listener.end()
}
