import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { LiveListener } from '../app/live-listener.ts'
import type { ShownEvent } from '../app/shown-events.ts'
import type { LiveEventData } from './contract/events.ts'

/** How long a client may take nothing of what was sent. */
const PATIENCE_MS = 30_000
/** With less than this waiting, there is room for more. */
const ROOM_BYTES = 16 * 1024
/** How long a browser waits before it connects again. */
const RETRY_MS = 3_000

/** Events are the same for all listeners of a reader: each is written once. */
const frames = new WeakMap<ShownEvent, string>()

function frameOf(event: ShownEvent): string {
  const data: LiveEventData = { ...event } as LiveEventData
  const frame = frames.get(event) ?? `event: ${event.kind}\nid: ${event.id}\ndata: ${JSON.stringify(data)}\n\n`
  frames.set(event, frame)
  return frame
}

/** A stream of server-sent events, and the listener that writes to it. */
export interface EventStream {
  readonly stream: Readable
  readonly listener: Omit<LiveListener, 'reader' | 'credential' | 'isAllowed'>
}

export function createEventStream(patienceMs = PATIENCE_MS): EventStream {
  let settle = (_isTaken: boolean) => {}
  let isEnded = false
  const stream = new Readable({ read: () => settle(true), highWaterMark: ROOM_BYTES })
  stream.on('close', () => settle(false))
  const end = () => {
    if (isEnded) return
    isEnded = true
    stream.push(null)
  }
  const cut = () => {
    isEnded = true
    stream.destroy()
  }
  const write = (text: string) => {
    if (!isEnded && !stream.destroyed) stream.push(text)
  }
  write(`retry: ${RETRY_MS}\n\n`)
  return {
    stream,
    listener: {
      send: (event) => write(frameOf(event)),
      // An event without data only moves the number from which a client resumes.
      beat: (upTo) => write(`: still here\nid: ${upTo}\n\n`),
      buffered: () => stream.readableLength,
      async drained() {
        const timer = new AbortController()
        const isTaken = new Promise<boolean>((resolve) => {
          settle = resolve
        })
        const late = setTimeout(patienceMs, false, { signal: timer.signal, ref: false }).catch(() => false)
        const answer = await Promise.race([isTaken, late])
        timer.abort()
        return answer
      },
      end,
      cut,
      isEnded: () => isEnded || stream.destroyed,
    },
  }
}
