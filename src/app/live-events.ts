import { setImmediate } from 'node:timers/promises'
import type { Store } from '../io/store/open-store.ts'
import { endDisallowed, type LiveListener, type Place, sendWhatFits } from './live-listener.ts'
import { createLookout } from './lookout.ts'
import { shownEvents } from './shown-events.ts'

/** Where a listener begins. */
export interface ListenFrom {
  /** The last event that they have; null for what happens from now on. */
  readonly after: number | null
  /** Whether to end when everything that is stored was sent. */
  readonly once: boolean
}

/** Tells listeners what happens in the store. */
export interface LiveEvents {
  /** False when there are too many already. */
  readonly listen: (listener: LiveListener, from: ListenFrom) => boolean
  /** Something was committed: look now. */
  readonly wake: () => void
  readonly counts: () => LiveCounts
  /** Ends all streams, and takes no more. */
  readonly close: () => void
}

export interface LiveCounts {
  readonly listeners: number
  readonly bufferedBytes: number
  /** Listeners who did not take what they were sent. */
  readonly cutOff: number
}

/** What telling needs. */
export interface LiveEventsDeps {
  readonly store: Pick<Store, 'web'>
  /** The store as a reader sees it. */
  readonly storeOf: (reader: number) => Store
}

const BEAT_MS = 15_000
const MOST_LISTENERS = 1_000
const MOST_OF_A_READER = 100
/** Events read in one query. */
const AT_ONCE = 200

/**
 * One look at the store for all listeners of this process; what is new is read once for each reader who listens. A listener who
 * takes slowly is left behind and reads on from where they are; one who takes nothing is cut off, and can resume.
 */
export function createLiveEvents(deps: LiveEventsDeps): LiveEvents {
  const { store } = deps
  const attached = new Set<Place>()
  /** Those who are being told what they have missed. */
  const behind = new Set<LiveListener>()
  let cursor = 0
  let cutOff = 0
  let isClosed = false
  const lookout = createLookout({ look, beat, beatMs: BEAT_MS })

  const everybody = (): LiveListener[] => [...[...attached].map(({ listener }) => listener), ...behind]

  function sweep(): void {
    for (const one of attached) if (one.listener.isEnded()) attached.delete(one)
    if (attached.size + behind.size === 0) lookout.stop()
  }
  /** Tells a reader's listeners what came since the last look. */
  async function tell(reader: number, upTo: number): Promise<void> {
    const own = [...attached].filter(({ listener }) => listener.reader === reader)
    await endDisallowed(own.map(({ listener }) => listener))
    sweep()
    const there = () => own.filter((place) => attached.has(place))
    for (let at = Math.min(...there().map((place) => place.at)); at < upTo; ) {
      const { shown, to } = await eventsBetween(deps, reader, at, upTo)
      for (const place of there()) if (!sendWhatFits(place, shown, to)) leaveBehind(place)
      at = to
      await setImmediate()
    }
  }
  function leaveBehind(place: Place): void {
    attached.delete(place)
    follow(place, false)
  }
  async function look(): Promise<void> {
    sweep()
    // First, so that who joins meanwhile reads on to here by themselves.
    cursor = Math.max(cursor, await store.web.newestEvent())
    const late = [...attached].filter(({ at }) => at < cursor)
    for (const reader of new Set(late.map(({ listener }) => listener.reader))) await tell(reader, cursor)
  }
  async function beat(): Promise<void> {
    await endDisallowed(everybody())
    sweep()
    for (const { listener, at } of attached) listener.beat(at)
  }

  /** Tells a listener what they have missed, at their pace, then lets them hear what happens. */
  async function catchUp(place: Place, once: boolean): Promise<void> {
    const { listener } = place
    while (place.at < cursor && !listener.isEnded()) {
      const { shown, to } = await eventsBetween(deps, listener.reader, place.at, cursor)
      while (!sendWhatFits(place, shown, to) && !listener.isEnded()) await requireDrained(listener)
    }
    if (once) listener.end()
    else if (!listener.isEnded()) attached.add(place)
  }
  async function requireDrained(listener: LiveListener): Promise<void> {
    if ((await listener.drained()) || listener.isEnded()) return
    cutOff++
    listener.cut()
  }
  function follow(place: Place, once: boolean, begin: () => Promise<void> = async () => {}): void {
    const { listener } = place
    behind.add(listener)
    begin()
      .then(() => catchUp(place, once))
      // The database is away for a while: they come again and resume.
      .catch(() => listener.cut())
      .finally(() => {
        behind.delete(listener)
        sweep()
      })
  }
  async function begin(place: Place, after: number | null): Promise<void> {
    cursor = Math.max(cursor, await store.web.newestEvent())
    beginAt(place, after, { first: await store.web.prunedTo(), last: cursor })
  }

  return {
    listen(listener, { after, once }) {
      const all = everybody().filter((one) => !one.isEnded())
      const own = all.filter(({ reader }) => reader === listener.reader)
      if (isClosed || all.length >= MOST_LISTENERS || own.length >= MOST_OF_A_READER) return false
      const place = { listener, at: 0 }
      follow(place, once, () => begin(place, after))
      lookout.start()
      return true
    },
    wake: lookout.wake,
    counts: () => {
      const all = everybody().filter((one) => !one.isEnded())
      return { listeners: all.length, bufferedBytes: all.reduce((sum, one) => sum + one.buffered(), 0), cutOff }
    },
    close() {
      isClosed = true
      for (const listener of everybody()) listener.end()
      sweep()
    },
  }
}

/** The next of the events between two ids as a reader sees them, and up to which they were read. */
async function eventsBetween({ store, storeOf }: LiveEventsDeps, reader: number, after: number, upTo: number) {
  const events = await store.web.liveEvents(reader, { after, upTo }, AT_ONCE)
  const to = events.length < AT_ONCE ? upTo : events.at(-1)!.id
  return { shown: await shownEvents(storeOf(reader), reader, events), to }
}

/** Begins at what a listener has, or anew, when some of what followed is not stored any more. */
function beginAt(place: Place, after: number | null, stored: { readonly first: number; readonly last: number }): void {
  const isLost = after !== null && (after < stored.first || after > stored.last)
  place.at = after === null || isLost ? stored.last : after
  if (after === null || isLost) place.listener.send({ id: place.at, kind: isLost ? 'reset' : 'ready' })
}
