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
