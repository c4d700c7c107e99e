import { setTimeout } from 'node:timers/promises'

/**
 * Waits for work that a page can do without, but no longer than this: the write lock may be held by another process. What takes
 * longer goes on by itself, and its failure is nobody's who looks at a page.
 */
export async function withTimeout(ms: number, work: Promise<unknown>): Promise<void> {
  const settled = work.then(
    () => {},
    () => {},
  )
  const timer = new AbortController()
  const late = setTimeout(ms, undefined, { signal: timer.signal }).catch(() => {})
  await Promise.race([settled, late])
  timer.abort()
}

/** Whether work is done within a time; if not, it goes on by itself. */
export async function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController()
  const late = setTimeout(ms, false, { signal: timer.signal }).catch(() => false)
  work.catch(() => {})
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    timer.abort()
  }
}
