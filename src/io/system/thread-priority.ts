import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import type { HoldStage } from '../store/lock-holds.ts'

/* How much lower than that of answering requests the priority of other threads is (nice values). Only Linux has priorities for threads. */

/** V8's helpers, which collect garbage, and the engine while it holds no lock: at 10, busy programs beside it kept it from ending in time. */
const LOWER = 5
/** Parsing is lower still: it holds no lock, and can wait. */
const PARSING_LOWER = 15

/** Above that of answering requests. */
const URGENT = -10

/** By how much the priority of the engine is lower while it holds the write lock: nobody else can write meanwhile. */
const WHILE_HOLDING: Readonly<Record<HoldStage, number>> = { none: LOWER, short: 0, long: URGENT }

/**
 * Lets the web server run before the engine when there are too few processors, except while the engine holds the write lock: a thread of a low
 * priority that loses the processor then makes every writer wait (priority inversion). The function it gives is to be told when the lock
 * is taken, held for long and given back; it raises the priority until then (priority inheritance). Raising a priority needs root or a
 * limit that allows it (`LimitNICE=30` of systemd); where that fails the engine stays a little behind the web server.
 */
export function lowerEnginePriority(): (stage: HoldStage) => void {
  if (process.platform !== 'linux') return () => {}
  const former = getPriority(0)
  if (!trySet(0, former + LOWER) || !trySet(0, former + LOWER - 1)) return () => {}
  const follow = (stage: HoldStage) => void trySet(0, former + WHILE_HOLDING[stage])
  follow('none')
  return follow
}

/** For threads that hold no lock, wherever they were started from: new threads inherit a priority. */
export function lowerParsingPriority(): void {
  if (process.platform === 'linux') trySet(0, getPriority(process.pid) + PARSING_LOWER)
}

/**
 * Lets every thread that is there already, but the main one, run after those that answer requests. Call it before starting threads. Young
 * objects are then collected by the thread that made them alone: it would wait for helpers that the others keep from running, up to
 * 120 ms instead of some milliseconds.
 */
export function lowerHelperPriority(): void {
  if (process.platform !== 'linux') return
  setFlagsFromString('--no-parallel-scavenge')
  for (const thread of readdirSync('/proc/self/task').map(Number))
    if (thread !== process.pid) trySet(thread, getPriority(process.pid) + LOWER)
}

/** False where a thread has ended meanwhile, or the system does not let us: then it runs as it did. */
function trySet(thread: number, priority: number): boolean {
  try {
    setPriority(thread, Math.min(19, priority))
    return true
  } catch {
    return false
  }
}
