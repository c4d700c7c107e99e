const heeded = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls once when the signal is given; the answer calls it off. One signal ends all requests and wakes every sleeper of
 * the process: as listeners of its own each would be compared with all the others whenever one comes or goes.
 */
export function whenAborted(signal: AbortSignal | null | undefined, call: () => void): () => void {
  if (!signal) return () => {}
  const calls = heeded.get(signal) ?? heed(signal)
  calls.add(call)
  return () => void calls.delete(call)
}

function heed(signal: AbortSignal): Set<() => void> {
  const calls = new Set<() => void>()
  heeded.set(signal, calls)
  signal.addEventListener(
    'abort',
    () => {
      for (const call of calls) {
        calls.delete(call)
        call()
      }
    },
    { once: true },
  )
  return calls
}
