import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How late the event loop ran what was due, in milliseconds. */
export interface LoopDelay {
  readonly p99Ms: number
  readonly longestMs: number
}

const RESOLUTION_MS = 10

/** Measures the event loop of this thread from now on; `sinceLast` gives what happened since it was called before. */
export function measureLoopDelay(): { readonly sinceStart: () => LoopDelay; readonly sinceLast: () => LoopDelay } {
  const [whole, recent] = [RESOLUTION_MS, RESOLUTION_MS].map((resolution) => monitorEventLoopDelay({ resolution })) as [
    ReturnType<typeof monitorEventLoopDelay>,
    ReturnType<typeof monitorEventLoopDelay>,
  ]
  whole.enable()
  recent.enable()
  // A moment without a single tick has no values: not a number.
  const late = (ns: number) => Math.max(0, (Number.isFinite(ns) ? ns / 1e6 : 0) - RESOLUTION_MS)
  const read = (delays: typeof whole) => ({ p99Ms: late(delays.percentile(99)), longestMs: late(delays.max) })
  return {
    sinceStart: () => read(whole),
    sinceLast: () => {
      const delay = read(recent)
      recent.reset()
      return delay
    },
  }
}
