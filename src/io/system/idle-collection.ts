import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/* V8 keeps the pages that a start or a pass took, often tens of megabytes, until the thread allocates again. On a small machine
   somebody else needs them meanwhile. */

/** How long a thread has to have done nothing. */
const IDLE_MS = 10_000
/** A thread that works for a smaller share of the time than this does nothing: timers, and a poll now and then. */
const IDLE_SHARE = 0.02
/** A collection stops the thread for 10 to 30 ms, so it is made only for this much. */
const WORTH_BYTES = 4 * 1024 ** 2

/** What deciding needs; tests pass their own. */
export interface CollectionDeps {
  readonly heapBytes: () => number
  /** The share of the time since the last call in which the thread worked. */
  readonly workedShare: () => number
  readonly collect: () => void
}

/** Lets the threads that are started after this call collect garbage when they want to. */
export function allowCollections(): void {
  setFlagsFromString('--expose-gc')
}

/** Collects the garbage of this thread now. V8 does so when the heap has grown to several times of what was in use, whatever of it is garbage by then. */
export function collectNow(): void {
  // A context that is made while the flag is set has the function; kept code is refused while flags differ.
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  collect()
}

/** From now on collects the garbage of this thread each time that it has worked and then does nothing. */
export function collectWhenIdle(): void {
  const { gc } = globalThis as { readonly gc?: () => void }
  if (gc === undefined) return
  const heapBytes = () => getHeapStatistics().total_heap_size
  const decide = idleCollection({ heapBytes, workedShare: createShare(), collect: () => gc() })
  setInterval(decide, IDLE_MS).unref()
}

/** What is to be called at intervals: collects when the thread did nothing since the last call and its heap has grown since the last collection. */
export function idleCollection({ heapBytes, workedShare, collect }: CollectionDeps): () => void {
  let after = 0
  return () => {
    const isIdle = workedShare() < IDLE_SHARE
    if (!isIdle || heapBytes() - after < WORTH_BYTES) return
    collect()
    after = heapBytes()
  }
}

function createShare(): () => number {
  let last: EventLoopUtilization = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}
