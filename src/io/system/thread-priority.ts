import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** How much lower than that of answering requests the priority of the engine is, and that of V8's helpers, which collect garbage. */
const LOWER = 5
/** Parsing is lower still: it can wait. */
const PARSING_LOWER = 10

/**
 * Lets the web server run first when there are too few processors. Not by much: a thread of a low priority that loses the processor
 * while it holds the write lock makes everybody wait (priority inversion). Only Linux has priorities for threads; new threads
 * inherit them. The function it gives lends the thread its former priority while it holds the lock for long (priority inheritance), not
 * at every hold: the engine holds it for half of the time when it is busy. Raising a priority again needs root or a limit that
 * allows it (`LimitNICE=20` of systemd); where it fails once, it is not tried again.
 */
export function lowerEnginePriority(): (isLong: boolean) => void {
  if (process.platform !== 'linux') return () => {}
  const former = getPriority(0)
  lower(0, LOWER)
  const lowered = getPriority(0)
  let mayRaise = lowered !== former
  return (isLong) => {
    if (mayRaise) mayRaise = setThreadPriority(isLong ? former : lowered)
  }
}

/** Of the calling thread; false where the system does not let us. */
function setThreadPriority(priority: number): boolean {
  try {
    setPriority(0, priority)
    return true
  } catch {
    return false
  }
}

/** For threads that hold no lock. Where the engine started them, they have its priority already. */
export function lowerParsingPriority(): void {
  if (process.platform === 'linux') lower(0, PARSING_LOWER - LOWER)
}

/** Lets every thread that is there already, but the main one, run after those that answer requests. Call it before starting threads. */
export function lowerHelperPriority(): void {
  if (process.platform !== 'linux') return
  for (const thread of readdirSync('/proc/self/task').map(Number)) if (thread !== process.pid) lower(thread, LOWER)
}

function lower(thread: number, by: number): void {
  try {
    setPriority(thread, Math.min(19, getPriority(thread) + by))
  } catch {
    // It ended meanwhile, or the system does not let us: then it runs as it did.
  }
}
