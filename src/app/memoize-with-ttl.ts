/** A value is made anew after this long, or after so many times the time it took, so that making it stays a small part of the load. */
const LEAST_TTL_MS = 1_000
const TIMES_AS_LONG = 20

/** Memoizes an asynchronous function for a time to live. Callers who come while it runs share the one result; an error is not kept. */
export function memoizeWithTtl<T>(make: () => Promise<T>, now: () => number): () => Promise<T> {
  let known: Promise<T> | null = null
  let madeAt = 0
  let ttlMs = Number.POSITIVE_INFINITY

  const renew = async () => {
    const begunAt = now()
    ttlMs = Number.POSITIVE_INFINITY
    try {
      const value = await make()
      madeAt = now()
      ttlMs = Math.max(LEAST_TTL_MS, TIMES_AS_LONG * (madeAt - begunAt))
      return value
    } catch (error) {
      known = null
      throw error
    }
  }
  return () => {
    // The absolute difference: a clock that was set back must not keep an old value.
    if (known === null || Math.abs(now() - madeAt) >= ttlMs) known = renew()
    return known
  }
}
