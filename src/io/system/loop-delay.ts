import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How late the event loop ran what was due, in milliseconds. */
export interface LoopDelay {
  readonly p99Ms: number
  readonly longestMs: number
}

/** Each measurement wakes the processor: at 10 ms they were nearly all that an idle `serve` did. A stall of this length meets one for sure. */
const RESOLUTION_MS = 200

/** Measures the event loop of this thread from now on; what is returned gives what happened since then. */
export function measureLoopDelay(): () => LoopDelay {
  const measured = startMonitor()
  return () => read(measured)
}

/** The same, but what is returned gives what happened since it was called before. */
export function measureRecentLoopDelay(): () => LoopDelay {
  const measured = startMonitor()
  return () => {
    const delay = read(measured)
    measured.reset()
    return delay
  }
}

type Monitor = ReturnType<typeof monitorEventLoopDelay>

function startMonitor(): Monitor {
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  monitor.enable()
  return monitor
}

const read = (monitor: Monitor): LoopDelay => ({ p99Ms: late(monitor.percentile(99)), longestMs: late(monitor.max) })

/** A moment without a single measurement has no values: not a number. */
const late = (ns: number): number => Math.max(0, (Number.isFinite(ns) ? ns / 1e6 : 0) - RESOLUTION_MS)
