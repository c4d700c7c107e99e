import { getPriority, setPriority } from 'node:os'

/** How much lower the priority of long work is than that of answering requests. */
const LOWER = 5

/**
 * Lets the other threads of this process run first when there are too few processors. Only Linux has priorities for threads; new
 * threads inherit them.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return
  setPriority(Math.min(19, getPriority() + LOWER))
}
