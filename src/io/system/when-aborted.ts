const heeded = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls once when the signal aborts; returns a function that cancels it. All callbacks share one listener: adding or
 * removing one of thousands of listeners on a signal compares it with all others.
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
